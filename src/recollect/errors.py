"""Every error recollect raises, and what to do about each.

RecollectError
├── InputError                 a value is wrong; nothing was written        (also ValueError)
│   ├── BlockFull              a block would hold more than its limit
│   ├── BlockReadOnly          an agent may not change this block
│   ├── ScopeError             no user, agent or session was named, or a bad one
│   ├── SecretFound            a password, key or card number, and the policy is to refuse
│   └── VectorError            an embedding has NaN, infinity, zeros or a wrong size
├── NotFound                   no such id in this scope                     (also LookupError)
├── Conflict                   the memory holds something else already
│   ├── IdConflict             this id is taken by other words
│   └── Stale                  somebody else changed it since it was read        (read again)
├── ConfigError                a URL, a name or a setting is wrong
│   ├── UnknownScheme          no driver speaks this URL
│   └── MissingExtra           the driver needs a package                   (also ImportError)
├── StoreError                 the back-end could not do it
│   ├── StoreBusy              another writer held it for too long          (safe to retry)
│   │   └── Clash              two commits got into each other's way; this one did nothing
│   ├── Lost                   the connection to the server broke
│   ├── StoreFull              no space left on the device
│   ├── StoreReadOnly          the file or its folder cannot be written
│   ├── StoreCorrupt           the file is damaged; it was left as it is
│   ├── SchemaTooNew           a newer recollect wrote this file; it was left as it is
│   └── StoreClosed            used after close()
└── ModelError                 an embedder or a model failed
    ├── Refused                a language model would not answer this
    ├── Unreadable             a language model's answer is empty or does not fit
    ├── TooLong                more words than the model reads
    ├── OverBudget             the call would break a cap on spending; it was not made
    ├── DownloadFailed         a file could not be fetched; nothing was installed  (safe to retry)
    └── WrongHash              a file is not the expected one; nothing was installed

A message says what happened and what to do next; it never quotes stored text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime

    from .types import Note


class RecollectError(Exception):
    """The base of every error raised on purpose."""


class InputError(RecollectError, ValueError):
    """A value given to recollect is wrong. Nothing was written."""


class BlockFull(InputError):
    """A block of an agent would hold more characters than its limit. It was left as it is."""


class BlockReadOnly(InputError):
    """A block may be read by the agent and not changed. It was left as it is."""


class ScopeError(InputError):
    """A call must say whose memory it means."""


class SecretFound(InputError):
    """The words hold a secret, and the memory was opened to refuse it. Nothing was written."""


class VectorError(InputError):
    """An embedding cannot be kept: NaN, infinite, all zeros, or the wrong size."""


class NotFound(RecollectError, LookupError):
    """No such id in this scope. Somebody else's id looks the same."""


class Conflict(RecollectError):
    """The memory already holds something that excludes this write. Nothing was written.

    `current` is the note that stands now, if it is known: who wrote it is in its metadata.
    """

    current: Note | None = None


class IdConflict(Conflict):
    """The id is taken by other words."""


class Stale(Conflict):
    """Somebody else changed it since it was read. Read again, then retry."""

    def __init__(self, message: str, current: Note | None = None) -> None:
        super().__init__(message)
        self.current = current


class ConfigError(RecollectError):
    """A URL, a name or a setting cannot be understood."""


class UnknownScheme(ConfigError):
    """No driver speaks this URL."""


class MissingExtra(ConfigError, ImportError):
    """A package is needed that is not installed."""


class StoreError(RecollectError):
    """The back-end could not do what was asked."""


class StoreBusy(StoreError):
    """Another writer held the store for too long. Trying again is safe."""


class Clash(StoreBusy):
    """Two commits got into each other's way. This one did nothing, and can be done again."""


class Lost(StoreError):
    """The connection broke. A commit may have happened or not: its batch id tells."""


class StoreFull(StoreError):
    """The device is full. What was acknowledged before is kept."""


class StoreReadOnly(StoreError):
    """The store cannot be written."""


class StoreCorrupt(StoreError):
    """The store is damaged. It was left exactly as it is."""


class SchemaTooNew(StoreError):
    """A newer recollect wrote this store. It was left exactly as it is."""


class StoreClosed(StoreError):
    """The store was used after close()."""


class ModelError(RecollectError):
    """An embedder or a language model failed."""


class Refused(ModelError):
    """A language model would not answer these messages. Asking again is in vain."""


class Unreadable(ModelError):
    """A language model's answer is empty, no JSON, or not what was asked for, twice over."""


class TooLong(ModelError):
    """The messages hold more than the model reads. Send fewer at a time."""


class OverBudget(ModelError):
    """A call would break a cap on spending. It was not made."""

    def __init__(self, message: str, cap: str = "", resets_at: datetime | None = None) -> None:
        super().__init__(message)
        self.cap = cap
        self.resets_at = resets_at


class DownloadFailed(ModelError):
    """A model's file could not be fetched. Nothing was installed; trying again is safe."""


class WrongHash(ModelError):
    """A file is not the one that was expected. Nothing was installed."""
