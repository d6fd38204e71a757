"""The two processes of the demo. They share a file, and nothing else."""

from __future__ import annotations

import os
from datetime import timedelta
from typing import Any

from ...types import Note, utcnow
from .. import machine
from ..opening import opened
from .script import BUDGET, FACTS, KEY, QUESTIONS, SAID, SESSION, USER


def tell(url: str, words_only: bool) -> dict[str, Any]:
    """The first session: somebody talks, and it is kept. Telling it again changes nothing."""
    now = utcnow()
    chat = [
        {"id": f"demo-{i}", "role": role, "content": text, "at": now - timedelta(days=days)}
        for i, (days, role, text) in enumerate(SAID, start=1)
    ]
    with opened(url, words_only=words_only, create=True) as memory:
        added = memory.add(chat, user_id=USER, session_id=SESSION)
        if memory.value(KEY, user_id=USER) is None:
            for days, value in FACTS:
                memory.set(KEY, value, user_id=USER, at=now - timedelta(days=days))
        return {
            "process": os.getpid(),
            "session": SESSION,
            "messages": [machine.record(message) for message in added],
        }


def ask(url: str, words_only: bool) -> dict[str, Any]:
    """The second session: it knows the path of the file, and asks."""
    with opened(url, words_only=words_only) as memory:
        answers = [
            {
                "question": asked,
                "hits": [machine.hit(h) for h in memory.search(asked, user_id=USER, explain=True)],
            }
            for asked in QUESTIONS
        ]
        context = memory.context(QUESTIONS[-1], user_id=USER, budget=BUDGET)
        return {
            "process": os.getpid(),
            "answers": answers,
            "context": {
                "question": QUESTIONS[-1],
                "text": context.text,
                "tokens": context.tokens,
                "budget": context.budget,
                "citations": context.citations,
            },
            "history": [machine.record(version) for version in _versions(memory)],
        }


def _versions(memory: Any) -> list[Note]:
    for note in memory.notes(user_id=USER):
        if note.key == KEY:
            return list(memory.history(note.id, user_id=USER))
    return []
