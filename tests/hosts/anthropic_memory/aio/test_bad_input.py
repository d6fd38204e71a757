"""What a model gets wrong is told to it, and nothing is written."""

import pytest
from anthropic.lib.tools import ToolError

from recollect import AsyncMemory, InputError
from recollect.errors import ScopeError
from recollect.hosts.anthropic_memory import AsyncRecollectMemoryTool


@pytest.fixture(params=["memory"])
def url():
    return "memory://"


@pytest.mark.parametrize(
    "path",
    [
        "/etc/passwd",
        "memories/a.txt",
        "/memoriesx/a.txt",
        "/Memories/a.txt",
        "",
        " /memories/a.txt",
        "../memories/a.txt",
    ],
)
async def test_paths_begin_with_memories(put, tree, path):
    with pytest.raises(ToolError, match=r"^Path must start with /memories, got: "):
        await put(path, "x")
    assert await tree() == {}


@pytest.mark.parametrize(
    "path",
    [
        "/memories/..",
        "/memories/../etc/passwd",
        "/memories/../../../etc/passwd",
        "/memories/a/../../etc/passwd",
        "/memories/../memories/a.txt",
        "/memories/%2e%2e/etc/passwd",
        "/memories/%2E./etc/passwd",
        "/memories/a/%2e%2e%2f%2e%2e%2fetc",
        "/memories/..%2fetc",
        "/memories/..\\etc",
        "/memories/a\\..\\..\\etc",
        "/memories/..%5cetc",
    ],
)
async def test_no_path_leads_out(put, do, tree, path):
    said = f"Path {path} would escape /memories directory"
    await put("/memories/a.txt", "a")
    given = [
        ("view", {"path": path}),
        ("create", {"path": path, "file_text": "x"}),
        ("str_replace", {"path": path, "old_str": "a", "new_str": "b"}),
        ("insert", {"path": path, "insert_line": 0, "insert_text": "b"}),
        ("delete", {"path": path}),
        ("rename", {"old_path": path, "new_path": "/memories/b.txt"}),
        ("rename", {"old_path": "/memories/a.txt", "new_path": path}),
    ]
    for command, parts in given:
        with pytest.raises(ToolError) as caught:
            await do(command, **parts)
        assert str(caught.value) == said
    assert await tree() == {"/memories/a.txt": "a"}


async def test_a_file_has_one_path(put, do, tree):
    await put("/memories//a/./b/../caf\u00e9.txt/", "x")
    assert await tree() == {"/memories/a/caf\u00e9.txt": "x"}
    for path in ("/memories/a/caf\u00e9.txt", "/memories/a/cafe\u0301.txt"):
        with pytest.raises(ToolError, match="already exists"):
            await put(path, "y")
    assert "cafe\u0301.txt with line" in await do("view", path="/memories/a/cafe\u0301.txt")


async def test_dots_in_names_are_names(put, tree):
    for name in ("...", "..a", "a..b", "100%.txt", "%41.txt", ".env"):
        await put(f"/memories/{name}", name)
    assert set((await tree()).values()) == {"...", "..a", "a..b", "100%.txt", "%41.txt", ".env"}


@pytest.mark.parametrize(
    ("path", "what"),
    [
        ("/memories/" + "x/" * 20 + "x", "more than 20 names"),
        ("/memories/" + "x" * 1015, "more than 1,024 bytes"),
        ("/memories/" + "é" * 508, "more than 1,024 bytes"),
        ("/memories/a\nb", "a control character"),
        ("/memories/a\x7f", "a control character"),
        ("/memories/a\0", "a NUL character at position 11"),
        ("/memories/a\ud800", "half of a surrogate pair at position 11"),
    ],
)
async def test_paths_that_cannot_be_kept(put, do, tree, path, what):
    with pytest.raises(ToolError, match=what):
        await put(path, "x")
    assert await tree() == {}
    await put("/memories/a.txt", "a")
    with pytest.raises(ToolError, match=what):
        await do("rename", old_path="/memories/a.txt", new_path=path)
    assert await tree() == {"/memories/a.txt": "a"}


async def test_the_longest_and_the_deepest_path(put, do, tree):
    long, deep = "/memories/" + "x" * 1014, "/memories" + "/d" * 20
    for path in (long, deep):
        await put(path, "x")
        assert "1\tx" in await do("view", path=path)
    assert set(await tree()) == {long, deep}
    await put("/memories/dir/" + "x" * 1000, "x")
    with pytest.raises(ToolError, match=r"more than 1,024 bytes"):
        await do("rename", old_path="/memories/dir", new_path="/memories/" + "d" * 20)
    assert len(await tree()) == 3


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("a\0b", "a NUL character at position 1"),
        ("ab\udfff", "half of a surrogate pair at position 2"),
        ("\ud83d", "half of a surrogate pair at position 0"),
        (None, "must be text"),
        (7, "must be text"),
        (["a"], "must be text"),
    ],
)
async def test_texts_that_cannot_be_kept(put, do, tree, text, what):
    with pytest.raises(ToolError, match=rf"^Invalid `file_text` parameter: .*{what}"):
        await put("/memories/a.txt", text)
    await put("/memories/a.txt", "a")
    for name, given in (("old_str", {"new_str": "b"}), ("new_str", {"old_str": "a"})):
        with pytest.raises(ToolError, match=rf"^Invalid `{name}` parameter: .*{what}"):
            await do("str_replace", path="/memories/a.txt", **given, **{name: text})
    with pytest.raises(ToolError, match=rf"^Invalid `insert_text` parameter: .*{what}"):
        await do("insert", path="/memories/a.txt", insert_line=0, insert_text=text)
    assert await tree() == {"/memories/a.txt": "a"}


