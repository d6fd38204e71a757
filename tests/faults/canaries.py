"""Canaries: words that occur nowhere else, in every place that keeps words."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from recollect import Memory, Message
from recollect.conformance.samples import noted
from recollect.orders import Batch
from recollect.text import terms
from recollect.types import Note, Scope
from recollect.vectors import checked, pack
from recollect.write.index import passage, puts

from .kit import HashEmbedder

OWNER, STAYS = "Qzuserxx", "erik"
PIECES = [
    "Qzuserxx", "Qzagentxx", "Qzsessionxx", "Qzspeakerxx", "Qzcontentxx", "Qzmetakeyxx",
    "Qzmetavaluexx", "Qzkeyxx", "Qzvaluexx", "Qzsubjectxx", "Qzobjectxx", "Qznotexx", "qzidxx",
]  # fmt: skip
FACTS = {"subject": "Qzsubjectxx", "relation": "KNOWS", "object": "Qzobjectxx"}


def crowd(memory: Memory, who: str, count: int, word: str = "ordinary") -> None:
    """So many messages that pages split, some of them over several pages."""
    for start in range(0, count, 50):
        memory.add(
            [
                {
                    "content": f"{word} {n} {_words(n, who)} "
                    + "long " * (1500 if n % 40 == 7 else 1)
                }
                for n in range(start, min(start + 50, count))
            ],
            user_id=who,
            session_id=f"{who}-{start}",
        )


def _words(number: int, who: str) -> str:
    return " ".join(f"w{(number * step) % 997}{who.lower()}" for step in (3, 7, 11, 13, 17, 19))


def fill(memory: Memory, count: int = 300) -> None:
    """The canaries' owner between others, written in turns so that they share pages."""
    for turn in range(3):
        crowd(memory, STAYS, count // 3)
        crowd(memory, OWNER, count // 3, "Qzcontentxx")
        sing(memory, f"{turn}")
    memory.set("city", "Lisbon", user_id=STAYS)
    relate(memory, Scope(STAYS), "s1", subject="Alice", object="Bob")


def sing(memory: Memory, turn: str) -> None:
    """One of everything."""
    message = Message(
        f"Qzcontentxx sings {turn}",
        name="Qzspeakerxx",
        id=f"qzidxx{turn}",
        metadata={"Qzmetakeyxx": {"deep": ["Qzmetavaluexx"]}},
    )
    memory.add(message, user_id=OWNER, agent_id="Qzagentxx", session_id="Qzsessionxx")
    memory.set("Qzkeyxx", f"Qzvaluexx {turn}", user_id=OWNER)
    relate(memory, Scope(OWNER, session_id="Qzsessionxx"), message.id, **FACTS)


def relate(memory: Memory, scope: Scope, source: str, **facts: str) -> Note:
    """A relation, as it will be concluded from messages."""
    note = noted(f"Qznotexx of {facts['subject']}" if scope.user_id == OWNER else "a note", scope,
                 sources=(source,), **facts)  # fmt: skip
    vectors = memory._embed([passage(note)])
    memory._store.commit(Batch(puts=puts([note], vectors)))
    return note


def forms(pieces: Iterable[str] = PIECES) -> list[bytes]:
    """Each as it is, folded, stemmed, and in the other encodings."""
    found: set[bytes] = set()
    for piece in pieces:
        for text in {piece, piece.lower(), piece.upper(), *terms(piece)}:
            found |= {text.encode(), text.encode("utf-16-le"), text.encode("utf-16-be")}
    return sorted(form for form in found if len(form) >= 4)


def vectors(records: Iterable[Any]) -> list[bytes]:
    """The bytes that the vectors of some records are kept as."""
    made = HashEmbedder().embed([passage(record) for record in records])
    return [data[4:] for data in pack(checked(made, len(made)))] if made else []


def everything(memory: Memory, who: str) -> list[Any]:
    whose = {"user_id": who}
    return [*memory.messages(**whose), *memory.notes(closed=True, **whose)]


LOOK = """
import sys, pathlib
wanted = [bytes.fromhex(line) for line in sys.stdin.read().split()]
for path in sorted(one for one in pathlib.Path(sys.argv[1]).rglob("*") if one.is_file()):
    data = path.read_bytes()
    for number, needle in enumerate(wanted):
        if needle in data:
            print(path.name, number)
"""


def left(folder: Path, needles: list[bytes]) -> list[tuple[str, bytes]]:
    """Which file of a folder still holds which bytes; read elsewhere, to disturb no lock."""
    done = subprocess.run(
        [sys.executable, "-c", LOOK, str(folder)],
        input="\n".join(needle.hex() for needle in needles),
        capture_output=True,
        text=True,
        check=True,
    )
    found = (line.rsplit(" ", 1) for line in done.stdout.splitlines())
    return [(name, needles[int(number)]) for name, number in found]


def answers(memory: Memory, who: str = STAYS) -> list[Any]:
    """What every way of reading says of somebody."""
    whose = {"user_id": who}
    hits = memory.search("ordinary words of w21erik", limit=50, min_relevance=0, **whose)
    return [
        everything(memory, who),
        [(hit.id, hit.score, hit.relevance, hit.parts) for hit in hits],
        str(memory.context("Which city?", **whose)),
        memory.sessions(**whose),
        memory.value("city", **whose),
        replace(memory.stats(**whose), bytes=None, url=""),
        [info for info in memory.owners() if info.owner.id == who],
    ]
