"""The conversation: a line is said or is a command, an answer is shown as it comes."""

from __future__ import annotations

import json
import sys
from contextlib import closing
from typing import TYPE_CHECKING

from ...errors import InputError, RecollectError
from .. import exits, machine
from ..shell import typed
from ..terminal import note, safe
from .commands import Commands, Quit
from .lines import Lines

if TYPE_CHECKING:
    from ... import Agent
    from ..options import Whose


class Loop:
    """One run of `recollect chat`."""

    def __init__(self, agent: Agent, whose: Whose, as_json: bool, reach: list[str]) -> None:
        self._agent, self._json = agent, as_json
        self._reach = reach
        """The options that lead to this memory again."""
        self._lines = Lines(shown=not as_json)
        self._commands = Commands(agent, whose, self._lines)

    def run(self) -> int:
        """Until there are no more lines; then the session ends."""
        self._welcome()
        try:
            while (line := self._line()) is not None:
                self._heard(line)
        except Quit:
            pass
        self._agent.close()
        if self._lines.typed:
            again = typed("recollect", "chat", "--session", self._agent.session_id, *self._reach)
            note(f"Goes on with: {safe(again)}")
        return exits.OK

    def _line(self) -> str | None:
        """The next line; whoever presses Ctrl-C at the prompt begins the line anew."""
        while True:
            try:
                return self._lines.next()
            except KeyboardInterrupt:
                if not self._lines.typed:
                    raise
                sys.stdout.write("\n")
                note("Ctrl-D or /quit ends the conversation.")
            except InputError as error:
                self._tell(error)

    def _heard(self, line: str) -> None:
        """At a prompt, what fails is told and the conversation goes on; in a pipe it ends."""
        if not line.strip():
            return
        try:
            if line.startswith("/") and not self._json:
                self._commands.run(line)
            elif self._json:
                self._answer_as_json(line)
            else:
                self._answer(line)
        except KeyboardInterrupt:
            if not self._lines.typed:
                raise
            note("\n(stopped)")
        except RecollectError as error:
            self._tell(error)

    def _tell(self, error: RecollectError) -> None:
        """At a prompt; in a pipe there is nobody to tell it to who could go on."""
        if not self._lines.typed:
            raise error
        note(exits.told(type(error).__name__, " ".join(str(error).split()), False))

    def _answer(self, line: str) -> None:
        with closing(self._agent.stream(line)) as pieces:
            shown = False
            for piece in pieces:
                sys.stdout.write(safe(piece))
                sys.stdout.flush()
                shown = True
            if shown:
                sys.stdout.write("\n")
                sys.stdout.flush()

    def _answer_as_json(self, line: str) -> None:
        reply = self._agent.chat(line)
        made = {
            "text": reply.text,
            "sources": [machine.record(one) for one in reply.sources],
            "tokens": reply.tokens,
            "refused": reply.refused,
            "cut": reply.cut,
            "session_id": self._agent.session_id,
            "model": self._agent.model,
        }
        sys.stdout.write(json.dumps(machine.plain(made)).replace("\x7f", "\\u007f") + "\n")
        sys.stdout.flush()

    def _welcome(self) -> None:
        if not self._lines.typed:
            return
        model = self._agent.model
        who = "offline, from memory alone" if model == "offline" else f"by {model}"
        note(f"You are answered {who}. /help shows the commands, Ctrl-D ends.")