@pytest.mark.parametrize(
    "given",
    [
        {"command": "view"},
        {"command": "view", "path": None},
        {"command": "view", "path": ["/memories"]},
        {"command": "view", "path": "/memories/a.txt", "view_range": [1]},
        {"command": "view", "path": "/memories/a.txt", "view_range": [1, 2, 3]},
        {"command": "view", "path": "/memories/a.txt", "view_range": ["one", "two"]},
        {"command": "view", "path": "/memories/a.txt", "view_range": 3},
        {"command": "create", "path": "/memories/b.txt"},
        {"command": "insert", "path": "/memories/a.txt", "insert_text": "x"},
        {"command": "insert", "path": "/memories/a.txt", "insert_text": "x", "insert_line": "one"},
        {"command": "insert", "path": "/memories/a.txt", "insert_text": "x", "insert_line": 0.5},
        {"command": "rename", "old_path": "/memories/a.txt"},
        {"command": "delete", "file": "/memories/a.txt"},
        {"command": "append", "path": "/memories/a.txt"},
        {"path": "/memories/a.txt"},
        {},
    ],
)
async def test_commands_that_are_none(tool, put, tree, given):
    await put("/memories/a.txt", "a")
    with pytest.raises(ToolError, match=r"^(Invalid `|Unknown command)"):
        await tool.call(given)
    assert await tree() == {"/memories/a.txt": "a"}


async def test_files_have_at_most_102400_bytes(put, do, memory):
    async def size():
        (note,) = await memory.notes(user_id="dana")
        return len(note.text) - len("/memories/a.txt: ")

    for text in ("x" * 102_401, "é" * 51_201):
        with pytest.raises(ToolError, match="the most is 102,400"):
            await put("/memories/a.txt", text)
    await put("/memories/a.txt", "x" * 102_399 + "y")
    assert await size() == 102_400
    with pytest.raises(ToolError, match="would have 102,401 bytes"):
        await do("str_replace", path="/memories/a.txt", old_str="y", new_str="yy")
    with pytest.raises(ToolError, match="the most is 102,400"):
        await do("insert", path="/memories/a.txt", insert_line=0, insert_text="")
    assert await size() == 102_400


async def test_secrets_are_refused_or_redacted_as_the_memory_says():
    card = "My card is 4012 8888 8888 1881."
    create = {"command": "create", "path": "/memories/a.txt", "file_text": card}
    async with AsyncMemory("memory://", embedder=None, secrets="refuse") as memory:
        tool = AsyncRecollectMemoryTool(memory, user_id="dana")
        with pytest.raises(ToolError, match="looks like a secret"):
            await tool.call(create)
        assert await memory.notes(user_id="dana") == []
    async with AsyncMemory("memory://", embedder=None, secrets="redact") as memory:
        tool = AsyncRecollectMemoryTool(memory, user_id="dana")
        await tool.call(create)
        assert "8888" not in await tool.call({"command": "view", "path": "/memories/a.txt"})
        edit = {"command": "str_replace", "path": "/memories/a.txt"}
        await tool.call({**edit, "old_str": "My card", "new_str": "The card"})
        assert "The card is " in await tool.call({"command": "view", "path": "/memories/a.txt"})


async def test_a_tool_is_of_somebody_and_of_its_own_colour(memory):
    with pytest.raises(ScopeError, match="say whose memory"):
        AsyncRecollectMemoryTool(memory)
    with pytest.raises(ScopeError):
        AsyncRecollectMemoryTool(memory, user_id=" dana")
    with pytest.raises(InputError, match="this tool takes"):
        AsyncRecollectMemoryTool("agent.db", user_id="dana")


async def test_what_the_model_is_told_of_the_tool(memory):
    cached = {"type": "ephemeral"}
    tool = AsyncRecollectMemoryTool(memory, user_id="dana", cache_control=cached)
    told = {"type": "memory_20250818", "name": "memory"}
    assert tool.to_dict() == {**told, "cache_control": cached}
    assert AsyncRecollectMemoryTool(memory, agent_id="coach").to_dict() == told
    assert tool.name == "memory"
