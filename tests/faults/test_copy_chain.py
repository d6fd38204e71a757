"""A memory with some of everything goes round all stores by `recollect copy`, and comes home."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from recollect import Memory
from recollect.cli.run import run
from recollect.memory.sync.mover import read
from recollect.types import Message, Note, Record

from .contents import DANA, GONE, ODD, fill, seen

MANY = 1_500
COPY = [sys.executable, "-m", "recollect", "copy"]
KILLED = """
import os, signal, sys
from contextlib import contextmanager
from recollect.cli.run import run
from recollect.cli.verbs import copy
from recollect.memory.sync import mover

source, target, most = sys.argv[1:]
mover.PAGE = 64

@contextmanager
def dying(what, as_json, kept):
    def tell(done, total):
        if done >= int(most):
            os.kill(os.getpid(), signal.SIGKILL)
    yield tell

assert copy.lasting
copy.lasting = dying
run(["copy", source, target])
"""


def chain(folder: Path, postgres: str, redis: str) -> list[str]:
    files = [f"{folder}/{name}" for name in ("first.db", "chain.json", "chain/", "last.db")]
    return [files[0], postgres, redis, *files[1:]]


def copied(capsys: pytest.CaptureFixture[str], source: str, target: str) -> dict[str, Any]:
    capsys.readouterr()
    code = run(["copy", source, target, "--json"])
    out, err = capsys.readouterr()
    # The tests' own Redis writes to no disk, and one is warned of that once a process.
    told = [line for line in err.splitlines() if "keeps nothing on its disk" not in line]
    assert (code, told) == (0, []), out
    return dict(json.loads(out))


def count(url: str) -> int:
    with Memory(url, embedder=None) as memory:
        stats = memory._store.stats(None)
    return stats.messages + stats.notes


def test_round_all_stores(
    folder: Path, postgres: str, redis: str, capsys: pytest.CaptureFixture[str]
) -> None:
    places = chain(folder, postgres, redis)
    fill(places[0], 300)
    wanted, total, hashes = seen(places[0]), count(places[0]), set()
    for source, target in pairwise(places):
        done = copied(capsys, source, target)
        assert (done["ok"], done["lost"], done["written"]) == (True, [], total), target
        hashes |= {done["source_hash"], done["target_hash"]}
        assert seen(target) == wanted
        assert copied(capsys, source, target)["written"] == 0
    assert len(hashes) == 1
    assert GONE not in str(wanted)


@pytest.mark.faults
def test_killed_half_way_at_each_leg(
    folder: Path, postgres: str, redis: str, capsys: pytest.CaptureFixture[str]
) -> None:
    places = chain(folder, postgres, redis)
    fill(places[0], MANY)
    wanted, total, hashes = seen(places[0]), count(places[0]), set()
    for source, target in pairwise(places):
        before = 0
        for part in (1, 2):  # and killed a second time, when it went on
            command = [sys.executable, "-c", KILLED, source, target, str(total * part // 3)]
            ended = subprocess.run(command, capture_output=True, timeout=600, check=False)
            assert ended.returncode == -signal.SIGKILL, ended.stderr
            held = count(target)
            assert before < held < total, target
            before = held
        done = copied(capsys, source, target)
        assert (done["ok"], done["lost"]) == (True, [])
        assert done["written"] == total - held, "what was there is not written again"
        hashes |= {done["source_hash"], done["target_hash"]}
        assert seen(target) == wanted
        print(f"{done['source']} to {done['target']}: killed with {held} of {total} records there")
    assert len(hashes) == 1


def test_a_json_file_alone_carries_every_record(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What lies hidden beside it is not needed: only vectors are made anew, as the guide says."""
    fill(f"{folder}/first.db", 20)
    for name in ("one.json", "one.yaml"):
        there = copied(capsys, f"{folder}/first.db", f"{folder}/{name}")
        (folder / "else").mkdir(exist_ok=True)
        shutil.copy(folder / name, folder / "else")
        back = copied(capsys, f"{folder}/else/{name}", f"{folder}/else/{name}.db")
        assert back["target_hash"] == there["source_hash"]
        assert there["vectors"] > back["vectors"] == 0


def test_markdown_alone_carries_what_the_guide_says(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without its hidden folder: the words, roles, speakers, sessions, days and seconds."""
    fill(f"{folder}/first.db", 20)
    copied(capsys, f"{folder}/first.db", f"{folder}/one/")
    shutil.copytree(
        folder / "one", folder / "else" / "one", ignore=shutil.ignore_patterns(".recollect")
    )
    with (
        Memory(f"{folder}/first.db", embedder=None) as memory,
        Memory(f"markdown:///{folder}/else/one?user_id=dana", embedder=None) as other,
    ):
        owners = [info.owner for info in memory._store.owners()]
        for owner in owners:
            here, there = [list(read(one._store, owner).values()) for one in (memory, other)]
            assert told(there) == told(here), owner
            standing = [one.text for one in here if isinstance(one, Note) and one.open]
            assert set(standing) <= {one.text for one in there if isinstance(one, Note)}
        assert len({owner.tenant for owner in owners}) > 1
        assert set(ODD) <= {message.content for message in other.messages(**DANA)}
        assert (len(memory.pins(**DANA)), len(other.pins(**DANA))) == (1, 0)


def told(records: list[Record]) -> list[Any]:
    said = [one for one in records if isinstance(one, Message)]
    return sorted(
        (m.content, m.role, m.name or "", m.session_id or "", m.at.replace(microsecond=0))
        for m in said
    )


def test_a_bar_is_drawn_on_a_terminal(folder: Path) -> None:
    import pty

    fill(f"{folder}/first.db", 300)
    leader, follower = pty.openpty()
    with subprocess.Popen(
        [*COPY, f"{folder}/first.db", f"{folder}/b.json"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=follower,
        env=os.environ | {"TERM": "xterm", "COLUMNS": "100"},
    ) as copying:
        os.close(follower)
        drawn = b""
        try:
            while piece := os.read(leader, 65536):
                drawn += piece
        except OSError:  # the other end was closed
            pass
        os.close(leader)
    assert copying.returncode == 0, drawn
    total = count(f"{folder}/first.db")
    assert b"Copying" in drawn
    assert f"{total}/{total}".encode() in drawn
