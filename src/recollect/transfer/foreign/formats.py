"""The formats of other programs: their names, who reads them here, and how they are recognised."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from typing import Any

from . import claude, coding, deepseek, gemini, openai, sharegpt

EARLY = 1000
"""Lines after which a transcript has shown what it is."""


@dataclass(frozen=True, slots=True)
class Format:
    """What it is called in a sentence; the module here that reads it, if one does; what its rows
    look like."""

    what: str
    module: str
    fits: Callable[[dict[str, Any]], bool] = lambda _: False
    alone: bool = False
    """Whether a file may have one such row and no list."""

    @property
    def is_transcript(self) -> bool:
        """Whether it is read line by line, however its last line is torn."""
        return self.module == "coding"


FORMATS = {
    "chatgpt": Format(
        "the conversations.json of ChatGPT's data export", "chatgpt",
        lambda one: "mapping" in one and not deepseek.is_conversation(one), alone=True,
    ),
    "claude": Format(
        "the conversations.json of Claude's data export", "claude",
        lambda one: "chat_messages" in one or claude.is_memory(one), alone=True,
    ),
    "claude-code": Format("a transcript of Claude Code", "coding"),
    "codex": Format("a transcript of Codex", "coding"),
    "deepseek": Format(
        "the conversations.json of DeepSeek's data export", "deepseek", deepseek.is_conversation,
    ),
    "gemini": Format("Gemini's MyActivity.json of Google Takeout", "gemini", gemini.is_activity),
    "langchain": Format("a list of LangChain's messages", "openai", openai.is_langchain),
    "mem0": Format("what mem0's get_all gives", "", lambda one: {"id", "memory"} <= one.keys()),
    "openai": Format("a list of chat messages", "openai", openai.is_message),
    "sharegpt": Format(
        "a list of ShareGPT's conversations", "sharegpt", sharegpt.is_conversation, alone=True
    ),
}  # fmt: skip


def kind(raw: bytes, name: str) -> tuple[str | None, Any]:
    """The name of the format, or None; and what is in it, unless it is a transcript. What is named
    .jsonl, or is no JSON, has a row a line."""
    value = _whole(raw)
    by_line = value is None or name.lower().endswith(".jsonl")
    form = None if by_line else recognised(value)
    form = form or coding.program(islice(raw.splitlines(), EARLY))
    if form is None and by_line and (form := recognised(rows := _lines(raw))) is not None:
        return form, rows
    return form or recognised(value), value


def recognised(value: Any) -> str | None:
    """The name of the format, or None. An empty list is of none."""
    rows, alone = _rows(value)
    if not rows or not isinstance(rows[0], dict) or _is_own(rows[0]) or _is_own(value):
        return None
    if openai.is_conversation(rows[0]):
        return recognised(rows[0]["messages"])
    fits = (name for name, form in FORMATS.items() if form.fits(rows[0]))
    found = next(fits, None)
    return None if found is None or (alone and not FORMATS[found].alone) else found


def _is_own(value: Any) -> bool:
    return isinstance(value, dict) and "recollect" in value


def _rows(value: Any) -> tuple[list[Any], bool]:
    """The rows of a file, and whether it is one row and no list."""
    if isinstance(value, dict) and not sharegpt.is_conversation(value):
        lists = (value.get(name) for name in ("results", "conversations", "messages"))
        value = next((one for one in lists if isinstance(one, list)), value)
    return (value, False) if isinstance(value, list) else ([value], True)


def _whole(raw: bytes) -> Any:
    try:
        return json.loads(raw.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        return None


def _lines(raw: bytes) -> list[Any] | None:
    """A value a line, if every line is one."""
    try:
        return [json.loads(line) for line in raw.decode("utf-8-sig").split("\n") if line.strip()]
    except (ValueError, RecursionError):
        return None
