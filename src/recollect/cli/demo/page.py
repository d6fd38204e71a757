"""The demo, printed."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from shutil import which
from typing import TYPE_CHECKING, Any

from ..shell import executable, typed
from ..terminal import console, safe
from .script import SHOWN, USER

REASONS = 3
"""The weightiest; `recollect search --explain` shows all."""

if TYPE_CHECKING:
    from rich.console import Console

WIDTH = 96


def print_page(path: str, told: dict[str, Any], asked: dict[str, Any], spent: float) -> None:
    """Everything that happened, in the order it happened."""
    out = console()
    out.soft_wrap = False
    out.width = min(out.width, WIDTH)
    _title(out, f"Session one · process {told['process']}", "is told a few things, and ends")
    for message in told["messages"]:
        _said(out, _day(message["at"]), message["role"], message["content"])
    _title(out, f"Session two · process {asked['process']}", "knows the file, and nothing else")
    for answer in asked["answers"]:
        _answer(out, answer["question"], answer["hits"])
    _history(out, asked["history"])
    _context(out, asked["context"])
    _next(out, path, asked["history"], spent)


def _title(out: Console, name: str, text: str) -> None:
    out.print()
    out.print(name, style="bold cyan", end=" ")
    out.print(text)
    out.print()


def _said(out: Console, day: str, who: str, text: str) -> None:
    _hanging(out, f"  {day}  {who.ljust(9)}  ", text)


def _answer(out: Console, question: str, hits: Sequence[dict[str, Any]]) -> None:
    out.print(f"  ? {question}", style="bold")
    if not hits:
        out.print("    nothing relevant was found")
    for hit in hits[:SHOWN]:
        _hanging(out, f"    {hit['relevance']:>4.0%}  ", hit["text"], "green")
        why = "; ".join(hit["why"][:REASONS]) or "nothing else fits"
        _hanging(out, "          ", f"{_source(hit)} · {why}", "dim")
    if len(hits) > SHOWN:
        out.print(f"          and {len(hits) - SHOWN} less relevant", style="dim")
    out.print()


def _source(hit: dict[str, Any]) -> str:
    if hit["kind"] == "message":
        return f"said {_day(hit['at'])} in session {hit['session_id']}, message {hit['id']}"
    return f"noted {_day(hit['at'])} under the key {hit['record']['key']}"


def _history(out: Console, versions: Sequence[dict[str, Any]]) -> None:
    if not versions:
        return
    out.print(f"  The fact {versions[0]['key']}, nothing overwritten", style="bold")
    for version in versions:
        closed = version["closed_at"]
        until = f"until {_day(closed)}" if closed else "until now"
        _hanging(
            out, f"    {_day(version['valid_from'])} {until.ljust(16)}  ", str(version["value"])
        )


def _context(out: Console, context: dict[str, Any]) -> None:
    tokens = f"{context['tokens']} of at most {context['budget']} tokens"
    _title(out, "What a model would see", f"before it answers the last question, {tokens}")
    for line in context["text"].split("\n"):
        _hanging(out, "  │ ", line, again="  │     ")


def _next(out: Console, path: str, versions: Sequence[dict[str, Any]], spent: float) -> None:
    _title(out, "The memory is one file", f"· {spent:.1f} s in all")
    out.print(f"  {safe(path)}", soft_wrap=True)
    out.print()
    out.print("Try next", style="bold cyan")
    out.print()
    for line in _commands(path, versions):
        out.print(f"  {safe(line)}", soft_wrap=True)
    out.print()


def _commands(path: str, versions: Sequence[dict[str, Any]]) -> list[str]:
    """What to type next, as the shell at hand takes it: it may not know where recollect is."""
    own = executable()
    called = ["recollect"] if which("recollect") == own[0] else own
    lines = [["search", "what annoys me about screens?", "-u", USER, "--explain"]]
    if versions:
        lines.append(["history", versions[-1]["id"]])
    return [typed(*called, *words, "--db", path) for words in [*lines, ["doctor"]]]


def _hanging(out: Console, lead: str, text: str, style: str = "", again: str = "") -> None:
    """Words behind a lead, wrapped so that the lead stays alone in its column."""
    from rich.text import Text

    lines = Text(safe(text), style=style).wrap(out, max(out.width - len(lead), 20)) or [Text()]
    for line in lines:
        line.rstrip()
        out.print(Text(lead) + line)
        lead = again or " " * len(lead)


def _day(moment: str) -> str:
    return f"{datetime.fromisoformat(moment):%Y-%m-%d}"
