"""The options that several verbs share, spelled once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

import typer

from ..errors import InputError
from ..write import limits

DEFAULT_USER = "me"

Yes = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")]
Json = Annotated[bool, typer.Option("--json", help="JSON on stdout and nothing else there.")]
Db = Annotated[
    str | None,
    typer.Option(
        "--db",
        envvar="RECOLLECT_URL",
        metavar="URL|PATH",
        help="Where the memory is.  [default: recollect.db]",
    ),
]
Place = Annotated[
    str | None,
    typer.Option(
        "--db",
        "--url",
        envvar="RECOLLECT_URL",
        metavar="URL|PATH",
        help="Where the memory is.",
    ),
]
User = Annotated[
    str | None,
    typer.Option(
        "--user",
        "-u",
        envvar="RECOLLECT_USER",
        metavar="ID",
        help="Whose memory.  [default: me, or the agent's own with --agent alone]",
    ),
]
Owner = Annotated[
    str | None,
    typer.Option("--user", "-u", metavar="ID", help="Only this user's.  [default: anybody's]"),
]
Agent = Annotated[
    str | None,
    typer.Option("--agent", metavar="ID", help="The agent, beside or instead of a user."),
]
Session = Annotated[
    str | None, typer.Option("--session", "-s", metavar="ID", help="The conversation.")
]
Since = Annotated[
    str | None, typer.Option("--since", metavar="TIME", help="From this moment on (ISO 8601).")
]
Until = Annotated[
    str | None, typer.Option("--until", metavar="TIME", help="Before this moment (ISO 8601).")
]
Role = Annotated[
    str | None,
    typer.Option("--role", metavar="ROLE", help="Only what was said as user, assistant, …"),
]
WordsOnly = Annotated[
    bool, typer.Option("--words-only", help="Go by words alone, without the embedder.")
]
Embedder = Annotated[
    str | None,
    typer.Option(
        "--embedder",
        metavar="NAME",
        help="The model for meaning.  [default: RECOLLECT_EMBEDDER, else minilm]",
    ),
]
Reranker = Annotated[
    str | None,
    typer.Option(
        "--reranker",
        metavar="NAME",
        help="A model that reads the best hits again.  [default: RECOLLECT_RERANKER, else none]",
    ),
]
LLM = Annotated[
    str | None,
    typer.Option(
        "--llm",
        metavar="NAME",
        help="The language model that takes notes, too.  [default: RECOLLECT_LLM, else none]",
    ),
]
Budget = Annotated[
    int | None,
    typer.Option(
        "--budget",
        metavar="TOKENS",
        min=0,
        help="What it may take a day, in and out.  [default: RECOLLECT_BUDGET, else no cap]",
    ),
]
Vectors = Annotated[
    str | None,
    typer.Option(
        "--vectors",
        metavar="URL",
        help="An index of vectors beside the store.  [default: RECOLLECT_VECTORS]",
    ),
]
Graph = Annotated[
    str | None,
    typer.Option(
        "--graph",
        metavar="URL",
        help="A graph beside the store.  [default: RECOLLECT_GRAPH]",
    ),
]
Secrets = Annotated[
    str | None,
    typer.Option(
        "--secrets",
        metavar="POLICY",
        help="keep, redact or refuse passwords and keys.  [default: RECOLLECT_SECRETS, else keep]",
    ),
]


@dataclass(frozen=True, slots=True)
class Whose:
    """Whose memory a command means, and whether nobody said so."""

    user_id: str | None
    agent_id: str | None
    guessed: bool

    @property
    def ids(self) -> dict[str, Any]:
        """As the front door takes them."""
        return {"user_id": self.user_id, "agent_id": self.agent_id}

    @property
    def name(self) -> str:
        """For people."""
        return self.user_id or f"agent {self.agent_id}"


def whose(user: str | None, agent: str | None) -> Whose:
    """The user that was named; without one the agent alone; without either `me`."""
    if user == "" and agent is not None:  # the agent alone, whatever RECOLLECT_USER says
        user = None
    guessed = user is None and agent is None
    if not guessed:
        said([user or "", agent or ""])
        limits.scope(user, agent)
    return Whose(DEFAULT_USER if guessed else user, agent, guessed)


def said(words: list[str]) -> str:
    """The words of a command as one text."""
    text = " ".join(words)
    if any("\udc80" <= char <= "\udcff" for char in text):  # how Python passes on other bytes
        raise InputError("what was written is not UTF-8 text")
    return text
