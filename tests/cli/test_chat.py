"""recollect chat: in a real terminal, from a pipe, with a model and without."""

from __future__ import annotations

import json
import os
import re
import select
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from recollect import Memory
from tests.providers import Fail, Say, Server, Stall, environment, serving

from .conftest import COMMAND, Cli, spawn

posix = pytest.mark.skipif(os.name != "posix", reason="signals and pseudo-terminals")
TOLD = "My name is Dana and I prefer dark mode."
ASKED = "What UI preference did I mention?"
PROMPT = "you> "


class Terminal:
    """Somebody at a terminal: types, and waits for what is shown."""

    def __init__(self, arguments: list[str], **environment: str) -> None:
        # Imported before the fork: after it, another thread of ours might hold the import lock.
        import fcntl
        import pty
        import termios

        def takes_the_terminal() -> None:
            fcntl.ioctl(0, termios.TIOCSCTTY, 0)
            signal.signal(signal.SIGINT, signal.default_int_handler)

        self._main, side = pty.openpty()
        env = {**os.environ, "TERM": "dumb", **environment}
        self.process = subprocess.Popen(
            [*COMMAND, "chat", *arguments],
            stdin=side,
            stdout=side,
            stderr=side,
            env=env,
            start_new_session=True,
            preexec_fn=takes_the_terminal,
        )
        os.close(side)
        self.shown = ""

    def type(self, text: str) -> None:
        os.write(self._main, text.encode(errors="surrogateescape"))

    def until(self, pattern: str, seconds: float = 300) -> str:
        """Wait until something is shown; everything up to there, which is then behind us."""
        end = time.monotonic() + seconds
        while (found := re.search(pattern, self.shown)) is None:
            left = end - time.monotonic()
            assert left > 0, f"waited for {pattern!r}, and saw {self.shown!r}"
            if select.select([self._main], [], [], left)[0]:
                try:
                    self.shown += os.read(self._main, 65536).decode(errors="replace")
                except OSError:  # the other side is closed
                    break
        found = found or re.search(pattern, self.shown)
        assert found is not None, f"it ended before {pattern!r}: {self.shown!r}"
        before, self.shown = self.shown[: found.end()], self.shown[found.end() :]
        return before.replace("\r\n", "\n")

    def say(self, line: str) -> str:
        """Type a line, and take what is shown until the next prompt."""
        self.type(line + "\n")
        return self.until(PROMPT)

    def interrupt(self) -> str:
        """Press Ctrl-C at the prompt, and take what is shown until the next one.

        Python sees no signal that comes while it works on a key before the next one is pressed.
        """
        for _ in range(20):
            self.type("\x03")
            if PROMPT in self.shown or select.select([self._main], [], [], 5)[0]:
                break
        return self.until(PROMPT)

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(300)
        os.close(self._main)


@contextmanager
def terminal(*arguments: str, **environment: str) -> Iterator[Terminal]:
    made = Terminal(list(arguments), **environment)
    try:
        made.until(PROMPT)
        yield made
    finally:
        made.close()


@posix
def test_two_sessions_and_a_kill_between_them() -> None:
    with terminal("-u", "dana") as first:
        assert "Noted." in first.say(TOLD)
        first.process.send_signal(signal.SIGKILL)
        assert first.process.wait(300) == -signal.SIGKILL
    with terminal("-u", "dana", "--db", "recollect.db") as second:
        assert f'From memory: "{TOLD}" (you, ' in second.say(ASKED)
        assert "key user.prefers.dark_mode" in second.say("/memory")
        why = second.say("/why")
        assert TOLD in why
        assert "Hello, Dana." in second.say("hi")
        assert "Noted." in second.say("We decided to use Django.")
        second.type("\x04")  # Ctrl-D
        second.until(r"Goes on with: recollect chat --session \w+ --user dana --db recollect\.db\s")
        assert second.process.wait(300) == 0
    with Memory() as memory:
        (note,) = memory.notes(user_id="dana", where={"kind": "summary"})
        said = [one.content for one in memory.messages(user_id="dana")]
    assert said[:3] == [TOLD, "Noted.", ASKED]
    assert note.session_id is not None


