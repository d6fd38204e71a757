"""recollect learn"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ...counts import many
from .. import machine
from ..lasting import lasting
from ..opening import opened
from ..options import LLM, Agent, Budget, Db, Embedder, Json, Owner, WordsOnly
from ..terminal import note, say

if TYPE_CHECKING:
    from ...ports import Waiting


def run(
    user: Owner = None,
    agent: Agent = None,
    db: Db = None,
    words_only: WordsOnly = False,
    embedder: Embedder = None,
    llm: LLM = None,
    budget: Budget = None,
    preview: Annotated[
        bool, typer.Option("--preview", help="Only say what the language model would be asked.")
    ] = False,
    as_json: Json = False,
) -> int:
    """Take notes of what was added and not learned yet: what was imported, or kept for later.

    Safe to interrupt: run it again to go on. With a language model (--llm, else RECOLLECT_LLM), the
    rules read first and then the model, within its budget.
    """
    with opened(
        db, words_only=words_only or preview, embedder=embedder, llm=llm, budget=budget, asks=True
    ) as memory:
        if preview:
            return _preview(memory.waiting(user_id=user, agent_id=agent), as_json)
        with lasting("Learning", as_json, "what was learned is kept") as so_far:
            new = memory.learn(user_id=user, agent_id=agent, progress=so_far)
        left = memory.waiting(user_id=user, agent_id=agent)
    if as_json:
        more = {"waiting": left.messages, "stopped": left.stopped} if left.messages else {}
        machine.print_json({"new": new, **more})
        return 0
    say(f"Took {many(new, 'note')}.")
    if left.messages:
        why = f": {left.stopped}" if left.stopped else ""
        note(f"{_messages(left.messages)} for the language model{why}")
    return 0


def _preview(waiting: Waiting, as_json: bool) -> int:
    if as_json:
        machine.print_json(waiting)
    elif not waiting.messages:
        say("Nothing waits for a language model.")
    else:
        say(
            f"{_messages(waiting.messages)}: about {many(waiting.calls, 'call')}, "
            f"{waiting.input:,} tokens in and at most {waiting.output:,} out."
        )
        if waiting.stopped:
            note(waiting.stopped)
    return 0


def _messages(count: int) -> str:
    return f"{count:,} {'message waits' if count == 1 else 'messages wait'}"
