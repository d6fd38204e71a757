"""Reading JSON objects that people wrote: every error names the field at fault."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from ..errors import InputError
from ..times import moment
from ..write import limits


class Fields:
    """One object and where it stands, such as `sessions[2].turns[0]`."""

    def __init__(self, raw: Any, where: str = "") -> None:
        if not isinstance(raw, dict):
            raise InputError(f"{where or 'a case'} must be an object, not {_kind(raw)}")
        self._raw, self.where = raw, where

    def __contains__(self, name: str) -> bool:
        return self._raw.get(name) is not None

    def path(self, name: str) -> str:
        """What a field is called in an error."""
        return f"{self.where}.{name}" if self.where else name

    def text(self, name: str, default: str | None = None) -> str:
        """Text that is not empty, or a number as text; the default if there is none."""
        value = self._raw.get(name)
        if value is None and default is not None:
            return default
        if isinstance(value, int) and not isinstance(value, bool):
            return str(value)
        if not isinstance(value, str) or not value.strip():
            got = "empty" if isinstance(value, str) else _kind(value)
            raise InputError(f"{self.path(name)} must be text, and is {got}")
        return value

    def words(self, name: str) -> str:
        """Text that may be empty."""
        value = self._raw.get(name)
        return value if isinstance(value, str) else self.text(name)

    def said(self, name: str) -> str:
        """Words that a memory takes, or none."""
        value = self.words(name)
        return limits.text(value, self.path(name)) if value.strip() else ""

    def asked(self, name: str) -> str:
        """Words that a search takes."""
        return limits.text(self.text(name), self.path(name), limits.MAX_QUERY)

    def name(self, name: str) -> str:
        """A name that a memory takes."""
        return limits.identifier(self.text(name), self.path(name))

    def date(self, name: str) -> str | None:
        """ISO 8601 text, or None."""
        if name not in self:
            return None
        value = self.text(name)
        moment(value, self.path(name))
        return value

    def flag(self, name: str, default: bool) -> bool:
        """True or false."""
        value = self._raw[name] if name in self else default
        if not isinstance(value, bool):
            raise InputError(f"{self.path(name)} must be true or false, not {_kind(value)}")
        return value

    def objects(self, name: str) -> Iterator[Fields]:
        """The objects of a list."""
        for i, one in enumerate(self._list(name)):
            yield Fields(one, f"{self.path(name)}[{i}]")

    def ids(self, name: str, known: Collection[str]) -> frozenset[str]:
        """A list of ids, each of them known; empty if there is none."""
        found = [str(id) for id in self._list(name)] if name in self else []
        for id in found:
            if id not in known:
                raise InputError(f"{self.path(name)} names {id[:40]!r}, which is not in this case")
        return frozenset(found)

    def _list(self, name: str) -> list[Any]:
        value = self._raw.get(name)
        if not isinstance(value, list):
            raise InputError(f"{self.path(name)} must be a list, not {_kind(value)}")
        return value


def _kind(value: Any) -> str:
    if value is None:
        return "missing"
    names = {dict: "an object", list: "a list", str: "text", bool: "true or false"}
    return names.get(type(value), "a number")
