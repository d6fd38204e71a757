"""The scripted server, answering chats in each provider's own form."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from importlib import import_module
from typing import Any

import pytest

from recollect.models.llm.model import Model
from recollect.models.patience import Patience
from recollect.models.registry import language_model
from recollect.models.spend import Budget, Meter

from ..conftest import Provider, Request, Sleeps

NAMES = {
    "openai": "openai:gpt-5-mini",
    "compatible": "openai:qwen3@{url}/v1",
    "ollama": "ollama:llama3.2@{url}/v1",
    "anthropic": "anthropic:claude-sonnet-4-6@{url}",
    "gemini": "gemini:gemini-2.5-flash@{url}",
}
SCHEMA = {
    "type": "object",
    "properties": {
        "facts": {
            "type": "array",
            "maxItems": 50,
            "items": {
                "type": "object",
                "properties": {
                    "text": {"type": "string", "minLength": 1},
                    "message": {"type": "string", "enum": ["m1", "m2"]},
                },
                "required": ["text", "message"],
                "additionalProperties": False,
            },
        }
    },
    "required": ["facts"],
    "additionalProperties": False,
}
CHAT = [
    {"role": "system", "content": "Take notes."},
    {"role": "user", "content": "m1: I prefer dark mode."},
]
FACT = {"text": "Dana prefers dark mode.", "message": "m1"}
FACTS = {"facts": [FACT]}
NOW = datetime(2026, 3, 1, 10, tzinfo=UTC)
Make = Callable[..., Model]


def says(
    text: str,
    *,
    cut: bool = False,
    refused: bool = False,
    usage: tuple[int, int] | None = (100, 20),
) -> Callable[[Request], Any]:
    """A provider's answer with these words; Anthropic's is the input of a tool if it is JSON."""

    def answer(request: Request) -> tuple[int, dict[str, str], Any]:
        for part, form in (
            ("/chat/completions", _openai),
            ("/messages", _anthropic),
            (":generateContent", _gemini),
        ):
            if part in request.path:
                return 200, {}, form(request, text, cut, refused, usage)
        raise AssertionError(request.path)

    return answer


def _openai(request: Request, text: str, cut: bool, refused: bool, usage: Any) -> dict[str, Any]:
    message = {"role": "assistant", "content": text, "refusal": "no" if refused else None}
    reason = "length" if cut else "stop"
    made = {
        "id": "x",
        "object": "chat.completion",
        "created": 1,
        "model": request.body["model"],
        "choices": [{"index": 0, "finish_reason": reason, "message": message}],
    }
    if usage:
        counts = {"prompt_tokens": usage[0], "completion_tokens": usage[1]}
        made["usage"] = {**counts, "total_tokens": sum(usage)}
    return made


def _anthropic(request: Request, text: str, cut: bool, refused: bool, usage: Any) -> dict[str, Any]:
    try:
        data = json.loads(text) if "tools" in request.body else None
    except (ValueError, RecursionError):
        data = None
    block: dict[str, Any] = {"type": "text", "text": text}
    if isinstance(data, dict):
        block = {"type": "tool_use", "id": "t", "name": "answer", "input": data}
    reason = "max_tokens" if cut else "refusal" if refused else "end_turn"
    return {
        "id": "x",
        "type": "message",
        "role": "assistant",
        "model": request.body["model"],
        "content": [block] if text else [],
        "stop_reason": reason,
        "stop_sequence": None,
        "usage": dict(zip(("input_tokens", "output_tokens"), usage or (0, 0), strict=True)),
    }


def _gemini(request: Request, text: str, cut: bool, refused: bool, usage: Any) -> dict[str, Any]:
    reason = "MAX_TOKENS" if cut else "SAFETY" if refused else "STOP"
    content = {"role": "model", "parts": [{"text": text}]} if text else {"role": "model"}
    made: dict[str, Any] = {"candidates": [{"content": content, "finishReason": reason}]}
    if usage:
        names = ("promptTokenCount", "candidatesTokenCount")
        made["usageMetadata"] = dict(zip(names, usage, strict=True))
    return made


GOOD = says(json.dumps(FACTS))


@pytest.fixture
def server(provider: Provider, monkeypatch: pytest.MonkeyPatch) -> Provider:
    monkeypatch.setenv("OPENAI_BASE_URL", f"{provider.url}/v1")
    provider.usual = GOOD
    return provider


@pytest.fixture(params=NAMES)
def kind(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture
def make(server: Provider, sleeps: Sleeps) -> Iterator[Make]:
    made: list[Model] = []

    def build(
        name: str, budget: Budget | None = None, each: float = 10.0, total: float = 60.0
    ) -> Model:
        provider, spec = language_model(name.format(url=server.url))
        service = getattr(import_module(provider.module), provider.name)(spec)

        def pause(seconds: float) -> None:
            sleeps(seconds)
            patience.each = 10.0  # what is asked again is answered, though the machine may be busy

        patience = Patience(each, total, total, pause, sleeps.clock)
        made.append(Model(service, Meter(budget, now=lambda: NOW), patience))
        return made[-1]

    yield build
    for one in made:
        one.close()


@pytest.fixture
def model(make: Make, kind: str) -> Model:
    return make(NAMES[kind])
