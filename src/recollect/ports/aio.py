"""The contracts, in async. `sync.py` beside this file is generated from it."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Protocol

from ..orders import (
    Batch,
    Candidate,
    Change,
    Committed,
    Found,
    Look,
    Match,
    Nearest,
    Neighbours,
    Query,
)
from ..types import Message, Note, Owner, OwnerInfo, Record, Report, Scope, SessionInfo, Stats
from .features import Features
from .replies import Chat, Reply, Schema
from .talk import Asked, Said
from .windows import Window

if TYPE_CHECKING:
    from ..orders import Floats


class AsyncStore(Protocol):
    """The system of record: messages, notes, their vectors, and the ordered feed of changes."""

    features: Features
    url: str

    async def commit(self, batch: Batch) -> Committed:
        """Do all of a batch or none of it, once per batch id: closes, drops, puts, then the rest.

        Putting a message whose id and words are known already changes nothing; other words under
        a known id raise IdConflict. Closing a note that is closed raises Stale, and so does
        putting an open note beside another with its key in exactly its scope; dropping or closing
        what is not there raises NotFound. Vectors for records that are gone are ignored.
        A note that is seen again counts it once for each message; Stale if it is closed or gone.
        A cursor that is not where it should start from is Stale, too.
        A vector that is not finite, is all zeros, or has not the size of its model's others
        raises VectorError.
        """
        ...

    async def messages(self, query: Query) -> list[Message]:
        """Read messages, by event time."""
        ...

    async def notes(self, query: Query) -> list[Note]:
        """Read notes, by the time they were learned."""
        ...

    async def locate(self, id: str) -> list[Owner]:
        """The owners that hold a record of this id: one, unless callers chose their own ids."""
        ...

    async def changes(
        self, after: int, limit: int = 1000, owner: Owner | None = None
    ) -> list[Change]:
        """The feed of changes behind a position, in the order of their commits: all, or one's."""
        ...

    async def position(self, at: datetime) -> int:
        """How far the feed had come at a moment, by the store's clock. Needs `features.as_of`."""
        ...

    async def cursor(self, owner: Owner, name: str) -> int:
        """How far a reader of an owner's changes has come; 0 if it has not begun."""
        ...

    async def cursors(self, owner: Owner, prefix: str = "") -> dict[str, int]:
        """Where all cursors of an owner are whose names begin so; what is spent is kept so, too."""
        ...

    async def pending(self, model: str, limit: int) -> list[Record]:
        """Records that have no vector of this model yet."""
        ...

    async def owners(self) -> list[OwnerInfo]:
        """Who owns memory here."""
        ...

    async def sessions(self, scope: Scope) -> list[SessionInfo]:
        """The conversations in a scope, oldest first."""
        ...

    async def stats(
        self, model: str | None, owner: Owner | None = None, tenant: str | None = None
    ) -> Stats:
        """Count what is kept, in all, for one owner, or for all owners of a tenant."""
        ...

    async def check(self) -> Report:
        """Look for damage: the file itself, and that every index agrees with the records."""
        ...

    async def outdated(self, version: int) -> list[Owner]:
        """Owners whose terms were made by another version of the text analysis."""
        ...

    async def erase(self, owner: Owner) -> dict[str, int]:
        """Remove everything of an owner, its name too; counts by kind. The feed keeps a mark."""
        ...

    async def scrub(self) -> list[str]:
        """Overwrite whatever removed records left behind; what hindered that, if anything.

        Nobody else's work is disturbed. A hindrance passes: then call this again.
        """
        ...

    async def traces(self, needles: Sequence[bytes]) -> dict[str, int]:
        """How many of these can be read where no kept record holds them, by place.

        It looks at the bytes themselves, of each place that the store knows: 0 for a clean one.
        """
        ...

    async def close(self) -> None:
        """Release everything. Closing twice is fine."""
        ...

    async def nearest(self, request: Nearest) -> list[Found]:
        """Best cosine first; open notes and messages only. Needs `features.nearest`."""
        ...

    async def match(self, request: Match) -> list[Found]:
        """Best BM25 first; open notes and messages only. Needs `features.match`."""
        ...

    async def look(self, request: Look) -> list[Candidate]:
        """All that `nearest`, `match`, keys, recency and leads find. Needs `features.look`."""
        ...

    async def neighbours(self, request: Neighbours) -> list[Note]:
        """Notes whose subject or object is one of the entities. Needs `features.neighbours`."""
        ...


