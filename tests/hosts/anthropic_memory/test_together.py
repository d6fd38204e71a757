"""Many agents on one directory, and what is left when one of them dies on the way."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest
from anthropic.lib.tools import ToolError

from recollect import AsyncMemory, Memory
from recollect.errors import Stale, StoreBusy
from recollect.hosts.anthropic_memory import AsyncRecollectMemoryTool, RecollectMemoryTool

LOG = "/memories/log.md"
LONG = "x" * 70_000
WRITER = """
import sys
from recollect import Memory
from recollect.hosts.anthropic_memory import RecollectMemoryTool
with Memory(sys.argv[1], embedder=None) as memory:
    tool = RecollectMemoryTool(memory, user_id="dana")
    for n in range(int(sys.argv[3])):
        line = f"{sys.argv[2]} {n}"
        tool.call({"command": "insert", "path": "/memories/log.md", "insert_line": 0,
                   "insert_text": line})
"""


class Agent:
    """One of several, on a memory of its own, as in another process."""

    def __init__(self, url, **whose):
        self.memory = Memory(url, embedder=None)
        self.tool = RecollectMemoryTool(self.memory, **(whose or {"user_id": "dana"}))

    def __call__(self, command, **given):
        return self.tool.call({"command": command, **given})

    def tree(self):
        notes = self.memory.notes(user_id="dana")
        return {note.key: note.value for note in notes}


@pytest.fixture(params=["db", "json"])
def url(request, tmp_path):
    return str(tmp_path / f"m.{request.param}")


@pytest.fixture
def agents(url):
    some = [Agent(url) for _ in range(4)]
    yield some
    for agent in some:
        agent.memory.close()


def at_once(agents, work):
    """What each says or raises, all beginning together."""
    gate = threading.Barrier(len(agents))

    def run(place):
        gate.wait()
        try:
            return work(place, agents[place])
        except ToolError as error:
            return error

    with ThreadPoolExecutor(len(agents)) as pool:
        return list(pool.map(run, range(len(agents))))


def test_no_insert_and_no_replacement_is_lost(agents):
    agents[0]("create", path=LOG, file_text="".join(f"slot {n}\n" for n in range(4)))

    def work(place, agent):
        for n in range(15):
            agent("insert", path=LOG, insert_line=0, insert_text=f"agent {place} says {n}")
        agent("str_replace", path=LOG, old_str=f"slot {place}", new_str=f"done {place}")

    assert at_once(agents, work) == [None] * 4
    lines = agents[0].tree()[LOG].splitlines()
    said = {f"agent {place} says {n}" for place in range(4) for n in range(15)}
    assert sorted(lines) == sorted(said | {f"done {place}" for place in range(4)})
    (note,) = agents[1].memory.notes(user_id="dana")
    assert len(agents[1].memory.history(note.id)) == 65


def test_processes_lose_nothing(tmp_path):
    url = str(tmp_path / "m.db")
    agent = Agent(url)
    agent("create", path=LOG, file_text="")
    command = [sys.executable, "-c", WRITER, url]
    writers = [subprocess.Popen([*command, name, "20"]) for name in ("ana", "lee")]
    assert [writer.wait(300) for writer in writers] == [0, 0]
    wanted = [f"{name} {n}" for name in ("ana", "lee") for n in range(20)]
    assert sorted(agent.tree()[LOG].splitlines()) == sorted(wanted)
    agent.memory.close()


@pytest.mark.parametrize("padding", ["", LONG], ids=["short", "long"])
def test_one_of_many_creates_a_file(agents, padding):
    for n in range(5):
        path = f"/memories/{n}.md"
        said = at_once(
            agents,
            lambda place, agent, path=path: agent(
                "create", path=path, file_text=f"{place}{padding}"
            ),
        )
        made = [place for place, one in enumerate(said) if isinstance(one, str)]
        refused = [str(one) for one in said if isinstance(one, ToolError)]
        assert refused == [f"File {path} already exists"] * 3
        shown = agents[0]("view", path=path)
        assert shown.endswith(f"     1\t{made[0]}{padding}")


def test_one_of_many_renames_a_file(agents):
    for n in range(5):
        agents[0]("create", path=f"/memories/{n}.md", file_text="Walk.")
        said = at_once(
            agents,
            lambda place, agent, n=n: agent(
                "rename", old_path=f"/memories/{n}.md", new_path=f"/memories/{n}/{place}.md"
            ),
        )
        made = [place for place, one in enumerate(said) if isinstance(one, str)]
        assert len(made) == 1
        left = [path for path in agents[0].tree() if path.startswith(f"/memories/{n}")]
        assert left == [f"/memories/{n}/{made[0]}.md"]


def test_edits_follow_a_directory_that_is_renamed(agents):
    agents[0]("create", path="/memories/a/log.md", file_text="")
    agents[0]("create", path="/memories/a/tea.md", file_text="Green.")

    def work(place, agent):
        said = []
        for n in range(12):
            old, new = "ab" if n % 2 == 0 else "ba"
            line = f"{place} says {n}"
            with suppress(ToolError):
                if place == 0:  # refused if an edit of both places has kept both
                    agent("rename", old_path=f"/memories/{old}", new_path=f"/memories/{new}")
                    continue
                agent("insert", path=f"/memories/{old}/log.md", insert_line=0, insert_text=line)
                said.append(line)
        return said

    said = [line for one in at_once(agents, work) for line in one]
    tree = agents[0].tree()
    logs = [text for path, text in tree.items() if path.endswith("log.md")]
    assert set(said) <= set("".join(logs).split("\n"))
    assert len([path for path in tree if path.endswith("tea.md")]) == 1


async def test_tasks_lose_nothing(tmp_path):
    async with AsyncMemory(tmp_path / "m.db", embedder=None) as memory:
        tool = AsyncRecollectMemoryTool(memory, user_id="dana")
        await tool.call({"command": "create", "path": LOG, "file_text": ""})
        insert = {"command": "insert", "path": LOG, "insert_line": 0}
        await asyncio.gather(*(tool.call({**insert, "insert_text": f"{n}"}) for n in range(30)))
        lines = (await memory.value(LOG, user_id="dana")).split()
        assert sorted(lines, key=int) == [f"{n}" for n in range(30)]


class Killed(BaseException):
    """As when the process ends there and then."""


class Meanwhile:
    """Does something right before the nth write of a memory, and goes on."""

    def __init__(self, memory, monkeypatch, n, what):
        self._set, self._left, self._what = memory.set, n, what
        monkeypatch.setattr(memory, "set", self)

    def __call__(self, *given, **options):
        self._left -= 1
        if self._left == 0:
            self._what()
        return self._set(*given, **options)


class Dies(Meanwhile):
    """Ends right before the nth write: from then on it tidies nothing up, either."""

    def __init__(self, memory, monkeypatch, n):
        super().__init__(memory, monkeypatch, n, stop(Killed()))

    def __call__(self, *given, **options):
        self._left = max(self._left, 1)
        return super().__call__(*given, **options)


def stop(error):
    def raising():
        raise error

    return raising


@pytest.fixture
def two(tmp_path):
    """Two agents on one file, and a directory of three files."""
    url = str(tmp_path / "m.db")
    one, other = Agent(url), Agent(url)
    for name in ("a", "b", "c"):
        one("create", path=f"/memories/old/{name}.md", file_text=name)
    yield one, other
    one.memory.close()
    other.memory.close()


def rename(agent):
    return agent("rename", old_path="/memories/old", new_path="/memories/new")


def folder(name, files="abc"):
    return {f"/memories/{name}/{one}.md": one for one in files}


@pytest.mark.parametrize("n", range(1, 7))
def test_a_rename_that_dies_on_the_way_leaves_every_file_somewhere(two, monkeypatch, n):
    one, other = two
    Dies(one.memory, monkeypatch, n)
    with pytest.raises(Killed):
        rename(one)
    tree = other.tree()
    if n <= 3:  # copies first
        assert tree == folder("old") | folder("new", "abc"[: n - 1])
    else:  # then the old ones go
        assert tree == folder("new") | folder("old", "abc"[n - 4 :])


@pytest.mark.parametrize("n", [1, 2, 3])
def test_a_rename_that_fails_moves_nothing(two, monkeypatch, n):
    one, other = two
    Meanwhile(one.memory, monkeypatch, n, stop(StoreBusy("another writer held it")))
    with pytest.raises(StoreBusy):
        rename(one)
    assert other.tree() == folder("old")
    rename(other)
    assert other.tree() == folder("new")


def test_a_rename_over_what_somebody_creates_moves_nothing(two, monkeypatch):
    one, other = two
    Meanwhile(
        *(one.memory, monkeypatch, 3),
        lambda: other("create", path="/memories/new/c.md", file_text="other"),
    )
    with pytest.raises(ToolError, match="The destination /memories/new already exists"):
        rename(one)
    assert other.tree() == folder("old") | {"/memories/new/c.md": "other"}


def test_an_edit_during_a_rename_is_in_the_new_place(two, monkeypatch):
    one, other = two
    Meanwhile(
        *(one.memory, monkeypatch, 5),
        lambda: other("str_replace", path="/memories/old/b.md", old_str="b", new_str="B"),
    )
    rename(one)
    assert other.tree() == folder("new") | {"/memories/new/b.md": "B"}


def test_a_deletion_during_a_rename_is_one(two, monkeypatch):
    one, other = two
    Meanwhile(*(one.memory, monkeypatch, 4), lambda: other("delete", path="/memories/old/b.md"))
    rename(one)
    assert other.tree() == folder("new", "ac")


def test_if_both_places_are_edited_both_stay(two, monkeypatch):
    one, other = two

    def edits():
        other("str_replace", path="/memories/old/b.md", old_str="b", new_str="old")
        other("str_replace", path="/memories/new/b.md", old_str="b", new_str="new")

    Meanwhile(one.memory, monkeypatch, 5, edits)
    rename(one)
    wanted = folder("new") | {"/memories/new/b.md": "new", "/memories/old/b.md": "old"}
    assert other.tree() == wanted


def test_a_directory_that_is_gone_meanwhile_is_not_renamed(two, monkeypatch):
    one, other = two
    Meanwhile(one.memory, monkeypatch, 4, lambda: other("delete", path="/memories/old"))
    with pytest.raises(ToolError, match="The path /memories/old does not exist"):
        rename(one)
    assert other.tree() == {}


@pytest.mark.parametrize("n", [1, 2, 3])
def test_a_deletion_that_dies_on_the_way_is_finished_by_the_next(two, monkeypatch, n):
    one, other = two
    Dies(one.memory, monkeypatch, n)
    with pytest.raises(Killed):
        one("delete", path="/memories/old")
    assert other.tree() == folder("old", "abc"[n - 1 :])
    other("delete", path="/memories/old")
    assert other.tree() == {}


def test_a_deletion_takes_an_edit_along_that_came_meanwhile(two, monkeypatch):
    one, other = two
    edit = {"path": "/memories/old/b.md", "old_str": "b", "new_str": "B"}
    Meanwhile(one.memory, monkeypatch, 2, lambda: other("str_replace", **edit))
    one("delete", path="/memories/old")
    assert other.tree() == {}
    versions = other.memory.notes(user_id="dana", key="/memories/old/b.md", closed=True)
    assert [note.value for note in versions] == ["b", "B"]


def test_an_edit_is_made_again_in_what_stands(two, monkeypatch):
    one, other = two
    path = "/memories/old/b.md"
    Meanwhile(
        *(one.memory, monkeypatch, 1),
        lambda: other("str_replace", path=path, old_str="b", new_str="bc"),
    )
    one("str_replace", path=path, old_str="b", new_str="ab")
    assert other.tree()[path] == "abc"


def test_an_edit_of_what_is_not_there_any_more_is_refused(two, monkeypatch):
    one, other = two
    path = "/memories/old/b.md"
    Meanwhile(
        *(one.memory, monkeypatch, 1),
        lambda: other("str_replace", path=path, old_str="b", new_str="c"),
    )
    with pytest.raises(ToolError, match="did not appear verbatim"):
        one("str_replace", path=path, old_str="b", new_str="d")
    assert other.tree()[path] == "c"
    Meanwhile(one.memory, monkeypatch, 1, lambda: other("delete", path=path))
    with pytest.raises(ToolError, match="does not exist"):
        one("str_replace", path=path, old_str="c", new_str="d")


def test_who_is_always_overtaken_is_told_so(two, monkeypatch):
    one, _ = two

    def overtaken(*_, **__):
        raise Stale("a newer version was written")

    monkeypatch.setattr(one.memory, "set", overtaken)
    path = "/memories/old/b.md"
    commands = [
        {"command": "create", "path": LOG, "file_text": "x"},
        {"command": "insert", "path": path, "insert_line": 0, "insert_text": "x"},
        {"command": "delete", "path": path},
    ]
    for command in commands:
        with pytest.raises(StoreBusy):
            one.tool.call(command)


def dies(monkeypatch, memory, verb):
    monkeypatch.setattr(memory, verb, lambda *_, **__: stop(Killed())())


def test_a_long_file_that_dies_on_the_way_is_none_and_can_be_created(two, monkeypatch):
    one, other = two
    dies(monkeypatch, one.memory, "update")
    with pytest.raises(Killed):
        one("create", path=LOG, file_text=LONG)
    with pytest.raises(ToolError, match="does not exist"):
        other("view", path=LOG)
    assert "log.md" not in other("view", path="/memories")
    other("create", path=LOG, file_text=LONG)
    assert other("view", path=LOG).endswith(LONG)


def test_a_file_whose_deletion_dies_on_the_way_is_gone(two, monkeypatch):
    one, other = two
    path = "/memories/old/b.md"
    dies(monkeypatch, one.memory, "delete")
    with pytest.raises(Killed):
        one("delete", path=path)
    with pytest.raises(ToolError, match="does not exist"):
        other("view", path=path)
    other("create", path=path, file_text="b again")
    assert "b again" in other("view", path=path)
    versions = other.memory.notes(user_id="dana", key=path, closed=True)
    assert [note.value for note in versions if isinstance(note.value, str)] == ["b", "b again"]
