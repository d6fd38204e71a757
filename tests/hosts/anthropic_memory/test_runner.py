"""The tool in the SDK's own loop, over HTTP: the second session knows what the first was told."""

from __future__ import annotations

import importlib
import subprocess
import sys

import anthropic
import pytest
from anthropic.lib.tools import ToolError

from recollect import AsyncMemory, Memory, MissingExtra
from recollect.hosts.anthropic_memory import AsyncRecollectMemoryTool, RecollectMemoryTool
from tests.providers import Call, Say

PATH = "/memories/dana.md"


def call(command, id="call_1", **given):
    return Call("memory", {"command": command, **given}, id=id)


MONDAY = [
    Say("Let me look.", (call("view", path="/memories"),)),
    Say(
        calls=(
            call("create", "call_1", path=PATH, file_text="Prefers dark mode.\n"),
            call("create", "call_2", path=PATH, file_text="Twice.\n"),
        )
    ),
    Say(calls=(call("insert", path=PATH, insert_line=1, insert_text="Lives in Porto."),)),
    Say("Noted."),
]
FRIDAY = [Say(calls=(call("view", path=PATH),)), Say("You live in Porto.")]


def asking(text):
    return {
        "model": "claude-sonnet-5-5",
        "max_tokens": 999,
        "messages": [{"role": "user", "content": text}],
    }


def results(request):
    """What the model was told in the last turn."""
    return request.messages[-1]["content"]


def checked(server):
    """What went over the wire in both sessions."""
    first, listed, created, inserted, again, seen = server.requests
    assert first.body["tools"] == [{"type": "memory_20250818", "name": "memory"}]
    assert again.body["tools"] == first.body["tools"]
    (answer,) = results(listed)
    assert answer["content"].endswith("excluding hidden items:\n0B\t/memories")
    done, refused = results(created)
    assert (done["tool_use_id"], refused["tool_use_id"]) == ("call_1", "call_2")
    assert done["content"] == f"File created successfully at: {PATH}"
    assert (refused["content"], refused["is_error"]) == (f"File {PATH} already exists", True)
    assert "is_error" not in results(inserted)[0]
    lines = "     1\tPrefers dark mode.\n     2\tLives in Porto.\n     3\t"
    assert results(seen)[0]["content"].endswith(lines)


@pytest.mark.parametrize("stream", [False, True], ids=["whole", "streamed"])
def test_two_sessions(scripted, tmp_path, stream):
    scripted.script += [*MONDAY, *FRIDAY]
    said = []
    for text in ("I live in Porto.", "Where do I live?"):
        with anthropic.Anthropic() as client, Memory(tmp_path / "m.db", embedder=None) as memory:
            tool = RecollectMemoryTool(memory, user_id="dana")
            runner = client.beta.messages.tool_runner(tools=[tool], stream=stream, **asking(text))
            said.append(runner.until_done().content[-1].text)
    assert said == ["Noted.", "You live in Porto."]
    checked(scripted)


@pytest.mark.parametrize("stream", [False, True], ids=["whole", "streamed"])
async def test_two_sessions_in_async(scripted, tmp_path, stream):
    scripted.script += [*MONDAY, *FRIDAY]
    said = []
    for text in ("I live in Porto.", "Where do I live?"):
        async with (
            anthropic.AsyncAnthropic() as client,
            AsyncMemory(tmp_path / "m.db", embedder=None) as memory,
        ):
            tool = AsyncRecollectMemoryTool(memory, user_id="dana")
            runner = client.beta.messages.tool_runner(tools=[tool], stream=stream, **asking(text))
            said.append((await runner.until_done()).content[-1].text)
    assert said == ["Noted.", "You live in Porto."]
    checked(scripted)


def test_every_refusal_can_be_sent(scripted, tmp_path):
    """A half of a surrogate pair, quoted to the model, could not be."""
    wrong = [
        call("create", "c1", path="/memories/\ud800", file_text="x"),
        call("create", "c2", path=PATH, file_text="\udc00"),
        call("str_replace", "c3", path=PATH, old_str="\ud800", new_str="x"),
        call("view", "c4", path="/etc/passwd"),
        call("fly", "c5", path=PATH),
    ]
    scripted.script += [Say(calls=tuple(wrong)), Say("Sorry.")]
    with anthropic.Anthropic() as client, Memory(tmp_path / "m.db", embedder=None) as memory:
        tool = RecollectMemoryTool(memory, user_id="dana")
        client.beta.messages.tool_runner(tools=[tool], **asking("Hi.")).until_done()
    told = results(scripted.requests[-1])
    assert [one["is_error"] for one in told] == [True] * 5
    assert "half of a surrogate pair" in told[0]["content"]
    assert told[4]["content"].startswith("Unknown command: fly. There are: view, create,")


HIDDEN = """
import sys
sys.modules["anthropic"] = None
from recollect.errors import MissingExtra
try:
    import recollect.hosts.anthropic_memory
except MissingExtra as error:
    print(error)
"""


def test_without_the_package_it_says_what_to_install():
    done = subprocess.run(
        [sys.executable, "-c", HIDDEN], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == (
        "anthropic is not installed; run: pip install 'recollect[anthropic]'"
    )


def test_an_older_package_is_named(monkeypatch):
    monkeypatch.delattr("anthropic.lib.tools.ToolError")
    monkeypatch.setattr(anthropic, "__version__", "0.83.0")
    module = importlib.import_module("recollect.hosts.anthropic_memory.base")
    with pytest.raises(MissingExtra, match=r"needs anthropic 0\.84 or newer, and 0\.83\.0 is"):
        importlib.reload(module)
    monkeypatch.undo()
    assert importlib.reload(module).ToolError is ToolError
