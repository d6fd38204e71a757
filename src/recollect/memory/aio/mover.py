"""Copying from one store to another: follow the feed to its end, compare, mend, compare again."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import replace
from typing import TypeAlias

from ...counts import many
from ...errors import Conflict, IdConflict, Stale, VectorError
from ...orders import Batch, Change, Close, Late, Put, Query, Vector
from ...ports.aio import AsyncStore
from ...transfer.copies import Copied, content_hash, differing, digest, losses
from ...types import Message, Note, Owner, Record, new_id
from ...write.index import drops, terms
from .cursors import carry_cursors
from .shell import Progress

PAGE = 256
ROUNDS = 8
"""How often a source that others go on changing is compared again."""
EVERY = 1 << 40
Key: TypeAlias = tuple[Owner, str]
Pair: TypeAlias = tuple[Record | None, Record | None]
"""A record here and there."""


class AsyncMover:
    """One run of a copy. What the target holds is known by digest, so nothing is put twice."""

    def __init__(self, source: AsyncStore, target: AsyncStore, into: bool, tell: Progress) -> None:
        self._source, self._target, self._into, self._tell = source, target, into, tell
        self._there: dict[Key, bytes] = {}
        self._before: frozenset[Key] = frozenset()
        self._seen: set[Key] = set()
        self._embedded: dict[Key, set[str]] = defaultdict(set)
        self._written, self._vectors = 0, 0
        self._refused: Counter[str] = Counter()
        self._position = 0

    async def look(self) -> None:
        """Learn what the target holds, and refuse it before anything is written."""
        others = 0
        for info in await self._target.owners():
            held = await read(self._target, info.owner)
            here = await read(self._source, info.owner)
            others += len(held.keys() - here.keys())
            _require_no_rivals(here, held)
            self._there |= {key: digest(record) for key, record in held.items()}
        if others and not self._into:
            raise Conflict(
                f"the target holds {many(others, 'record')} not in this memory, and nothing was "
                "written; name an empty one, or keep both with into=True (--into)"
            )
        self._before = frozenset(self._there)
        for model in (await self._target.stats(None)).vectors:
            bare = {_key(record) for record in await self._target.pending(model, EVERY)}
            for key in self._there.keys() - bare:
                self._embedded[key].add(model)

    async def run(self) -> Copied:
        """Copy until both sides hold the same, or what differs cannot be mended."""
        for _ in range(ROUNDS):
            await self._follow()
            await carry_cursors(self._source, self._target)
            done, mend = await self._compare()
            if done.ok or not mend:
                break
            await self._mend(mend)
        else:
            done, _ = await self._compare()
        counted = done.messages + done.notes
        self._tell(counted, counted)
        return done

    async def _follow(self) -> None:
        """Take everything of the feed that was not taken yet."""
        counted = await self._source.stats(None)
        total = counted.messages + counted.notes
        while changes := await self._source.changes(self._position, PAGE):
            try:
                await self._take(changes)
            except Stale:  # a note that is gone by now still has its key there
                await self._mend((await self._compare())[1])
                await self._take(changes)
            self._position = changes[-1].seq
            self._tell(min(len(self._seen), total), total)

    async def _take(self, changes: list[Change]) -> None:
        """Put what is new or changed of some changes, with its vectors."""
        fresh: dict[Key, Record] = {}
        vectors: dict[Key, list[Vector]] = defaultdict(list)
        for change in changes:
            if change.put is None:
                continue
            key = _key(change.put.record)
            self._seen.add(key)
            if self._there.get(key) != digest(change.put.record):
                fresh[key] = change.put.record
            if change.put.vector is not None:
                vectors[key].append(change.put.vector)
        await self._write(fresh, vectors)

    async def _write(self, fresh: dict[Key, Record], vectors: dict[Key, list[Vector]]) -> None:
        """One commit. A note that is there in another form is closed, or put anew."""
        known = await self._known([key for key in fresh if key in self._there])
        closes = {key: _closing(old, fresh[key]) for key, old in known.items()}
        gone = [known[key] for key, close in closes.items() if close is None]
        anew = [record for key, record in fresh.items() if closes.get(key) is None]
        if gone:  # their vectors go with them
            again = await self._vectors_of({_key(record) for record in gone})
            vectors = {**vectors, **again}
        for record in anew:
            self._embedded.pop(_key(record), None)
        first, late = self._to_carry(anew, vectors)
        if not (first or late or closes):
            return
        ended = tuple(close for close in closes.values() if close is not None)
        await self._commit(Batch(first, ended, drops=drops(gone), vectors=late))
        self._written += len(fresh)
        self._there |= {key: digest(record) for key, record in fresh.items()}

    def _to_carry(
        self, anew: list[Record], vectors: dict[Key, list[Vector]]
    ) -> tuple[tuple[Put, ...], tuple[Late, ...]]:
        """Records with a vector each, and the vectors beside those that are not there yet."""
        made: dict[Key, Vector] = {}
        late: list[Late] = []
        new = {_key(record) for record in anew}
        for key, vector in ((key, one) for key, found in vectors.items() for one in found):
            if vector.model in self._embedded[key]:
                continue
            self._embedded[key].add(vector.model)
            if key in new and key not in made:
                made[key] = vector
            else:
                late.append(Late(key[0].scope, key[1], vector))
        first = (Put(record, terms(record), made.get(_key(record))) for record in anew)
        return tuple(first), tuple(late)

    async def _commit(self, batch: Batch) -> None:
        carried = [late.vector.model for late in batch.vectors]
        carried += [put.vector.model for put in batch.puts if put.vector is not None]
        try:
            await self._target.commit(batch)
            self._vectors += len(carried)
        except VectorError:  # the same name for another model there: the words go without
            bare = tuple(replace(put, vector=None) for put in batch.puts)
            await self._target.commit(replace(batch, puts=bare, vectors=(), id=new_id()))
            self._refused.update(carried)

    async def _known(self, keys: Iterable[Key]) -> dict[Key, Record]:
        """Those records as the target has them."""
        by_owner: dict[Owner, list[str]] = defaultdict(list)
        for owner, id in keys:
            by_owner[owner].append(id)
        found: dict[Key, Record] = {}
        for owner, ids in by_owner.items():
            found |= await read(self._target, owner, ids)
        return found

    async def _compare(self) -> tuple[Copied, list[Pair]]:
        """Read both sides anew; what differs, as pairs of here and there."""
        ours: list[bytes] = []
        theirs: list[bytes] = []
        pairs: list[Pair] = []
        counts = {Message: 0, Note: 0}
        sides = [{info.owner for info in await side.owners()} for side in self._sides]
        for owner in sides[0] | sides[1]:
            here, there = [await read(side, owner) for side in self._sides]
            self._seen |= here.keys()
            if self._into:
                there = {key: one for key, one in there.items() if self._is_ours(key, here)}
            ours += (made := {key: digest(record) for key, record in here.items()}).values()
            theirs += (held := {key: digest(record) for key, record in there.items()}).values()
            self._there |= held
            for record in here.values():
                counts[type(record)] += 1
            differ = [k for k in here.keys() | there.keys() if made.get(k) != held.get(k)]
            pairs += ((here.get(key), there.get(key)) for key in differ)
        done = Copied(
            self._source.url, self._target.url, counts[Message], counts[Note], len(sides[0]),
            self._written, self._vectors, content_hash(ours), content_hash(theirs),
            await self._losses(pairs),
        )  # fmt: skip
        return done, [pair for pair in pairs if self._can_mend(*pair)]

    @property
    def _sides(self) -> tuple[AsyncStore, AsyncStore]:
        return self._source, self._target

    def _is_ours(self, key: Key, here: dict[Key, Record]) -> bool:
        return key in here or (key in self._seen and key not in self._before)

    def _can_mend(self, here: Record | None, there: Record | None) -> bool:
        """Not what somebody else wrote there, nor a message that a store gives back otherwise."""
        if here is None:
            return there is not None and _key(there) in self._seen
        return not (isinstance(here, Message) and there is not None)

    async def _mend(self, pairs: list[Pair]) -> None:
        """Bring over what the feed did not tell, and take away what has gone meanwhile."""
        gone = [there for here, there in pairs if here is None and there is not None]
        if gone:
            await self._target.commit(Batch(drops=drops(gone), erase=True))
        for record in gone:
            self._there.pop(_key(record), None)
        fresh = {_key(here): here for here, _ in pairs if here is not None}
        missing = fresh.keys() - {_key(there) for _, there in pairs if there is not None}
        for key in missing:
            self._there.pop(key, None)
        await self._write(fresh, await self._vectors_of(missing))

    async def _vectors_of(self, keys: set[Key]) -> dict[Key, list[Vector]]:
        """What the feed tells of some records' vectors."""
        found: dict[Key, list[Vector]] = defaultdict(list)
        for owner in {owner for owner, _ in keys}:
            after = 0
            while changes := await self._source.changes(after, PAGE, owner):
                after = changes[-1].seq
                for change in changes:
                    if change.put and change.put.vector and (owner, change.id) in keys:
                        found[owner, change.id].append(change.put.vector)
        return found

    async def _losses(self, pairs: list[Pair]) -> tuple[str, ...]:
        """In words, what differs: records, fields of them, and vectors."""
        both = [differing(here, there) for here, there in pairs if here and there]
        missing = sum(there is None for _, there in pairs)
        told = losses(missing, both, sum(here is None for here, _ in pairs))
        ours, theirs = [(await side.stats(None)).vectors for side in self._sides]
        fewer = {
            model: max(count - theirs.get(model, 0), self._refused[model])
            for model, count in ours.items()
        }
        return told + tuple(
            f"{many(count, 'vector')} of {model}, to be made anew by `reindex`"
            for model, count in fewer.items()
            if count > 0
        )


