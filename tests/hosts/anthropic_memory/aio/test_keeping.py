"""A file is a fact: kept to the letter, with its history, found by a search, and of one owner."""

import pytest
from anthropic.lib.tools import ToolError

from recollect.hosts.anthropic_memory import AsyncRecollectMemoryTool

PLAN = "/memories/plan.md"
LONG = "A line of a long file.\n" * 4_400


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "\n",
        "\n\n\t \n",
        "no newline",
        "one\n",
        "two\n\n",
        "\r\nCRLF\r\n",
        "\ta\tb\x0b\x0c\x1b[0m",
        "\ufeffmark\u2028\u2029\x85",
        "日本語 🏔️ e\u0301 é",
        '{"json": "\\u0000 \\n"}',
        "/memories/plan.md: twice",
        LONG,
        '"' * 102_400,
        "🏔" * 25_600,
    ],
    ids=lambda text: f"{len(text)}-{text[:8]!r}",
)
async def test_content_is_kept_to_the_letter(put, do, reopened, url, text):
    await put(PLAN, text)
    head = f"Here's the content of {PLAN} with line numbers:\n"
    shown = head + "\n".join(f"{n:>6}\t{line}" for n, line in enumerate(text.split("\n"), 1))
    assert await do("view", path=PLAN) == shown
    if url != "memory://":
        async with reopened() as again:
            tool = AsyncRecollectMemoryTool(again, user_id="dana")
            assert await tool.call({"command": "view", "path": PLAN}) == shown


async def test_who_is_stopped_while_moving_a_folder_has_moved_nothing(do, put, tree, tool):
    for name in ("a", "b"):
        await put(f"/memories/old/{name}.md", name)
    before, create = await tree(), tool._folder.create

    async def stopped(path, content, was=None):
        if path.endswith("b.md"):
            raise KeyboardInterrupt
        return await create(path, content, was)

    tool._folder.create = stopped
    with pytest.raises(KeyboardInterrupt):
        await do("rename", old_path="/memories/old", new_path="/memories/new")
    assert await tree() == before


async def test_a_long_file_is_edited_like_any_other(put, do, memory):
    await put(PLAN, LONG)
    await do("insert", path=PLAN, insert_line=0, insert_text="Begin.")
    said = await do("str_replace", path=PLAN, old_str="Begin.", new_str="The beginning.")
    assert "     1\tThe beginning.\n" in said
    assert f"{4_400 + 2:>6}\t" in await do("view", path=PLAN, view_range=[4_402, -1])
    with pytest.raises(ToolError, match="already exists"):
        await put(PLAN, LONG)
    await do("rename", old_path=PLAN, new_path="/memories/book/plan.md")
    listed = await do("view", path="/memories")
    assert "98.8K\t/memories/book/plan.md" in listed
    (note,) = await memory.notes(user_id="dana")
    assert note.text == f"/memories/book/plan.md: The beginning.\n{LONG}"
    await do("delete", path="/memories/book")
    await put(PLAN, "short")
    await do("str_replace", path=PLAN, old_str="short", new_str=LONG)
    await do("str_replace", path=PLAN, old_str=LONG, new_str="short again")
    assert await memory.value(PLAN, user_id="dana") == "short again"


async def test_every_version_is_in_the_history(put, do, memory):
    await put(PLAN, "Walk.")
    await do("str_replace", path=PLAN, old_str="Walk", new_str="Run")
    await do("insert", path=PLAN, insert_line=1, insert_text="Then swim.")
    (note,) = await memory.notes(user_id="dana", key=PLAN)
    versions = await memory.history(note.id, user_id="dana")
    assert [one.value for one in versions] == ["Walk.", "Run.", "Run.\nThen swim.\n"]
    then = memory.as_of(versions[1].learned_at)
    assert await then.value(PLAN, user_id="dana") == "Run."


async def test_an_edit_can_be_undone(put, do, memory, tree):
    await put(PLAN, "Walk.")
    await do("str_replace", path=PLAN, old_str="Walk", new_str="Run")
    (note,) = await memory.notes(user_id="dana", key=PLAN)
    await memory.undo(note.id, user_id="dana")
    assert await tree() == {PLAN: "Walk."}
    await do("insert", path=PLAN, insert_line=1, insert_text="Rest.")
    assert await tree() == {PLAN: "Walk.\nRest.\n"}


async def test_a_deletion_can_be_looked_behind_and_undone(put, do, memory, tree):
    await put(PLAN, "Walk.")
    await do("str_replace", path=PLAN, old_str="Walk", new_str="Run")
    await do("delete", path="/memories/plan.md")
    assert await memory.notes(user_id="dana") == []
    first, last = await memory.notes(user_id="dana", key=PLAN, closed=True)
    assert (first.value, last.value) == ("Walk.", "Run.")
    assert await memory.as_of(last.learned_at).value(PLAN, user_id="dana") == "Run."
    await memory.undo(last.id, user_id="dana")
    assert await tree() == {PLAN: "Run."}
    assert "Run." in await do("view", path=PLAN)