@posix
def test_forgetting_asks_first() -> None:
    with terminal("-u", "dana", "--words-only") as chat:
        chat.say(TOLD)
        chat.say("Do I prefer dark mode?")
        chat.type("/forget dark mode\n")
        assert TOLD in chat.until(r"Forget this\? \[y/N\] ")
        assert "Nothing was forgotten." in chat.say("n")
        chat.type("/forget dark mode\n")
        chat.until(r"Forget this\? \[y/N\] ")
        assert "Forgotten: " in chat.say("y")
        assert "I have nothing about that in memory." in chat.say("Do I prefer dark mode?")
        assert "Nothing like that is remembered." in chat.say("/forget dark mode")
    assert "dark mode." not in spawn("export").out.replace("Do I prefer dark mode", "")


@pytest.fixture
def server() -> Iterator[Server]:
    with serving() as made:
        yield made


@posix
def test_an_answer_streams_and_ctrl_c_stops_it(server: Server) -> None:
    server.script.extend([Say("Hello Dana!"), Stall(Say("One two three four."), 5), Say("Again.")])
    env = environment(server)
    model = ["--llm", "anthropic:claude-sonnet-4-6", "--words-only"]
    with terminal("-u", "dana", *model, **env) as chat:
        assert "Hello Dana!\n" in chat.say(TOLD)
        chat.type("Count.\n")
        chat.until("One two ")  # the rest never comes
        chat.type("\x03")  # Ctrl-C
        assert "(stopped)" in chat.until(PROMPT)
        chat.type("never sent")
        chat.until("never sent")  # so the line is being read
        assert "Ctrl-D or /quit" in chat.interrupt()
        assert "Again.\n" in chat.say("Count.")
        chat.type("/quit\n")
        chat.until("Goes on with")
        assert chat.process.wait(300) == 0
    with Memory(embedder=None) as memory:
        said = memory.messages(user_id="dana")
    assert [(one.role, one.content) for one in said] == [
        ("user", TOLD),
        ("assistant", "Hello Dana!"),
        ("user", "Count."),
        ("assistant", "One two "),
        ("assistant", "Again."),
    ]
    assert said[3].metadata["broken"] == "stopped"


@posix
def test_a_model_that_fails_does_not_end_the_conversation(server: Server) -> None:
    server.script.extend([Fail("auth"), Say("Here.")])
    model = ["--llm", "openai:gpt-5-mini", "--words-only"]
    with terminal(*model, **environment(server)) as chat:
        assert "error: OpenAI: the key was refused; check OPENAI_API_KEY" in chat.say("Hello?")
        assert "Here." in chat.say("Hello?")
    with Memory(embedder=None) as memory:
        assert [one.content for one in memory.messages(user_id="me")] == ["Hello?", "Here."]


def test_the_two_sessions_with_a_model(server: Server) -> None:
    server.usual = lambda request: Say(
        "Dark mode." if "I prefer dark mode" in request.seen else "I do not know."
    )
    env = environment(server)
    run = [*COMMAND, "chat", "-u", "dana", "--words-only", "--llm", "openai:gpt-5-mini"]
    for line in (TOLD, ASKED):
        done = subprocess.run(run, input=line + "\n", env=env, capture_output=True, text=True)
        assert (done.returncode, done.stdout, done.stderr) == (0, "Dark mode.\n", "")
    told, asked = server.requests
    assert TOLD in asked.seen
    assert (told.asked, asked.asked) == (TOLD, ASKED)


def test_from_a_pipe(cli: Cli) -> None:
    ran = cli("chat", "--words-only", typed=f"{TOLD}\n\nhi\n/nonsense\n/help\n/quit\nnever\n")
    assert ran.code == 0
    assert ran.out.startswith("Noted.\nHello, Dana.\n/memory")
    assert "There is no command /nonsense" in ran.err
    ran = cli("chat", "--words-only", "-s", "s9", "--json", typed="Do I prefer dark mode?\n/why\n")
    answer, said = map(json.loads, ran.out.splitlines())
    assert answer["text"].startswith(f'From memory: "{TOLD}"')
    assert (answer["session_id"], answer["model"], answer["tokens"]) == ("s9", "offline", 0)
    assert answer["sources"][0]["content"] == TOLD
    assert said["text"] == "Noted.", "with --json a line is said as it is"
    assert cli("chat", typed="").code == 0


