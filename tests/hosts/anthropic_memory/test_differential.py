"""Random commands on Anthropic's own tool, which has its files on a disk, and on ours."""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import TemporaryDirectory

from anthropic.lib.tools import ToolError
from anthropic.tools import BetaLocalFilesystemMemoryTool
from hypothesis import example, given, settings
from hypothesis import strategies as some

from recollect import Memory
from recollect.hosts.anthropic_memory import RecollectMemoryTool

NAMES = ("a", "b", "a.txt", "é.md", ".h", "B", "a b")
PIECES = ("a", "b", "ab", "é", "🏔", " ", "\t", "\n", "\n\n", "\r\n", "\\", "`", "line")

paths = some.lists(some.sampled_from(NAMES), max_size=3).map(
    lambda names: "/".join(("/memories", *names))
)
texts = some.lists(some.sampled_from(PIECES), max_size=8).map("".join)
ranges = some.none() | some.lists(some.integers(-3, 9), min_size=2, max_size=2)
commands = some.one_of(
    some.fixed_dictionaries({"command": some.just("view"), "path": paths, "view_range": ranges}),
    some.fixed_dictionaries({"command": some.just("create"), "path": paths, "file_text": texts}),
    some.fixed_dictionaries(
        {
            "command": some.just("str_replace"),
            "path": paths,
            "old_str": some.sampled_from(PIECES),
            "new_str": texts,
        }
    ),
    some.fixed_dictionaries(
        {
            "command": some.just("insert"),
            "path": paths,
            "insert_line": some.integers(-1, 6),
            "insert_text": texts,
        }
    ),
    some.fixed_dictionaries({"command": some.just("delete"), "path": paths}),
    some.fixed_dictionaries({"command": some.just("rename"), "old_path": paths, "new_path": paths}),
)


def outcome(tool, command):
    """What a tool says; of what went wrong on the disk, only that it did."""
    try:
        return "said", sizeless(tool.call(dict(command)))
    except ToolError as error:
        return "refused", str(error)
    except OSError:
        return "refused", None


def sizeless(said: str) -> str:
    """A listing without the sizes of directories, which on a disk are those of its entries."""
    head, *lines = said.split("\n")
    if not head.startswith("Here're the files"):
        return said
    root = lines[0].partition("\t")[2]
    shown = (line.partition("\t") for line in lines)
    kept = (
        path if path.endswith("/") or path == root else f"{size} {path}" for size, _, path in shown
    )
    return "\n".join((head, *kept))


def on_disk(base: str) -> dict[str, str]:
    """The files, by path. Directories without a file go: ours are there as long as a file is."""
    found = {}
    for folder, _, files in os.walk(base, topdown=False):
        for name in files:
            path = Path(folder, name)
            found[f"/{path.relative_to(base)}"] = path.read_bytes().decode()
        if folder != base and Path(folder).name != "memories" and not os.listdir(folder):
            os.rmdir(folder)
    return found


def create(path, text="a\nb"):
    return {"command": "create", "path": f"/memories/{path}", "file_text": text}


def rename(old, new):
    return {"command": "rename", "old_path": f"/memories/{old}", "new_path": f"/memories/{new}"}


VIEW = {"command": "view", "path": "/memories"}


@settings(max_examples=150)
@given(some.lists(commands, min_size=1, max_size=25))
@example([create("a"), create("a/b"), create("b/a"), create("b"), VIEW])
@example([create("a/b/a"), create("a/a.txt"), rename("a", "b"), VIEW, rename("b", "b/a"), VIEW])
@example([create("a/b"), rename("a/b", "b"), rename("a", "B"), create("a"), VIEW])
@example([create("b"), rename("a/a", "b/a"), rename("b", "b/a"), create("a"), rename("a", "b/a")])
@example([create("a/.h/b"), create(".h"), create("a/b/B/a"), VIEW, {**VIEW, "path": "/memories/a"}])
def test_the_same_is_said_and_kept(script):
    with TemporaryDirectory() as base, Memory("memory://", embedder=None) as memory:
        disk = BetaLocalFilesystemMemoryTool(base)
        ours = RecollectMemoryTool(memory, user_id="dana")
        for command in script:
            wanted, made = outcome(disk, command), outcome(ours, command)
            if wanted[1] is None:
                assert made[0] == "refused", command
            else:
                assert made == wanted, command
            kept = {note.key: note.value for note in memory.notes(user_id="dana")}
            assert kept == on_disk(base), command
