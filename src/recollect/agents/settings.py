"""What is kept of an agent beside its blocks and its words: one note of its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from ..errors import InputError
from ..types import Note
from ..write import limits

KEY = "agent"
"""The key of that note, in the agent's own scope."""
SYSTEM = (
    "You are an agent that goes on from one conversation to the next. Your core memory is below, "
    "in blocks that you always see; change it with core_memory_append and core_memory_replace as "
    "soon as you learn something that stays true. What does not have to be in view goes to the "
    "archive: archival_memory_insert, archival_memory_search. What was said before is found with "
    "conversation_search. Answer the user when you are done."
)
BUILT_IN = (
    "core_memory_append",
    "core_memory_replace",
    "conversation_search",
    "archival_memory_insert",
    "archival_memory_search",
)
TEAM = "team:"
CHANGES = ("system", "llm", "tools", "description", "tags", "metadata")
"""What of an agent's settings can be changed."""


@dataclass(frozen=True, slots=True)
class Ref:
    """Where a block lives that an agent shares with others."""

    key: str
    user_id: str | None = None
    agent_id: str | None = None

    @property
    def owner(self) -> dict[str, str]:
        """Whose it is, as the door's verbs take it."""
        ids = {"user_id": self.user_id, "agent_id": self.agent_id}
        return {name: id for name, id in ids.items() if id is not None}


@dataclass(frozen=True, slots=True)
class Settings:
    """An agent's own text, its model, its tools, and the blocks that it shares.

    `llm` is the name of a model; None for that of `Agents`. `metadata` is yours.
    """

    name: str
    system: str = SYSTEM
    llm: str | None = None
    tools: tuple[str, ...] = BUILT_IN
    description: str = ""
    tags: tuple[str, ...] = ()
    attached: tuple[Ref, ...] = ()
    metadata: Mapping[str, Any] = field(default_factory=dict)

    def as_dict(self) -> dict[str, Any]:
        """Plain values, without what is at its default."""
        made = asdict(self)
        plain = asdict(Settings(self.name))
        return {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in made.items()
            if name == "name" or value != plain[name]
        }

    def with_ref(self, ref: Ref) -> Settings:
        """With one more shared block."""
        return replace(self, attached=(*(one for one in self.attached if one != ref), ref))

    def without(self, ref: Ref) -> Settings:
        """Without a shared block."""
        return replace(self, attached=tuple(one for one in self.attached if one != ref))


def checked(made: Settings) -> Settings:
    """Settings whose parts are what they should be; InputError if not."""
    agent_name(made.name)
    limits.text(made.system, "system")
    if made.llm is not None:
        limits.identifier(made.llm, "llm")
    tools, tags = _names(made.tools, "tools"), _names(made.tags, "tags")
    unknown = sorted(set(tools) - set(BUILT_IN))
    if unknown:
        raise InputError(
            f"there is no tool {unknown[0]!r} built in: there are {', '.join(BUILT_IN)}; hand "
            "functions of your own to Agents(…, tools=[…])"
        )
    if not isinstance(made.description, str):
        raise InputError("the description of an agent is text")
    return replace(made, tools=tools, tags=tags, metadata=limits.metadata(made.metadata))


def agent_name(name: object) -> str:
    """The name of an agent: what `agent_id` is in the memory."""
    made = limits.identifier(name, "name")
    if made.startswith(TEAM):
        raise InputError(f"names that begin with {TEAM!r} are those of teams; choose another")
    return made


def team(name: object) -> str:
    """The scope of a team: an `agent_id` that several agents share."""
    made = limits.identifier(name, "team")
    return made if made.startswith(TEAM) else TEAM + made


def placed(owner: Mapping[str, Any]) -> dict[str, Any]:
    """Ids as a scope takes them: of a user, of an agent, or of both."""
    unknown = sorted(set(owner) - {"user_id", "agent_id"})
    if unknown:
        raise InputError(f"a block lives with a team, a user_id or an agent_id, not {unknown[0]!r}")
    return {"user_id": owner.get("user_id"), "agent_id": owner.get("agent_id")}


def is_one(value: object) -> bool:
    """Whether the value of a note is the settings of an agent."""
    return isinstance(value, Mapping) and isinstance(value.get("name"), str)


def of_note(note: Note) -> Settings:
    """The settings that a note holds, as far as they can be read."""
    value: Mapping[str, Any] = note.value if isinstance(note.value, Mapping) else {}
    return of_dict({**value, "name": value.get("name", note.agent_id)})


def of_dict(value: Mapping[str, Any]) -> Settings:
    """Settings from plain values; what is unknown is left out."""
    known = {name: value[name] for name in Settings.__dataclass_fields__ if name in value}
    refs = known.get("attached", ())
    known["attached"] = tuple(_ref(one) for one in refs if isinstance(one, Mapping))
    return checked(Settings(**known))


def _ref(value: Mapping[str, Any]) -> Ref:
    return Ref(str(value.get("key", "")), value.get("user_id"), value.get("agent_id"))


def _names(value: object, name: str) -> tuple[str, ...]:
    if not isinstance(value, list | tuple):
        raise InputError(f"{name} must be a list")
    if not all(isinstance(one, str) and one for one in value):
        raise InputError(f"{name} are names")
    return tuple(value)