class AsyncIndex(Protocol):
    """Derived and rebuildable: it follows a store's feed and answers searches."""

    features: Features
    url: str

    async def apply(self, changes: Sequence[Change], after: int = 0) -> None:
        """Take the next changes of the feed, those behind `after`; taking some twice does no harm.

        If it has not come to `after`, as it was emptied meanwhile, it takes none: `Stale`.
        """
        ...

    async def position(self) -> int:
        """The last change applied; 0 for none."""
        ...

    async def tail(self) -> str:
        """The `sign` of the last change applied: by it an index knows its own store again."""
        ...

    async def search(self, request: Nearest | Match | Neighbours) -> list[Found]:
        """Answer a request of a kind that `features` declares."""
        ...

    async def erase(self, owner: Owner) -> None:
        """Forget everything of an owner."""
        ...

    async def clear(self) -> None:
        """Forget everything, and begin again at 0."""
        ...

    async def close(self) -> None:
        """Release everything."""
        ...


class AsyncChatModel(Protocol):
    """A language model that talks. `id` names the provider and the model, `format` the form of
    messages that it takes: `openai`, `anthropic` or `gemini`."""

    id: str
    format: str

    async def chat(self, asked: Asked, *, user: str = "") -> Said:
        """What it says, whole; `user` is whose budget it is spent from.

        Whatever goes wrong is a ModelError, as for a language model that completes.
        """
        ...

    def stream(self, asked: Asked, *, user: str = "") -> AsyncGenerator[str | Said, None]:
        """The same in pieces of text, as they come, and all of it at the end."""
        ...

    async def close(self) -> None:
        """Release what it holds, if anything."""
        ...


class AsyncCache(Protocol):
    """Keeps windows of live sessions for a while. It may lose them, and may be down."""

    url: str

    async def get(self, owner: Owner, name: str) -> Window | None:
        """A window that was put under this name, if it is still there and whole."""
        ...

    async def put(self, owner: Owner, name: str, window: Window) -> None:
        """Keep a window for a while."""
        ...

    async def drop(self, owner: Owner) -> None:
        """Forget all windows of an owner."""
        ...

    async def close(self) -> None:
        """Release everything."""
        ...


class AsyncEmbedder(Protocol):
    """Turns texts into vectors. `id` names the model and its weights."""

    id: str
    latin: bool
    """Whether it reads Latin script only."""
    cosines: tuple[float, float]
    """What its vectors have in common where a text has nothing to do with a question, and where
    it answers it."""

    async def embed(self, texts: Sequence[str]) -> Floats:
        """One row per text to be kept."""
        ...

    async def ask(self, texts: Sequence[str]) -> Floats:
        """One row per question. Most models make no difference: then the same as `embed`."""
        ...

    async def close(self) -> None:
        """Release what it holds, if anything."""
        ...


class AsyncReranker(Protocol):
    """Reads a question and each of some texts together, and says how well they go together. `id`
    names the model."""

    id: str

    async def score(self, query: str, texts: Sequence[str]) -> Sequence[float]:
        """A finite number for each text, in their order, larger if it fits better. They are
        compared with each other and with nothing else, so any scale will do."""
        ...

    async def close(self) -> None:
        """Release what it holds, if anything."""
        ...


class AsyncLLM(Protocol):
    """A language model. `id` names the provider and the model."""

    id: str

    async def complete(
        self, messages: Chat, schema: Schema | None = None, *, user: str = ""
    ) -> Reply:
        """Answer a chat, in a form that fits the schema if there is one; `user` is whose budget
        it is spent from.

        Whatever goes wrong is a ModelError: Refused, Unreadable and TooLong are about these
        messages, OverBudget about a cap, any other about the service.
        """
        ...

    async def close(self) -> None:
        """Release what it holds, if anything."""
        ...
