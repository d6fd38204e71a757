"""Each example runs as a reader would run it, offline, and says what it should."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.parts import REST
from tests.provider_examples import ONLY_THIS_MACHINE, TALKS
from tests.providers import Rule, environment, ruled, serving

EXAMPLES = Path(__file__).parent.parent / "examples"
EACH = ("openai_json_file.py", "anthropic_buffer.py", "gemini_vector.py")
"""One of each provider: the others are for `make test-rest`."""

# Whatever tries to leave the machine fails, in every process that an example starts.
NO_NETWORK = """
import socket

def refuse(*_, **__):
    raise RuntimeError("an example used the network")

socket.socket.connect = socket.socket.connect_ex = socket.socket.sendto = refuse
socket.getaddrinfo = socket.gethostbyname = socket.create_connection = refuse
"""

# What the machine's owner may have set, and a reader may not have.
OURS = (
    "RECOLLECT_URL",
    "RECOLLECT_USER",
    "RECOLLECT_LLM",
    "RECOLLECT_BUDGET",
    "ORT_DISABLE_TELEMETRY",
)

SAYS = {
    "remember_across_processes.py": r"""
        process (\d+) was told something, and ends
        process (?!\1\b)\d+ is asked: What UI preference did I mention\?
        it remembers: My name is Dana, and I prefer dark mode in every UI\.""",
    "chat_agent.py": r"""
        dana: My name is Dana and I prefer dark mode\.
        agent: Noted\.
        dana: I live in Lisbon\.
        agent: Noted\.
        dana: I moved to Porto\.
        agent: Noted\.
        dana: Thanks!
        agent: You are welcome\.
        some days later:
        dana: Hi
        agent: Hello, Dana\.
        dana: What UI preference did I mention\?
        agent: From memory: "My name is Dana and I prefer dark mode\." \(you, [\d-]+\)
        dana: Where do I live\?
        agent: From memory:
        - "I moved to Porto\." \(you, [\d-]+\)
        - before: "I live in Lisbon\." \(you, [\d-]+\)
        dana: Who is the king of France\?
        agent: I have nothing about that in memory\.""",
    "buffer.py": r"""
        everything fits:
        user: My name is Dana\.
        assistant: Hello Dana!
        user: What is my name\?
        with a budget of 20 tokens the oldest give way:
        user: What is my name\?
        stored all the same: 3 messages""",
    "sliding_window.py": r"""
        the model sees the last four turns:
        user: Today is Thursday\.
        assistant: I see, Thursday\.
        user: Today is Friday\.
        assistant: I see, Friday\.
        the memory kept all 10, the first one too: Today is Monday\.""",
    "vector_recall.py": r"""
        What programming language does the user prefer\?
        I write most of my code in Python these days\. \(\d+%\)
        Which pet is in the family\?
        My sister's cat is called Miso\. \(\d+%\)
        When is the weekly meeting\?
        We meet every Thursday at ten\. \(\d+%\)
        Who won the chess tournament in 1972\?
        nothing relevant""",
    "qdrant_recall.py": r"""
        Which pet is in the family\?
        My sister's cat is called Miso\.
        When is the weekly meeting\?
        We meet every Thursday at ten\.
        did not answer: nobody""",
    "facts_that_change.py": r"""
        now: Fly\.io
        its history:
        2026-01-10 until 2026-03-02: Heroku
        2026-03-02 until now: Fly\.io
        still: Fly\.io
        and search finds: deploy\.target: Fly\.io""",
    "relations.py": r"""
        When is the deadline of Alice's project\?
        Project Alpha has deadline March 2026\.
        two steps from Alice:
        1\. Alice manages Project Alpha\.
        2\. Project Alpha has deadline March 2026\.
        who manages it, as of 2026-01-20: Alice
        who manages it, as of 2026-02-20: Bob
        from Bobby to the deadline:
        Bob manages Project Alpha\.
        Project Alpha has deadline March 2026\.""",
    "how_long.py": r"""
        shown: \['My blood type is 0 negative\.'\]
        the code: None
        Would remove 2 notes, 1 message\.
        1 note: kept 180 days
        1 note: expired
        1 message: kept 1 year
        clean: True""",
    "notes_from_talk.py": r"""
        2026-01-10 until 2026-03-02, said 1x: The user lives in Lisbon\.
        2026-01-10 until now, said 2x: The user's dog is called Rex\.
        2026-03-02 until now, said 1x: The user lives in Porto\.
        why: 'By the way, I live in Porto now\.' by the rule home\.lives_in""",
    "notes_with_a_model.py": r"""
        2026-01-10 until 2026-03-02: The user lives in Lisbon\. \(by home\.lives_in\)
        2026-03-02 until now: The user's sister Mia is a nurse\. \(by function:stand_in\)
        2026-03-02 until now: The user lives in Porto\. \(by function:stand_in\)
        2 calls, 0 failed""",
    "as_of.py": r"""
        as of 2025-12-01: nothing is known
        as of 2026-02-01: The user lives in Lisbon\.
        as of 2026-04-01: The user lives in Porto\.
        replaced: The user lives in Lisbon\. -> The user lives in Porto\.
        undone: Lisbon
        2026-01-10: Lisbon
        2026-03-02: Porto
        2026-04-02: Lisbon""",
    "summary.py": r"""
        in short:
        - \S+ user: "We decided to use Django for the store\."
        - \S+ user: "I prefer dark mode in every UI\."
        - \S+ user: "Next comes the page for the cart\."
        - \S+ user: "Next comes the page for the search\."
        - \S+ user: "Next comes the page for the checkout\."
        and the last 3 turns, from: Next comes the page for the admin\.
        it rests on: We decided to use Django for the store\.
        and all 13 messages are still there""",
    "hybrid.py": r"""
        system: You are an assistant\.
        user text: What is on my desk\?
        assistant text: Let me look\.
        assistant tool_use: \{'today': True\}
        user tool_result: a report for Alice
        assistant text: A report for Alice\.
        user text: .*- Alice manages Project Alpha\..* March 2026\..* likes her reports short\.
        user text: How does Alice want the report, and when is her project due\?
        True, and 4 messages stay the same on the next turn""",
    "json_file.py": r"""
        in the file:
        "content": "I prefer dark mode\."
        "text": "The user prefers dark mode\.",?
        "text": "city: Lisbon",?
        the next session finds: I prefer light mode\.""",
    "mem0_shaped.py": r"""
        I do not know you yet\.
        You told me: The user prefers dark mode\.
        You told me: Dana prefers light mode\.
        \['ADD', 'UPDATE'\]""",
    "letta_shaped_agent.py": r"""
        sam: Dark mode\.
        sam: Dark mode\.
        in view: \{'persona': 'I am Sam\.', 'human': 'Dana\.\\nI prefer dark mode\.'\}""",
    "markdown_agent.py": r"""
        # Memory

        - deploy\.target: Heroku

        # 2026-03-01

        ## Session: s1

        - 10:00:00 \*\*user\*\*: We ship on Friday\.

        the target now: Fly\.io
        found: Dana is on holiday in August
        always in view: You answer in one sentence\.""",
    "async_memory.py": r"""
        dana: \[1\] user: My dog is called Rex\.
        kim: \[1\] user: My cat is called Miso\.
        lee: \[1\] user: I have no pet\.""",
    "your_own_embedder.py": r"""
        embedder: groups-1
        near the ocean: My house is on the beach
        about programming: The compiler was slow today
        when it fails: embedded=False, but found: The harbour freezes in January
        and the hits say what was missing: \('vectors',\)""",
}


def run(
    script: Path, folder: Path, wall: str = NO_NETWORK, around: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a script with walls around it, in the folder's `work` and with its `home`."""
    for name in ("walls", "work", "home"):
        (folder / name).mkdir()
    (folder / "walls" / "sitecustomize.py").write_text(wall)
    mine = dict(os.environ) if around is None else around
    kept = {key: value for key, value in mine.items() if key not in OURS}
    places = {"PYTHONPATH": "walls", "HOME": "home", "XDG_CACHE_HOME": "home/.cache", "TMPDIR": "."}
    return subprocess.run(
        [sys.executable, str(script)],
        cwd=folder / "work",
        env={**kept, **{name: str(folder / place) for name, place in places.items()}},
        capture_output=True,
        text=True,
        timeout=600,
    )