async def read(store: AsyncStore, owner: Owner, ids: list[str] | None = None) -> dict[Key, Record]:
    """Everything of an owner, closed notes too; or the records of some ids."""
    query = Query(owner.scope, ids=None if ids is None else tuple(ids), closed=True)
    found: list[Record] = [*await store.messages(query), *await store.notes(query)]
    return {_key(record): record for record in found}


def _key(record: Record) -> Key:
    return record.scope.owner, record.id


def _closing(old: Record, new: Record) -> Close | None:
    """The order that makes a note of an open one, if closing it is all that happened."""
    if not isinstance(old, Note) or not isinstance(new, Note):
        return None
    if not old.open or new.closed_at is None:
        return None
    made = replace(old, closed_at=new.closed_at, valid_to=new.valid_to)
    if digest(made) != digest(new) or (new.valid_to is None and old.valid_to is not None):
        return None
    return Close(new.scope, new.id, new.closed_at, new.valid_to)


def _require_no_rivals(here: dict[Key, Record], held: dict[Key, Record]) -> None:
    """Refuse a target whose own records exclude some of the source's."""
    for key, record in held.items():
        mine = here.get(key)
        if mine is None:
            continue
        names = differing(mine, record)
        if (isinstance(mine, Message) and names) or "text" in names or "type" in names:
            raise IdConflict(
                "a record of the target has an id of this memory and other content, and nothing "
                "was written; name another target"
            )
    taken = {_fact(record) for key, record in held.items() if key not in here} - {None}
    if any(_fact(record) in taken for record in here.values()):
        raise Conflict(
            "the target has an open note of its own under a key of this memory, or rules of its "
            "own for the same owner, and nothing was written; delete it there, or name another "
            "target"
        )


def _fact(record: Record) -> object:
    """What only one open note may have."""
    if isinstance(record, Note) and record.open and record.key is not None:
        return record.scope, record.key
    return None
