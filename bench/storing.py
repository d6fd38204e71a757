"""What it costs to keep things: on disk, in one call of many, in many calls of one."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median

import apsw

from recollect import Memory, Message
from recollect.models.minilm import MiniLM
from recollect.write.index import passage

from .corpus import texts
from .figures import Figure, Run
from .files import USER, alone
from .timing import alternate, ratio


def disk(run: Run) -> Iterator[Figure]:
    """The closed file's bytes a message, without its own words."""
    count = run.sizes.messages
    path = alone(run, count)
    words = sum(len(text.encode()) for text in texts(count))
    size = sum(file.stat().st_size for file in path.parent.glob(f"{path.name}*"))
    yield Figure(
        "disk beyond the text",
        (size - words) / count,
        "B/message",
        1500,
        parts={"text B/message": words / count, "file MB": size / 1e6},
    )


def add_many(run: Run) -> Iterator[Figure]:
    """`add` of a list against the bare embedder on the same texts."""
    count = run.sizes.texts
    run.say(f"adding {count:,} messages at a time")
    said = texts(count, seed=3)
    passages = [passage(Message(text)) for text in said]
    model = MiniLM()
    model.embed(passages[:50])
    with Memory(str(run.folder / "many.db"), embedder=model) as memory:
        memory.add(said[:50], user_id="warm-up")
        ours, base = alternate(
            lambda i: memory.add(said, user_id=f"user-{i}"),
            lambda i: model.embed(passages),
            run.sizes.rounds,
        )
    yield Figure(
        f"add of {count:,}",
        100 / ratio(ours.wall, base.wall),
        "%",
        85,
        least=True,
        against="the bare embedder on the same texts",
        parts={
            "ours texts/s": count / median(ours.wall),
            "baseline texts/s": count / median(base.wall),
            "by CPU time %": 100 / ratio(ours.cpu, base.cpu),
        },
    )


def add_one(run: Run) -> Iterator[Figure]:
    """One `add` against embedding and one plain insert that is as safe on the disk."""
    count = max(run.sizes.queries // 2, 1)
    run.say("adding one message at a time")
    said = texts(count, seed=4)
    model = MiniLM()
    model.embed(said[:5])
    plain = apsw.Connection(str(run.folder / "plain.db"))
    plain.execute("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL")
    plain.execute("CREATE TABLE said(n INTEGER PRIMARY KEY, content TEXT, vector BLOB)")

    def insert(i: int) -> None:
        vector = model.embed([said[i]])[0].tobytes()
        plain.execute("INSERT INTO said(content, vector) VALUES(?, ?)", (said[i], vector))

    with Memory(str(run.folder / "ones.db"), embedder=model) as memory:
        ours, base = alternate(lambda i: memory.add(said[i], user_id=USER), insert, count)
    mine, least = median(ours.wall), median(base.wall)
    yield Figure(
        "add of one, p50",
        mine / least,
        "x",
        against="embed and one SQLite insert, synchronous=FULL",
        parts={"ours ms": mine * 1e3, "baseline ms": least * 1e3},
    )
