"""`python -m bench.notes.merging`: how many of the notes that would be merged say the same.

All notes that the rules take from the development sets are thrown together as if one person had
said them, and so are realmem's hand-written memories: in one conversation there is little to merge.
Every merge has a verdict in `merges.jsonl`, known by the hash of its texts; `--show` prints those
that lack one, so that somebody can judge them.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path

from recollect.keep.consolidation import Merge, alike, candidates, merges
from recollect.keep.law import Law
from recollect.ports.sync import Embedder
from recollect.types import Message, Note
from recollect.wiring import BUILT_IN, embedder
from recollect.write.extract import extract

from ..updates.coverage import memories
from .__main__ import parsed, share
from .sample import SHARES, every

HERE = Path(__file__).parent
VERDICTS = HERE / "merges.jsonl"
NOW = datetime(2026, 1, 1, tzinfo=UTC)
GOAL = 0.9


def main() -> int:
    """Merge, look up, and say; 1 when a verdict is missing or too few say the same."""
    parser = argparse.ArgumentParser(prog="python -m bench.notes.merging", description=__doc__)
    parser.add_argument("--show", action="store_true", help="print merges without a verdict")
    chosen = parsed(parser)
    known = {row["hash"]: row["right"] for row in map(json.loads, _lines())}
    model = embedder(BUILT_IN)
    right: list[bool] = []
    missing = 0
    for name, notes in (("rules", by_rules(chosen.data)), ("realmem", by_hand(chosen.data))):
        found = merged(notes, model)
        judged = [known[mark(one)] for one in found if mark(one) in known]
        lacking = [one for one in found if mark(one) not in known]
        print(
            share(
                f"{name}: {len(notes):,} notes, merges that say the same", sum(judged), len(found)
            )
        )
        if chosen.show:
            show(name, lacking)
        missing, right = missing + len(lacking), right + judged
    if missing:
        print(f"{missing} have no verdict; judge them: --show")
    return int(bool(missing) or sum(right) < GOAL * len(right))


def by_rules(folder: Path) -> list[Note]:
    """What the rules take from all sets, each text once, as one person's."""
    found: dict[str, Note] = {}
    for name in SHARES:
        for message, before in every(folder, name):
            said = Message(message.content, message.role, message.name, at=message.at, user_id="x")
            claims = extract([said], {said.id: before} if before else {}, NOW)
            found |= {c.note.text: c.note for c in claims if c.act == "state"}
    return list(found.values())


def by_hand(folder: Path) -> list[Note]:
    """What a careful reader wrote down of realmem, as one person's."""
    texts = dict.fromkeys(one["text"] for case in memories(folder).values() for one in case)
    return [Note(text=text, user_id="x", learned_at=NOW) for text in texts]


def merged(notes: Sequence[Note], model: Embedder) -> list[Merge]:
    """What `consolidate` would make one of them."""
    return [merge for group in candidates(notes, Law()) for merge in _merges(group, model)]


def _merges(group: Sequence[Note], model: Embedder) -> list[Merge]:
    pairs = alike(group)
    places = sorted({place for pair in pairs for place in pair[:2]})
    if not places:
        return []
    rows = dict(zip(places, model.embed([group[place].text for place in places]), strict=True))
    return merges(group, pairs, lambda i, j: float(rows[i] @ rows[j]), NOW)


def mark(merge: Merge) -> str:
    """What a verdict knows a merge by; no word of the sets can be read from it."""
    texts = "\n".join(sorted(note.text for note in merge.merged))
    return hashlib.sha256(texts.encode()).hexdigest()[:16]


def show(name: str, found: Iterable[Merge]) -> None:
    """What is to be judged, on the screen only."""
    for merge in found:
        print(json.dumps({"set": name, "hash": mark(merge)}))
        for note in merge.merged:
            print(f"  {note.text}")


def _lines() -> list[str]:
    return VERDICTS.read_text("utf-8").splitlines() if VERDICTS.exists() else []


if __name__ == "__main__":
    sys.exit(main())
