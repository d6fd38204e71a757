"""Tenants in one store, each on a walk of its own, and what those who run the store do to it."""

from __future__ import annotations

import asyncio
import io
import random
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from recollect import AsyncMemory, Memory, Message, NotFound
from recollect.cli.backing.giving import give
from recollect.cli.backing.taking import take
from tests.serving import serving

from .canaries import left
from .kit import HashEmbedder
from .ledger import Said, Whose
from .walk import LOOK_BACK, NOON, WHOSE, Door, _but, _named, _same
from .walk_agents import AgentWalk

NAMES = ("", "acme")
Servers = Mapping[str, Callable[[], str]]
"""Makes a server's memory empty, and says where it is."""
NOWHERE: Servers = {}
PLACES = {
    "sqlite": "sqlite:///{}/memory.db",
    "json": "json:///{}/memory.json",
    "yaml": "yaml:///{}/memory.yaml",
    "markdown": "markdown:///{}/agent",
}
STEPS = (("reopen", 3), ("back_up", 3), ("bring_back", 3), ("relocate", 2), ("reindex", 2),
         ("hand_over", 2))  # fmt: skip
READING = ("get", "history", "why", "delete", "undo", "pin", "unpin", "release", "hold", "expire")
"""What can be asked of a record by its id."""


class Tenant(AgentWalk):
    """A walk through one tenant's part of a house. All have the same users, sessions, keys and
    some of the ids; only their words differ."""

    steps = (
        *AgentWalk.steps, ("add", 10), ("set", 6), ("call", 3), ("erase_user", 1), ("reach", 4),
        ("again", 1), ("study", 2),
    )  # fmt: skip

    def __init__(self, house: House, name: str, mark: str) -> None:
        self.house, self.name, self.mark, self.calls = house, name, mark, 0
        super().__init__(house.url, house.folder, house.seed, house.awaited)
        self.runner.close()
        self.random, self.log, self.runner = house.random, house.log, house.runner

    @property
    def now(self) -> datetime:
        """One clock for all."""
        return self.house.now

    @now.setter
    def now(self, at: datetime) -> None:
        self.house.now = at

    def move(self) -> None:
        before = self.now
        super().move()
        for other in self.house.tenants:
            if other is not self:
                other.passed(before)

    def reopen(self) -> None:
        self.house.reopen()

    def copy(self) -> None:
        """Everything of everybody is for the house."""

    def call(self) -> None:
        """Something is said under an id that other tenants use as well."""
        user, agent = self._somebody()
        word, self.calls = self._word(), self.calls + 1
        said = Message(f"I love jazz. The word is {word}.", id=f"m{self.calls}", at=self.now)
        self._note(f"call {user} {agent} {said.id} {word}")
        [message] = self.door.add(said, user_id=user, agent_id=agent).messages
        self.ledger.said[message.id] = Said(message, word)

    def erase_user(self) -> None:
        """All of a user, or what an agent shares with one."""
        user, agent = whose = self._somebody()
        self._note(f"erase_user {whose}")
        receipt = self.door.erase(**_named(whose))
        said = (one.message for one in self.ledger.said.values())
        gone = {m.id for m in said if m.user_id == user and agent in (None, m.agent_id)}
        versions = self.ledger.versions.values()
        gone |= {v.id for v in versions if v.whose[0] == user and agent in (None, v.whose[1])}
        self._erased(receipt, gone)
        self._lost(user, agent)
        assert self.door.notes(closed=True, **_named(whose)) == []
        if agent is None:
            counted = self.door.stats(user_id=user)
            assert (counted.messages, counted.notes) == (0, 0)
            assert user not in {info.owner.id for info in self.door.owners()}

    def reach(self) -> None:
        """Ask for what is another's by its id: it looks like what is not there."""
        other = self.random.choice([one for one in self.house.tenants if one is not self])
        known = self.ledger.said.keys() | self.ledger.versions.keys()
        theirs = sorted(other.ledger.said.keys() | other.ledger.versions.keys())
        for id in self._some([one for one in theirs if one not in known]):
            verb = self.random.choice(READING)
            self._note(f"reach {verb} {id} of {other.name!r}")
            with pytest.raises(NotFound):
                getattr(self.door, verb)(id)
            receipt = self.door.erase(id=id)
            assert not any(receipt.removed.values()), receipt.removed
            other.check()

    def again(self) -> None:
        """Import what one has: nothing is new, and nothing is another."""
        self._note("again")
        before = self.seen(self.door)
        lines = io.StringIO()
        self.door.export_to(lines)
        lines.seek(0)
        assert self.door.import_from(lines) == 0
        self.agree(self.door, before, "imported again")

    def study(self) -> None:
        """Take the notes that wait, of somebody or of all."""
        user = self.random.choice([None, "dana", "erik"])
        self._note(f"study {user}")
        if self.door.learn(user_id=user):
            self.saw.clear()  # they were learned when it was said

    def look(self) -> None:
        """And nobody else's words are to be read."""
        super().look()
        lines = io.StringIO()
        self.door.export_to(lines)
        told = lines.getvalue() + str(self.door.changes())
        for other in self.house.tenants:
            assert other is self or f"xq{other.mark}" not in told, f"the words of {other.name!r}"

    def seen(self, door: Door) -> dict[Whose, Any]:
        """Everything that is read here now."""
        return {whose: self._state(door, whose) for whose in WHOSE}

    def agree(self, door: Door, wanted: dict[Whose, Any], what: str) -> None:
        """Somewhere else, or now, the same is read."""
        for whose, reads in wanted.items():
            there = self._state(door, whose)
            _same(there, reads, f"{what}: {self.name!r}, {whose}")

    def _state(self, door: Door, whose: Whose) -> dict[str, Any]:
        named = _named(whose)
        reads = self._reads(door, whose, self.now)
        held = door.held(released=True, **named)
        return {
            **reads,
            "cast": self.cast(door),
            "pins": sorted(one.id for one in door.pins(**named)),
            "policy": door.policy(**named).as_dict(),
            "held": sorted((one.record.id, one.released) for one in held),
        }

    def _reads(self, door: Door, whose: Whose, at: datetime) -> dict[str, Any]:
        """As ever, but for the name of the tenant, which neither an export nor a server tells."""
        reads = super()._reads(door, whose, at)
        for name in ("messages", "notes", "closed"):
            reads[name] = [replace(one, tenant="") for one in reads[name]]
        reads["conflicts"] = [[one.id for one in pair] for pair in reads["conflicts"]]
        return reads

    @property
    def embedder(self) -> HashEmbedder | None:
        """That of all."""
        return self.house.embedder

    def _word(self) -> str:
        self.words += 1
        return f"xq{self.mark}{self.words:03}zj"

    def _wiped(self, words: list[bytes]) -> None:
        super()._wiped(words)
        self.house.erased += words

    def _pages_are_wanted(self) -> None:
        assert self.folder is not None
        pages = {page.stem for page in self.folder.rglob("memory/*.md")}
        wanted = set().union(*(one.ledger.days() for one in self.house.tenants))
        assert pages <= wanted, pages - wanted

    def _open(self, url: str) -> Door:
        return self.house.door(self.name) if url == self.house.url else super()._open(url)


