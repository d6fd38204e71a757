"""The commands do and say what they do and say in Anthropic's own tool, and in its tests."""

import re

import pytest
from anthropic.lib.tools import ToolError

LINES = "Line 1\nLine 2\nLine 3\nLine 4\nLine 5"


def says(text):
    """A ToolError with exactly these words."""
    return pytest.raises(ToolError, match=f"^{re.escape(text)}$")


async def test_create(put, tree):
    said = await put("/memories/test_file.txt", "Hello, World!")
    assert said == "File created successfully at: /memories/test_file.txt"
    assert await tree() == {"/memories/test_file.txt": "Hello, World!"}


async def test_create_makes_the_directories(put, tree):
    await put("/memories/deep/nested/file.txt", "Nested file")
    assert await tree() == {"/memories/deep/nested/file.txt": "Nested file"}


async def test_create_overwrites_nothing(put, tree):
    await put("/memories/dir/a.txt", "first")
    for path in ("/memories/dir/a.txt", "/memories/dir", "/memories"):
        with says(f"File {path} already exists"):
            await put(path, "second")
    with says("The path /memories/dir/a.txt is not a directory."):
        await put("/memories/dir/a.txt/b/c.txt", "second")
    assert await tree() == {"/memories/dir/a.txt": "first"}


async def test_view_a_file(put, do):
    await put("/memories/a.txt", "Line 1\nLine 2\n")
    head = "Here's the content of /memories/a.txt with line numbers:\n"
    assert (
        await do("view", path="/memories/a.txt")
        == head + "     1\tLine 1\n     2\tLine 2\n     3\t"
    )


@pytest.mark.parametrize(
    ("wanted", "shown"),
    [([2, 4], "234"), ([4, -1], "45"), ([0, 1], "1"), ([5, 99], "5"), ([9, -1], ""), ([3, 2], "")],
)
async def test_view_some_lines(put, do, wanted, shown):
    await put("/memories/a.txt", LINES)
    said = await do("view", path="/memories/a.txt", view_range=wanted)
    head, _, rest = said.partition("\n")
    assert head == "Here's the content of /memories/a.txt with line numbers:"
    assert rest == "\n".join(f"     {n}\tLine {n}" for n in shown)


async def test_view_a_directory(put, do):
    files = {
        "b.txt": "x" * 1536,
        "a/one.txt": "x" * 10,
        "a/deep/er/two.txt": "x" * 2048,
        "a.md": "",
        ".hidden": "secret",
        "a/.also": "secret",
        "é.txt": "é",
    }
    for name, text in files.items():
        await put(f"/memories/{name}", text)
    head, *lines = (await do("view", path="/memories")).split("\n")
    assert head == (
        "Here're the files and directories up to 2 levels deep in /memories, "
        "excluding hidden items:"
    )
    assert lines == [
        "3.5K\t/memories",
        "2.0K\t/memories/a/",
        "2K\t/memories/a/deep/",
        "10B\t/memories/a/one.txt",
        "0B\t/memories/a.md",
        "1.5K\t/memories/b.txt",
        "2B\t/memories/é.txt",
    ]
    assert (await do("view", path="/memories/a/deep/")).split("\n")[1:] == [
        "2K\t/memories/a/deep",
        "2K\t/memories/a/deep/er/",
        "2K\t/memories/a/deep/er/two.txt",
    ]


async def test_view_nothing(do):
    said = await do("view", path="/memories")
    assert said.endswith("in /memories, excluding hidden items:\n0B\t/memories")
    with says("The path /memories/a.txt does not exist. Please provide a valid path."):
        await do("view", path="/memories/a.txt")


async def test_str_replace(put, do, tree):
    await put("/memories/a.txt", "Line 1\nOld Text\nLine 3")
    said = await do("str_replace", path="/memories/a.txt", old_str="Old Text", new_str="New Text")
    head = "The memory file has been edited. Here is the snippet showing the change"
    assert said == f"{head} (with line numbers):\n     1\tLine 1\n     2\tNew Text\n     3\tLine 3"
    assert await tree() == {"/memories/a.txt": "Line 1\nNew Text\nLine 3"}


async def test_str_replace_shows_two_lines_around(put, do):
    await put("/memories/a.txt", "\n".join("abcdefgh"))
    said = await do("str_replace", path="/memories/a.txt", old_str="e", new_str="E")
    assert said.split("\n")[1:] == [f"     {n}\t{c}" for n, c in enumerate("cdEfg", start=3)]


async def test_str_replace_of_what_is_not_there_once(put, do, tree):
    await put("/memories/a.txt", "Hello\nMiddle\nHello")

    async def replace(old):
        await do("str_replace", path="/memories/a.txt", old_str=old, new_str="x")

    lost = "No replacement was performed"
    with says(f"{lost}, old_str `Bye` did not appear verbatim in /memories/a.txt."):
        await replace("Bye")
    many = f"{lost}. Multiple occurrences of old_str `Hello` in lines: 1, 3. Please ensure"
    with says(f"{many} it is unique"):
        await replace("Hello")
    with says(f"{lost}, old_str is empty."):
        await replace("")
    assert await tree() == {"/memories/a.txt": "Hello\nMiddle\nHello"}


