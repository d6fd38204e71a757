"""The folder of an index: whole states, one after the other; the newest is named in `CURRENT`."""

from __future__ import annotations

import errno
import json
import logging
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from ...errors import ConfigError, StoreError
from ...types import Owner, new_id
from ..beside.card import Card
from ..beside.place import folder
from ..flushing import flush
from ..locking import lock
from ..ondisk.failures import translated
from .space import Space

FORM = 1
STATE = "state-"
OTHERS = "another process writes its folder"
TOLD = (errno.ENOSPC, errno.EDQUOT, errno.EACCES, errno.EROFS, errno.ENOENT)
log = logging.getLogger("recollect")


@dataclass(slots=True)
class State:
    """All that an index holds, and how far it has followed."""

    position: int = 0
    tail: str = ""
    cards: dict[Owner, dict[str, Card]] = field(default_factory=dict)
    spaces: dict[Owner, dict[str, Space]] = field(default_factory=dict)
    """By owner, then by model."""


class Folder:
    """Written by one process at a time: others read it, and keep what is new to themselves."""

    def __init__(self, path: Path) -> None:
        self.path = folder(str(path))
        self._lock: int | None = None
        self._why = OTHERS
        """Why this one does not write here."""
        self._require_ours()
        try:
            path.mkdir(parents=True, exist_ok=True)
            self._lock = _locked(path / "lock")
        except OSError as error:
            self._why = f"its folder cannot be written ({error.strerror})"
            log.warning("the index in %s is kept in memory alone: %s", path, self._why)

    def require_own(self, what: str) -> None:
        """Refuse what only the process can do that writes here."""
        if self._lock is None:
            raise StoreError(f"{self._why}; {what}")

    def holds(self, position: int) -> bool:
        """Whether what is on the disk has come that far, whoever wrote it."""
        try:
            return self._lock is not None or _head(self._newest())["position"] >= position
        except FileNotFoundError:
            return True  # there is nothing
        except (OSError, ValueError):
            return False

    def load(self) -> State:
        """The newest state. One that cannot be read is made anew from the store's feed."""
        try:
            return _read(self._newest())
        except FileNotFoundError:
            pass
        except Exception as error:
            log.warning("the index in %s cannot be read and is made anew: %s", self.path, error)
        return State()

    def _newest(self) -> Path:
        return self.path / (self.path / "CURRENT").read_text(encoding="utf-8").strip()

    def _require_ours(self) -> None:
        """Leave the folder of a database alone that calls its files alike."""
        with suppress(OSError):
            named = (self.path / "CURRENT").read_bytes().startswith(STATE.encode())
            if not named and not any(self.path.glob(f"{STATE}*")):
                raise ConfigError(
                    f"{self.path} is another program's folder. It was not touched; name another"
                )

    def save(self, state: State) -> None:
        """Write a whole state beside the last one, then let it take its place."""
        if self._lock is None:
            return
        name = f"{STATE}{new_id()}"
        with translated(self.path):
            try:
                _write(self.path / name, state)
                _put(self.path / "CURRENT.new", name)
                os.replace(self.path / "CURRENT.new", self.path / "CURRENT")
            except BaseException:
                shutil.rmtree(self.path / name, ignore_errors=True)
                raise
            flush(self.path)
        for old in self.path.glob(f"{STATE}*"):
            if old.name != name:
                shutil.rmtree(old, ignore_errors=True)

    def close(self) -> None:
        """Let others write."""
        self.yielded()

    def yielded(self) -> None:
        """Write no more. A lock that a fork shares stays the other's."""
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None
            self._why = OTHERS


def _write(folder: Path, state: State) -> None:
    folder.mkdir()
    spaces = []
    held_by = ((owner, one) for owner, models in state.spaces.items() for one in models.items())
    for number, (owner, (model, space)) in enumerate(held_by):
        with _telling():
            held = space.save(str(folder / str(number)))
        spaces.append({"owner": asdict(owner), "model": model} | held)
    cards = [
        {"owner": asdict(owner), "cards": [asdict(card) for card in held.values()]}
        for owner, held in state.cards.items()
    ]
    head = {"form": FORM, "position": state.position, "tail": state.tail}
    _put(folder / "state.json", json.dumps(head | {"spaces": spaces, "cards": cards}))
    for file in folder.iterdir():
        flush(file)
    flush(folder)


def _read(folder: Path) -> State:
    held = _head(folder)
    if held["form"] != FORM:
        raise ValueError(f"its form is {held['form']}, this release knows {FORM}")
    state = State(held["position"], held["tail"])
    for one in held["cards"]:
        cards = [_card(card) for card in one["cards"]]
        state.cards[Owner(**one["owner"])] = {card.id: card for card in cards}
    for number, one in enumerate(held["spaces"]):
        models = state.spaces.setdefault(Owner(**one["owner"]), {})
        models[one["model"]] = Space.load(str(folder / str(number)), one)
    return state


def _head(folder: Path) -> dict[str, Any]:
    held: dict[str, Any] = json.loads((folder / "state.json").read_text(encoding="utf-8"))
    return held


def _card(fields: dict[str, Any]) -> Card:
    return Card(**fields | {"tags": tuple(fields["tags"])})


def _put(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")
    flush(path)


@contextmanager
def _telling() -> Iterator[None]:
    """FAISS tells of the system's errors in words alone."""
    try:
        yield
    except RuntimeError as error:
        said = str(error)
        code = next((one for one in TOLD if os.strerror(one) in said), errno.EIO)
        raise OSError(code, os.strerror(code)) from error


def _locked(path: Path) -> int | None:
    """The lock, or None if another process writes this folder."""
    file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    held = False
    try:
        held = lock(file)
    finally:
        if not held:
            os.close(file)
    return file if held else None
