"""Who is asking: the key that came with a request, and what may be done with it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import Any, Literal, cast
from urllib.parse import unquote

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection

from ..errors import InputError
from ..memory.aio.door import AsyncMemory
from .faults import Problem

Right = Literal["read", "write", "admin"]
RIGHTS: tuple[Right, ...] = ("read", "write", "admin")
"""Each takes in those before it."""
PLACE = "recollect.who"
AUTHOR = "x-recollect-author"
"""The header that says who writes, percent-encoded."""
SPELLED = re.compile(r"([A-Za-z0-9_.~-]|%[0-9A-Fa-f]{2}){1,3072}")


@dataclass(frozen=True, slots=True)
class Who:
    """The caller. `memory` is the caller's tenant's, so no request can reach another's."""

    memory: AsyncMemory
    tenant: str = ""
    user_id: str | None = None
    """The one user that the key is bound to, if it is."""
    right: Right = "admin"
    key: str = ""
    """The id of the key, which is no secret; empty where none is asked for."""
    told: dict[str, Any] = field(default_factory=dict)
    """What a handler adds to the line of the audit log: ids and counts, never words."""

    def may(self, right: Right) -> bool:
        """Whether the key allows this."""
        return RIGHTS.index(right) <= RIGHTS.index(self.right)

    def require(self, right: Right) -> None:
        """Refuse what the key does not allow."""
        if not self.may(right):
            raise Problem(
                403, "forbidden", f"this key may not {right}", f"use a key with --scope {right}"
            )

    def user(self, asked: str | None) -> str | None:
        """The user that a request means: the one it names, which must be the key's if that has
        one."""
        if self.user_id is not None and asked not in (None, self.user_id):
            raise Problem(
                403, "forbidden", "this key is bound to another user", "leave user_id out"
            )
        return self.user_id if self.user_id is not None else asked


def acting(caller: Who, headers: Headers) -> Who:
    """The caller, who may say by which name to write."""
    author = headers.get(AUTHOR)
    if author is None:
        return caller
    if not SPELLED.fullmatch(author):
        raise InputError("X-Recollect-Author is a name, percent-encoded")
    return replace(caller, memory=caller.memory.acting_as(unquote(author)))


def who(request: HTTPConnection) -> Who:
    """The caller of a request that came through the guard."""
    return cast(Who, request.scope[PLACE])