def squeezed(text: str) -> str:
    return "\n".join(line.strip() for line in text.strip().splitlines())


@pytest.mark.parametrize("name", SAYS)
def test_an_example_runs_offline_and_says(name, tmp_path):
    done = run(EXAMPLES / name, tmp_path)
    assert done.returncode == 0, done.stderr
    assert re.fullmatch(squeezed(SAYS[name]), squeezed(done.stdout)), done.stdout
    assert list((tmp_path / "work").iterdir()) == [], "it left something behind"


@pytest.mark.parametrize(
    "name", [name if name in EACH else pytest.param(name, marks=REST) for name in TALKS]
)
def test_an_example_talks_with_a_provider(name, tmp_path):
    rules, wanted = TALKS[name]
    with serving(usual=ruled([Rule(**rule) for rule in rules])) as server:
        done = run(EXAMPLES / name, tmp_path, ONLY_THIS_MACHINE, environment(server))
    assert done.returncode == 0, done.stderr
    assert re.fullmatch(squeezed(wanted), squeezed(done.stdout)), done.stdout
    assert list((tmp_path / "work").iterdir()) == [], "it left something behind"


@pytest.mark.parametrize("name", sorted(path.name for path in EXAMPLES.glob("*.py")))
def test_an_example_is_read_in_a_minute(name):
    assert len((EXAMPLES / name).read_text("utf-8").splitlines()) <= 30


def test_nothing_is_written_into_the_home(tmp_path):
    """onnxruntime keeps an id of the machine there, unless its telemetry is off when it loads."""
    done = run(EXAMPLES / "vector_recall.py", tmp_path)
    assert done.returncode == 0, done.stderr
    assert list((tmp_path / "home").rglob("*")) == []


def test_the_walls_hold(tmp_path):
    script = tmp_path / "leaks.py"
    script.write_text("import urllib.request as r\nr.urlopen('http://127.0.0.1:9/', timeout=1)\n")
    done = run(script, tmp_path)
    assert done.returncode != 0
    assert "used the network" in done.stderr


def test_the_walls_around_those_that_talk_hold(tmp_path):
    script = tmp_path / "leaks.py"
    script.write_text("import urllib.request as r\nr.urlopen('http://192.0.2.1/', timeout=1)\n")
    done = run(script, tmp_path, ONLY_THIS_MACHINE)
    assert done.returncode != 0
    assert "used the network" in done.stderr


def test_every_example_is_tested():
    assert {path.name for path in EXAMPLES.glob("*.py")} == {*SAYS, *TALKS}
