"""recollect add"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from ... import settings
from ...counts import many
from ...errors import InputError
from ...times import moment
from ...types import utcnow
from ...write import limits
from ...write.accept import accept
from ...write.screen import policy, screened
from .. import machine
from ..opening import opened
from ..options import (
    LLM,
    Agent,
    Budget,
    Db,
    Embedder,
    Json,
    Secrets,
    Session,
    User,
    WordsOnly,
    said,
    whose,
)
from ..terminal import say

STDIN = "-"
LONGEST = 4 * limits.MAX_CONTENT + 8
"""Bytes that a message may have, with a mark before them and the end of a line."""


def run(
    text: Annotated[
        list[str] | None,
        typer.Argument(metavar="TEXT...", help="What was said; - or nothing reads it from stdin."),
    ] = None,
    file: Annotated[
        str | None,
        typer.Option(
            "--file", "-f", metavar="FILE", help="A JSON list of chat messages; - for stdin."
        ),
    ] = None,
    role: Annotated[
        str | None,
        typer.Option(
            "--role",
            metavar="ROLE",
            help="user, assistant, system, developer or tool.  [default: user]",
        ),
    ] = None,
    name: Annotated[str | None, typer.Option("--name", metavar="NAME", help="Who said it.")] = None,
    at: Annotated[
        str | None,
        typer.Option("--at", metavar="TIME", help="When it was said (ISO 8601).  [default: now]"),
    ] = None,
    metadata: Annotated[
        str | None, typer.Option("--metadata", metavar="JSON", help="A JSON object to keep along.")
    ] = None,
    user: User = None,
    agent: Agent = None,
    session: Session = None,
    db: Db = None,
    words_only: WordsOnly = False,
    embedder: Embedder = None,
    llm: LLM = None,
    budget: Budget = None,
    secrets: Secrets = None,
    as_json: Json = False,
) -> int:
    """Keep what was said.

    \b
    recollect add "I prefer dark mode."
    cat letter.txt | recollect add --role assistant -
    recollect add --file chat.json --session s1

    A chat file is a JSON list of objects with content and, as you like, role, name, at, id and
    metadata: the messages that model providers take.
    """
    if file is not None and (text or role or name):
        raise InputError("--file brings its own texts, roles and names; give one or the other")
    content = _said(text or [], role, name) if file is None else _chat(file)
    owner = whose(user, agent)
    extra = None if metadata is None else _json(metadata, "--metadata")
    # Checked before the memory is opened, so that a mistake leaves no empty file behind.
    scope = limits.scope(owner.user_id, owner.agent_id, session)
    accepted = accept(content, scope, utcnow() if at is None else moment(at, "--at"), extra)
    if (by := policy(secrets or settings.secrets())) == "refuse":
        for message in accepted:
            screened(message, by)
    with opened(
        db,
        words_only=words_only,
        embedder=embedder,
        create=True,
        secrets=secrets,
        llm=llm,
        budget=budget,
        asks=True,
    ) as memory:
        added = memory.add(list(accepted), **owner.ids, session_id=session)
        url = memory.url
    if as_json:
        names = ("ids", "new", "embedded", "unlearned")
        made = {name: getattr(added, name) for name in names}
        messages = [machine.record(message) for message in added]
        machine.print_json({**made, "messages": messages, "url": url})
        return 0
    count = many(len(added.new), "message")
    known = len(added) - len(added.new)
    say(f"Kept {count} for {owner.name} in {url}" + (f" ({known} known already)" if known else ""))
    if len(added) == 1:
        say(f"id {added.ids[0]}")
    return 0


def _said(words: list[str], role: str | None, name: str | None) -> dict[str, Any]:
    if words in ([], [STDIN]):
        if not words and sys.stdin.isatty():
            raise InputError("say what to keep: recollect add 'I prefer dark mode.', or pipe it in")
        content = _read(STDIN, LONGEST).removesuffix("\n").removesuffix("\r")
    else:
        content = said(words)
    return {"role": role or "user", "content": content} | ({"name": name} if name else {})


def _chat(file: str) -> list[Any]:
    value = _json(_read(file), "the file")
    if isinstance(value, dict) and isinstance(value.get("messages"), list):
        value = value["messages"]
    if not isinstance(value, list):
        raise InputError("the file must hold a JSON list of chat messages")
    return value


def _read(file: str, most: int = -1) -> str:
    try:
        raw = sys.stdin.buffer.read(most) if file == STDIN else Path(file).read_bytes()
    except OSError as error:
        raise InputError(f"cannot read {file}: {error.strerror}") from None
    if len(raw) == most:
        raise InputError(
            f"stdin has more than the {limits.MAX_CONTENT:,} characters of a message; split it"
        )
    if file == STDIN and not raw:
        raise InputError("there is nothing to read on stdin, so nothing was kept")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        where = "stdin" if file == STDIN else file
        raise InputError(f"{where} is not UTF-8 text (byte {error.start})") from None


def _json(text: str, name: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{name} is not JSON: {error}") from None
