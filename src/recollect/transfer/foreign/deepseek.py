"""The conversations.json of DeepSeek's data export: trees like ChatGPT's, with messages in pieces.

Nothing says which branch stands, so the newest does; the ids of its messages are numbers.
"""

from __future__ import annotations

from typing import Any

from ...times import EPOCH, moment
from ...types import Record
from .taking import BRANCHES, FILES, THOUGHTS, TOOLS, Taking, part, read_each, words
from .tree import newest, path

ROLES = {"REQUEST": "user", "RESPONSE": "assistant"}
"""Who says a piece; others are thoughts, and what was searched for."""


def records(value: Any, taking: Taking) -> list[Record]:
    """What stands of every conversation."""
    if isinstance(value, dict):
        value = value.get("conversations")
    return read_each(value, "export of DeepSeek", lambda one, _: _conversation(one, taking))


def is_conversation(one: dict[str, Any]) -> bool:
    """Whether this is one of DeepSeek's."""
    return "mapping" in one and "inserted_at" in one


def _conversation(raw: dict[str, Any], taking: Taking) -> list[Record]:
    nodes = part(raw, "mapping", dict)
    parents = {id: node.get("parent") for id, node in nodes.items()}
    said = {id: one for id, node in nodes.items() if (one := node.get("message")) is not None}
    times = {id: moment(one["inserted_at"], "inserted_at") for id, one in said.items()}
    standing = path(parents, newest(parents, times)) or list(nodes)
    session, title = raw.get("id"), raw.get("title")
    found: list[Record] = []
    last = EPOCH
    for id, one in ((id, said[id]) for id in standing if id in said):
        last = max(times[id], last)  # some answers are dated before they were asked for
        pieces = part(one, "fragments", list)
        for role in ("user", "assistant"):
            text = words([p.get("content") for p in pieces if ROLES.get(p.get("type")) == role])
            if text:
                own = f"{session}/{id}"
                found.append(taking.message(text, role, last, own, session, title=title))
        others = [piece.get("type") for piece in pieces if piece.get("type") not in ROLES]
        taking.left[THOUGHTS] += others.count("THINK")
        taking.left[TOOLS] += len(others) - others.count("THINK")
        taking.left[FILES] += len(one.get("files") or [])
    taking.left[BRANCHES] += len(said.keys() - set(standing))
    return found