@dataclass(frozen=True, slots=True)
class Backup:
    """A backup, and what was read when it was made."""

    file: Path
    at: datetime
    embedder: HashEmbedder | None
    gone: tuple[bytes, ...]
    """What had been erased by then."""
    reads: list[dict[Whose, Any]]


class House:
    """A store, its tenants, and their clock. If it is served, they come over HTTP with keys."""

    def __init__(
        self, folder: Path, kind: str, seed: int, served: bool = False, servers: Servers = NOWHERE
    ) -> None:
        self.base, self.seed, self.served, self.servers = folder, seed, served, servers
        self.random, self.now, self.log = random.Random(seed), NOON, [f"{kind}, served: {served}"]
        self.awaited, self.runner = seed % 2 == 1, asyncio.Runner()
        self.embedder = self.random.choice([None, HashEmbedder(16)])
        self.learn = self.random.choice(["now", "now", "later"])
        self.beside = self.embedder is not None and self.random.random() < 0.3
        self.places, self.tenants = 0, []
        self.backups: list[Backup] = []
        self.erased: list[bytes] = []
        self.tokens: dict[str, str] = {}
        self.kind, self.url, self.folder = self._place(kind)
        self._open()
        self.tenants: list[Tenant] = [Tenant(self, name, f"t{n}") for n, name in enumerate(NAMES)]

    def run(self, steps: int, pause: int) -> None:
        """Let one or the other take a step; a failure names the seed and the way."""
        mine, weights = zip(*STEPS, strict=True)
        theirs, chances = zip(*Tenant.steps, strict=True)
        try:
            for place in range(1, steps + 1):
                if self.random.random() < 0.15:
                    getattr(self, self.random.choices(mine, weights)[0])()
                else:
                    tenant = self.random.choice(self.tenants)
                    self.log.append(f"-- {tenant.name!r}")
                    getattr(tenant, self.random.choices(theirs, chances)[0])()
                    tenant.check()
                if place % pause == 0:
                    self.look()
                if place % (LOOK_BACK * pause) == 0:
                    self.look_back()
            self.look()
            self.look_back()
            self.back_up()
            self.bring_back()
        except Exception as error:
            way = "\n".join(self.log)
            raise AssertionError(f"seed {self.seed} on {self.url}\n{way}\n{error!r}") from error

    def look(self) -> None:
        """All is as each of them expects; one of them looks closer."""
        for tenant in self.tenants:
            tenant.check()
        self.random.choice(self.tenants).look()

    def look_back(self) -> None:
        """And was, too."""
        for tenant in self.tenants:
            tenant.look_back()

    def close(self) -> None:
        """Let go of everything."""
        self._close()
        self.runner.close()

    # What is done to the store.

    def reopen(self) -> None:
        """Close it and open it in the other colour."""
        self.log.append("reopen")
        before = self._seen()
        self._close()
        self.awaited = not self.awaited
        self._open()
        self._agree(before, "reopened")

    def back_up(self) -> None:
        """While all have it open."""
        self.log.append("back_up")
        file = self.base / f"{len(self.backups)}.backup"
        take(self.url, str(file), False, None)
        gone = tuple(self.erased)
        self.backups.append(Backup(file, self.now, self.embedder, gone, self._seen()))

    def bring_back(self) -> None:
        """Some backup, elsewhere: what was read when it was made, and it is whole."""
        if not self.backups:
            return
        backup, (_, url, folder) = self.random.choice(self.backups), self._place()
        self.log.append(f"bring_back {backup.file.name} to {url}")
        held, done = give(str(backup.file), url, False, None)
        assert done.ok, done.lost
        assert done.source_hash == done.target_hash == held.content
        assert folder is None or not (found := left(folder, list(backup.gone))), found
        was = self.now, self.embedder
        self.now, self.embedder = backup.at, backup.embedder
        try:
            self._elsewhere(url, backup.reads, f"brought back from {backup.file.name}")
        finally:
            self.now, self.embedder = was

    def relocate(self) -> None:
        """Copy everything to another store, or bring a backup back there, and go on there."""
        before, (kind, url, folder) = self._seen(), self._place()
        how = self.random.choice(["copy", "backup"])
        self.log.append(f"relocate by {how} to {url}")
        if how == "copy":
            with Memory(self.url, embedder=None) as memory:
                done = memory.copy_to(url)
            assert done.ok, done.lost
        else:
            self.back_up()
            assert give(str(self.backups[-1].file), url, False, None)[1].ok
        self._close()
        self.kind, self.url, self.folder = kind, url, folder
        self._open()
        self._agree(before, "relocated")
        assert folder is None or not (found := left(folder, self.erased)), found
        for tenant in self.tenants:
            tenant.stored.clear()  # all of it was committed now

    def reindex(self) -> None:
        """Make what is made of the words anew, sometimes by another model."""
        if self.served:
            return
        size = self.random.choice([None, 8, 16, 24]) if self.embedder is not None else None
        self.log.append(f"reindex {size}")
        before = self._seen()
        if size is not None:
            self.embedder = HashEmbedder(size)
        self.whole.reindex(embedder=self.embedder, vectors=self.random.random() < 0.5)
        self._agree(before, "reindexed")

    def hand_over(self) -> None:
        """Export everything of all, and import it elsewhere: but for decisions, the same."""
        _, url, _ = self._place()
        self.log.append(f"hand_over to {url}")
        lines = io.StringIO()
        with Memory(self.url, embedder=None) as memory:
            memory._now = lambda: self.now
            memory.export_to(lines)
        lines.seek(0)
        with Memory(url, embedder=self.embedder) as memory:
            memory._now = lambda: self.now
            memory.import_from(lines)
            lines.seek(0)
            assert memory.import_from(lines) == 0
        bare = [{who: _but(reads, "held") for who, reads in one.items()} for one in self._seen()]
        self._elsewhere(url, bare, "handed over")

    # What these share.

    def door(self, name: str) -> Door:
        """A tenant's."""
        if not self.served:
            return Door(self.whole._memory.tenant(name), self.runner)
        made = AsyncMemory if self.awaited else Memory
        return Door(made(self.running.url, api_key=self.tokens[name]), self.runner)

    def _elsewhere(self, url: str, wanted: list[dict[Whose, Any]], what: str) -> None:
        """What another store reads."""
        with Memory(url, embedder=self.embedder) as memory:
            memory._now = lambda: self.now
            assert (report := memory.verify()).ok, report.problems
            for tenant, reads in zip(self.tenants, wanted, strict=True):
                tenant.agree(Door(memory.tenant(tenant.name), self.runner), reads, what)

    def _seen(self) -> list[dict[Whose, Any]]:
        return [tenant.seen(tenant.door) for tenant in self.tenants]

    def _agree(self, wanted: list[dict[Whose, Any]], what: str) -> None:
        for tenant, reads in zip(self.tenants, wanted, strict=True):
            tenant.agree(tenant.door, reads, what)

    def _place(self, kind: str = "") -> tuple[str, str, Path | None]:
        """An empty one, of some kind; a server has room for one."""
        servers = [name for name in self.servers if self.places and name != self.kind]
        kind = kind or self.random.choice([*PLACES, *servers])
        self.places += 1
        if kind in self.servers:
            return kind, self.servers[kind](), None
        folder = self.base / f"place{self.places}"
        folder.mkdir()
        return kind, PLACES[kind].format(folder), folder

    @property
    def _options(self) -> dict[str, Any]:
        beside = self.folder or self.base / f"place{self.places}"
        vectors = f"faiss:///{beside}/vectors" if self.beside else None
        return {"embedder": self.embedder, "learn": self.learn, "vectors": vectors}

    def _open(self) -> None:
        self._held = ExitStack()
        if self.served:
            self.running = self._held.enter_context(serving(url=self.url, **self._options))
            self.running.memory._now = lambda: self.now
            for name in NAMES:
                if name not in self.tokens:
                    self.tokens[name] = self.running.key(name, right="admin")
        else:
            made: Any = (AsyncMemory if self.awaited else Memory)(self.url, **self._options)
            made._now = lambda: self.now
            self.whole = Door(made, self.runner)
            self._held.callback(self.whole.close)
        for tenant in self.tenants:
            tenant.url, tenant.folder, tenant.awaited = self.url, self.folder, self.awaited
            tenant.door = self.door(tenant.name)

    def _close(self) -> None:
        for tenant in self.tenants:
            tenant.door.close()
        self._held.close()