async def test_where_a_file_came_from(put, do, memory):
    await put(PLAN, "Walk.")
    await do("rename", old_path=PLAN, new_path="/memories/old.md")
    (note,) = await memory.notes(user_id="dana")
    assert note.metadata["renamed_from"] == PLAN
    (was,) = await memory.notes(user_id="dana", key=PLAN, closed=True)
    assert was.value == "Walk."


async def test_search_finds_files_as_they_stand(put, do, memory):
    await put(PLAN, "We climb the Matterhorn in July.")
    await put("/memories/tea.md", LONG + "Dana drinks genmaicha.")
    hits = await memory.search("Matterhorn", user_id="dana")
    assert hits[0].text == f"{PLAN}: We climb the Matterhorn in July."
    hits = await memory.search("Who drinks genmaicha?", user_id="dana")
    assert hits[0].record.key == "/memories/tea.md"
    await do("str_replace", path=PLAN, old_str="Matterhorn", new_str="Eiger")
    await do("delete", path="/memories/tea.md")
    assert await memory.search("Matterhorn", user_id="dana") == []
    assert await memory.search("genmaicha", user_id="dana") == []
    assert (await memory.search("Eiger", user_id="dana"))[0].record.key == PLAN


async def test_erasing_a_user_leaves_no_file(put, do, memory, tool):
    await put(PLAN, "Walk.")
    await put("/memories/tea.md", LONG)
    await do("str_replace", path=PLAN, old_str="Walk", new_str="Run")
    await do("delete", path="/memories/tea.md")
    assert (await memory.erase(user_id="dana")).ok
    assert await memory.notes(user_id="dana", closed=True) == []
    assert (await do("view", path="/memories")).endswith("\n0B\t/memories")
    await put(PLAN, "Anew.")


async def test_erasing_a_file_takes_its_versions_along(put, do, memory):
    await put(PLAN, "Walk.")
    await do("str_replace", path=PLAN, old_str="Walk", new_str="Run")
    await put("/memories/tea.md", "Green.")
    (note,) = await memory.notes(user_id="dana", key=PLAN)
    assert (await memory.erase(user_id="dana", id=note.id)).ok
    kept = await memory.notes(user_id="dana", closed=True)
    assert [note.value for note in kept] == ["Green."]
    await put(PLAN, "Anew.")


async def test_nobody_sees_the_files_of_others(put, memory):
    await put(PLAN, "Dana's.")
    others = [{"user_id": "kim"}, {"agent_id": "coach"}, {"user_id": "dana", "agent_id": "coach"}]
    for whose in others:
        tool = AsyncRecollectMemoryTool(memory, **whose)
        listed = await tool.call({"command": "view", "path": "/memories"})
        assert listed.endswith("\n0B\t/memories")
        for command in ("view", "delete"):
            with pytest.raises(ToolError, match="does not exist"):
                await tool.call({"command": command, "path": PLAN})
        await tool.call({"command": "create", "path": PLAN, "file_text": str(whose)})
        await tool.clear_all_memory()
    own = AsyncRecollectMemoryTool(memory, user_id="dana")
    assert "Dana's." in await own.call({"command": "view", "path": PLAN})


async def test_the_owner_of_an_agent_sees_its_own_files_alone(memory):
    shared = AsyncRecollectMemoryTool(memory, user_id="dana", agent_id="coach")
    await shared.call({"command": "create", "path": PLAN, "file_text": "Shared."})
    own = AsyncRecollectMemoryTool(memory, user_id="dana")
    with pytest.raises(ToolError, match="does not exist"):
        await own.call({"command": "view", "path": PLAN})
    await own.call({"command": "create", "path": PLAN, "file_text": "Own."})
    assert "Shared." in await shared.call({"command": "view", "path": PLAN})
    assert "Own." in await own.call({"command": "view", "path": PLAN})


async def test_what_else_is_remembered_is_no_file(memory, tool, do):
    await memory.add("I live in Lisbon.", user_id="dana")
    await memory.set("plan", "walk", user_id="dana")
    await memory.set("/memories/count", 3, user_id="dana")
    assert (await do("view", path="/memories")).endswith("\n0B\t/memories")
    await tool.clear_all_memory()
    assert await memory.value("plan", user_id="dana") == "walk"


async def test_a_fact_that_is_set_is_a_file(memory, do):
    await memory.set(PLAN, "Walk.", user_id="dana")
    assert "     1\tWalk." in await do("view", path=PLAN)
    await do("str_replace", path=PLAN, old_str="Walk", new_str="Run")
    assert await memory.value(PLAN, user_id="dana") == "Run."


async def test_who_wrote_what(memory):
    tool = AsyncRecollectMemoryTool(memory.acting_as("coach"), user_id="dana")
    await tool.call({"command": "create", "path": PLAN, "file_text": "Walk."})
    (note,) = await memory.notes(user_id="dana", where={"metadata": {"author": "coach"}})
    assert note.key == PLAN
