"""What begins with a slash: looking at the memory, and forgetting."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..records import print_hit, print_note, print_record
from ..terminal import console, note
from .forgetting import meant, removed

if TYPE_CHECKING:
    from ... import Agent
    from ...types import Record
    from ..options import Whose
    from .lines import Lines

HELP = """/memory           what is known now
/memory QUESTION  what is remembered about something
/why              what the last answer rests on
/forget TEXT|ID   delete what was said about something, once you agree
/help             this
/quit             end the conversation, as Ctrl-D does"""
SHOWN = 20


class Quit(Exception):
    """The conversation is over."""


class Commands:
    """The commands of a conversation."""

    def __init__(self, agent: Agent, whose: Whose, lines: Lines) -> None:
        self._agent, self._whose, self._lines = agent, whose, lines
        self._ids: dict[str, Any] = whose.ids

    def run(self, line: str) -> None:
        """Do what a line says."""
        name, _, rest = line[1:].partition(" ")
        rest = rest.strip()
        match name.lower():
            case "memory":
                self._search(rest) if rest else self._known()
            case "why":
                self._why()
            case "forget":
                self._forget(rest)
            case "help" | "?":
                console().print(HELP)
            case "quit" | "exit" | "q":
                raise Quit
            case _:
                note(f"There is no command /{name[:40]}; /help shows them.")

    def _known(self) -> None:
        notes = self._agent.memory.notes(**self._ids)
        out = console()
        for one in notes[-SHOWN:]:
            print_note(out, one)
        if not notes:
            note(f"No notes for {self._whose.name} yet.")
        elif len(notes) > SHOWN:
            note(f"The last {SHOWN} of {len(notes)}; recollect notes shows all.")

    def _search(self, query: str) -> None:
        hits = self._agent.memory.search(query, limit=5, **self._ids)
        out = console()
        for number, hit in enumerate(hits, start=1):
            print_hit(out, number, hit, explain=False)
        if not hits:
            note(f"Nothing relevant for {self._whose.name}.")

    def _why(self) -> None:
        last = self._agent.last
        if last is None:
            note("There is no answer yet.")
        elif not last.sources:
            note("Nothing was recalled for it, beside this conversation.")
        else:
            self._list(last.sources)

    def _forget(self, text: str) -> None:
        if not text:
            note("Say what to forget: /forget my address, or /forget and an id.")
            return
        found = meant(self._agent.memory, text, self._ids)
        if not found:
            note("Nothing like that is remembered.")
            return
        self._list(found)
        chosen = self._chosen(found)
        if not chosen:
            note("Nothing was forgotten.")
            return
        count = removed(self._agent.memory, chosen, self._ids)
        note(f"Forgotten: {count} record{'' if count == 1 else 's'}.")

    def _chosen(self, found: list[Record]) -> list[Record]:
        """Whatever the user agrees to; the answer is the next line."""
        if len(found) == 1:
            said = (self._lines.next("Forget this? [y/N] ") or "").strip().lower()
            return found if said in ("y", "yes") else []
        every = f"1-{len(found)}"
        said = (self._lines.next(f"Forget which? [{every}, all, none] ") or "").strip().lower()
        if said == "all":
            return found
        number = int(said) if said.isascii() and said.isdigit() else 0
        return found[number - 1 : number] if 1 <= number <= len(found) else []

    def _list(self, records: Any) -> None:
        out = console()
        for number, record in enumerate(records, start=1):
            if len(records) > 1:
                out.print(f"{number}.", style="cyan", end=" ")
            print_record(out, record)
