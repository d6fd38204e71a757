"""What a verb is asked, as the server takes it; what is wrong is told before anything is sent."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from ..errors import InputError
from ..read.question import read_where
from ..times import moment
from ..types import EVERYTHING, Message, Scope, Where, utcnow
from ..write import limits
from ..write.accept import accept
from ..write.parts import dumped

Json = dict[str, Any]


def given(**values: Any) -> Json:
    """What was given at all."""
    return {name: value for name, value in values.items() if value is not None}


def whose(user_id: object, agent_id: object = None, session_id: object = None) -> Json:
    """Whose memory is meant; a key that is bound to a user may leave it to the server."""
    ids = given(user_id=user_id, agent_id=agent_id, session_id=session_id)
    if ids:
        limits.scope(user_id, agent_id, session_id)
    return ids


def when(at: object, name: str = "at") -> str | None:
    """A moment in the one spelling that a server reads."""
    return None if at is None else moment(at, name).isoformat()


def path(*parts: str) -> str:
    """A path of the API; what is in a part stays in it, also if it is two dots."""
    return "/v1/" + "/".join(quote(part, safe="").replace(".", "%2E") for part in parts)


def record(id: object, *more: str) -> str:
    """The path of a message or a note."""
    return path("records", limits.identifier(id, "id"), *more)


def filters(where: Where | Mapping[str, Any] | None) -> tuple[Where, Json | None]:
    """A filter, read, and as JSON; None for none."""
    read = read_where(where)
    if read == EVERYTHING:
        return read, None
    made = given(after=when(read.after), before=when(read.before), role=read.role)
    made |= given(kind=read.kind, session_id=read.session_id)
    return read, made | ({"metadata": dict(read.metadata)} if read.metadata else {})


def said(content: Any, scope: Scope, at: Any, metadata: Any) -> tuple[list[Json], Json]:
    """What `add` was given as turns, and whose they are.

    What has no id of its own gets none here: the server makes it of the request's key, so that a
    request that is sent again is told from new words that are the same.
    """
    items = [dumped(one) for one in (content if isinstance(content, list | tuple) else [content])]
    messages = accept(content, scope, utcnow() if at is None else moment(at), metadata)
    scopes = {message.scope for message in messages}
    if len(scopes) > 1:
        raise InputError("these messages are of several sessions or agents; add them one by one")
    turns = [_turn(item, one) for item, one in zip(items, messages, strict=True)]
    (own,) = scopes
    return turns, whose(own.user_id, own.agent_id, own.session_id)


def _turn(item: Any, message: Message) -> Json:
    made = given(role=message.role, content=message.content, name=message.name)
    if message.metadata:
        made["metadata"] = dict(message.metadata)
    own = isinstance(item, Message)
    chat = item if isinstance(item, Mapping) else {}
    if own or chat.get("id") is not None:
        made["id"] = message.id
    if own or chat.get("at") is not None:
        made["at"] = message.at.isoformat()
    return made
