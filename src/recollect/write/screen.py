"""What becomes of secrets on the way in: kept, redacted or refused, by policy."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal, TypeAlias, TypeVar, get_args

from ..errors import ConfigError, SecretFound
from ..types import Message, Note
from .relations import Triple
from .secrets import redacted, secrets

Policy: TypeAlias = Literal["keep", "redact", "refuse"]
R = TypeVar("R", Message, Note, Message | Note)


def policy(value: object) -> Policy:
    """A policy by its name."""
    for known in get_args(Policy):
        if value == known:
            return known  # type: ignore[no-any-return]
    raise ConfigError(
        f"secrets (or RECOLLECT_SECRETS) must be one of {', '.join(get_args(Policy))}"
    )


def screened(record: R, by: Policy) -> R:
    """A record as the policy has it. Raises SecretFound before anything is written."""
    if by == "keep":
        return record
    if isinstance(record, Message):
        return replace(
            record,
            content=_text(record.content, by, "content"),
            metadata=_inside(record.metadata, by, "metadata"),
        )
    return replace(
        record,
        text=_text(record.text, by, "text"),
        value=_inside(record.value, by, "value", record.key or ""),
        metadata=_inside(record.metadata, by, "metadata"),
    )


def unsaid(stated: Triple, by: Policy) -> Triple:
    """A relation as the policy has it, before its key is made of its names."""
    if by == "keep":
        return stated
    label = stated.relation.replace("_", " ").lower()
    return replace(
        stated,
        subject=_text(stated.subject, by, "subject"),
        object=_text(stated.object, by, "object", label),
    )


def _text(text: str, by: Policy, name: str, label: str = "") -> str:
    """A text, read behind its label: a value alone does not say that it is a password."""
    head = f"{label}: " if label else ""
    found = secrets(head + text)
    if not found:
        return text
    if by == "refuse":
        place = max(0, found[0].start - len(head))
        raise SecretFound(
            f"{name} holds what looks like a secret ({found[0].kind}) at position {place}; remove "
            "it, or open the memory with secrets='redact' or 'keep'"
        )
    made = redacted(head + text)
    return made[len(head) :] if made.startswith(head) else redacted(text)


def _inside(value: Any, by: Policy, name: str, label: str = "") -> Any:
    if isinstance(value, str):
        return _text(value, by, name, label)
    if isinstance(value, dict):
        return {key: _inside(item, by, name, key) for key, item in value.items()}
    if isinstance(value, list):
        return [_inside(item, by, name, label) for item in value]
    return value