@pytest.mark.parametrize(
    ("line", "made"),
    [(0, "new\nLine 1\nLine 2\n"), (1, "Line 1\nnew\nLine 2\n"), (2, "Line 1\nLine 2\nnew\n")],
)
async def test_insert(put, do, tree, line, made):
    await put("/memories/a.txt", "Line 1\nLine 2")
    said = await do("insert", path="/memories/a.txt", insert_line=line, insert_text="new\n")
    assert said == "The file /memories/a.txt has been edited."
    assert await tree() == {"/memories/a.txt": made}


@pytest.mark.parametrize("line", [-1, 3, 10])
async def test_insert_where_there_is_no_line(put, do, line):
    await put("/memories/a.txt", "Line 1\nLine 2\n")
    wrong = f"Invalid `insert_line` parameter: {line}. It should be within the range [0, 2]."
    with says(wrong):
        await do("insert", path="/memories/a.txt", insert_line=line, insert_text="new")


async def test_an_edit_of_what_is_no_file(put, do):
    await put("/memories/dir/a.txt", "a")
    edits = [
        ("str_replace", {"old_str": "a", "new_str": "b"}),
        ("insert", {"insert_line": 0, "insert_text": "b"}),
    ]
    for command, given in edits:
        for path in ("/memories/dir", "/memories"):
            with says(f"The path {path} is not a file."):
                await do(command, path=path, **given)
        for path in ("/memories/no.txt", "/memories/dir/a.txt/b"):
            with says(f"The path {path} does not exist. Please provide a valid path."):
                await do(command, path=path, **given)


async def test_delete(put, do, tree):
    await put("/memories/a.txt", "a")
    await put("/memories/dir/deep/b.txt", "b")
    await put("/memories/dir/c.txt", "c")
    await put("/memories/dir.txt", "d")
    assert await do("delete", path="/memories/a.txt") == "Successfully deleted /memories/a.txt"
    assert await do("delete", path="/memories/dir") == "Successfully deleted /memories/dir"
    assert await tree() == {"/memories/dir.txt": "d"}
    for path in ("/memories/a.txt", "/memories/dir"):
        with says(f"The path {path} does not exist"):
            await do("delete", path=path)
    for path in ("/memories", "/memories/", "/memories/x/.."):
        with says("Cannot delete the /memories directory itself"):
            await do("delete", path=path)


async def test_what_was_deleted_can_be_created_again(put, do, tree):
    for text in ("one", "two", "two"):
        await put("/memories/a.txt", text)
        assert await tree() == {"/memories/a.txt": text}
        await do("delete", path="/memories/a.txt")
    assert await tree() == {}


async def test_rename(put, do, tree):
    await put("/memories/old.txt", "Original content")
    said = await do("rename", old_path="/memories/old.txt", new_path="/memories/in/new.txt")
    assert said == "Successfully renamed /memories/old.txt to /memories/in/new.txt"
    assert await tree() == {"/memories/in/new.txt": "Original content"}


async def test_rename_a_directory(put, do, tree):
    for name in ("a.txt", "b/c.txt", "b/d/e.txt"):
        await put(f"/memories/old/{name}", name)
    await put("/memories/older/f.txt", "f")
    await do("rename", old_path="/memories/old", new_path="/memories/x/new")
    assert await tree() == {
        "/memories/x/new/a.txt": "a.txt",
        "/memories/x/new/b/c.txt": "b/c.txt",
        "/memories/x/new/b/d/e.txt": "b/d/e.txt",
        "/memories/older/f.txt": "f",
    }


async def test_rename_what_cannot_be(put, do, tree):
    await put("/memories/a.txt", "a")
    await put("/memories/dir/b.txt", "b")
    before = await tree()

    async def rename(old, new):
        await do("rename", old_path=f"/memories{old}", new_path=f"/memories{new}")

    for new in ("/dir/b.txt", "/a.txt", "/dir", ""):
        with says(f"The destination /memories{new} already exists"):
            await rename("/a.txt", new)
    with says("The path /memories/no.txt does not exist"):
        await rename("/no.txt", "/new.txt")
    with says("Cannot rename the /memories directory itself"):
        await rename("", "/new")
    with says("Cannot rename /memories/dir to /memories/dir/in, which is inside it"):
        await rename("/dir", "/dir/in")
    with says("The path /memories/a.txt is not a directory."):
        await rename("/dir", "/a.txt/dir")
    assert await tree() == before


async def test_clear_all_memory(put, tool, tree):
    await put("/memories/a.txt", "a")
    await put("/memories/dir/b.txt", "b")
    assert await tool.clear_all_memory() == "All memory cleared"
    assert await tree() == {}