@pytest.mark.parametrize("locale", ["C", "C.UTF-8", "POSIX"])
def test_bytes_that_are_no_text_are_called_so(locale: str) -> None:
    """In some locales Python passes them on, in others it does not."""
    env = {**os.environ, "LC_ALL": locale, "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    run = [*COMMAND, "chat", "--words-only"]
    said = "\ufeffIch heiße Dänä.\n".encode() + b"caf\xe9\nnever said\n"
    done = subprocess.run(run, input=said, env=env, capture_output=True, timeout=300)
    assert (done.returncode, done.stdout) == (2, b"Noted.\n")
    assert done.stderr.decode() == (
        "error: line 2 on stdin is not UTF-8 text (byte 3); convert it, then say it and what "
        "follows again\n"
    )
    with Memory(embedder=None) as memory:
        kept = [one.content for one in memory.messages(user_id="me")]
    assert kept == ["Ich heiße Dänä.", "Noted."]


@posix
def test_bytes_that_are_no_text_do_not_end_a_conversation() -> None:
    with terminal("--words-only", LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0") as chat:
        assert "error: what was typed is not UTF-8 text; nothing was said" in chat.say("caf\udce9")
        assert "Noted." in chat.say("Ich trinke gern Café.")
    with Memory(embedder=None) as memory:
        assert memory.messages(user_id="me")[0].content == "Ich trinke gern Café."


def test_commands_without_anything_to_show(cli: Cli) -> None:
    typed = "/why\n/memory\n/memory boats\n/forget\n/forget boats\n/forget " + "0" * 32 + "\n"
    ran = cli("chat", "--words-only", typed=typed)
    assert (ran.code, ran.out) == (0, "")
    assert ran.err.splitlines() == [
        "There is no answer yet.",
        "No notes for me yet.",
        "Nothing relevant for me.",
        "Say what to forget: /forget my address, or /forget and an id.",
        "Nothing like that is remembered.",
        "Nothing like that is remembered.",
    ]


def test_forgetting_one_of_several_and_by_id(cli: Cli) -> None:
    said = "My boat is red.\nMy boat is fast.\n"
    ran = cli("chat", "--words-only", typed=said + "/forget boat\n2\n/memory boat\n")
    assert "Forgotten: " in ran.err
    left = [one["content"] for one in cli("messages", "--role", "user", "--json").json["messages"]]
    assert len(left) == 1
    id = cli("messages", "--role", "user", "--json").json["messages"][0]["id"]
    ran = cli("chat", "--words-only", typed=f"/forget {id}\n\n/forget {id}\nyes\n")
    assert "Nothing was forgotten." in ran.err
    assert cli("messages", "--role", "user", "--json").json["messages"] == []


def test_mistakes_leave_no_file_behind(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    for arguments, why in (
        (["--llm", "openai:gpt-5"], "OpenAI needs a key: set OPENAI_API_KEY"),
        (["--llm", "anthropic:claude-sonnet-4-6"], "Anthropic needs a key: set ANTHROPIC_API_KEY"),
        (["--llm", "clippy"], "no language model 'clippy'"),
        (["--pattern", "nonsense"], "pattern must be one of"),
        (["--system", " "], "system is empty"),
        (["--session", " s"], "session_id must have"),
    ):
        ran = cli("chat", *arguments, typed="hello\n")
        assert (ran.code, ran.out) == (2, "")
        assert why in ran.err
    assert os.listdir() == []


@pytest.fixture
def asked(server: Server, monkeypatch: pytest.MonkeyPatch) -> Server:
    """The server, for runs in this process."""
    for name, value in environment(server).items():
        monkeypatch.setenv(name, value)
    return server


def test_a_pipe_ends_at_a_model_that_fails(cli: Cli, asked: Server) -> None:
    asked.script.append(Fail("auth"))
    said = "Hello?\nStill there?\n"
    ran = cli("chat", "--llm", "openai:gpt-5-mini", "--words-only", typed=said)
    assert (ran.code, ran.out) == (3, "")
    assert ran.err == "error: OpenAI: the key was refused; check OPENAI_API_KEY\n"
    kept = cli("messages", "--json").json["messages"]
    assert [one["content"] for one in kept] == ["Hello?"]


def test_what_acts_on_a_terminal_is_spelled_out(cli: Cli, asked: Server) -> None:
    asked.script.append(Say("evil \x1b[31mred"))
    ran = cli("chat", "--llm", "openai:gpt-5-mini", "--words-only", typed="Hello?\n")
    assert ran.out == "evil \\x1b[31mred\n"
