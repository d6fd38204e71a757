"""The examples that talk with a provider: the script of the model, and what the example prints.

The model answers by what it is shown, so that an example without its memory would print otherwise.
"""

from __future__ import annotations

from typing import Any

# These may reach the scripted server on this machine, and nothing else.
ONLY_THIS_MACHINE = """
import socket

HERE = ("127.0.0.1", "localhost")
connect, look_up = socket.socket.connect, socket.getaddrinfo

def only_here(self, address):
    if not isinstance(address, tuple) or address[0] not in HERE:
        raise RuntimeError("an example used the network")
    return connect(self, address)

def looked_up(host, *rest, **more):
    if host not in HERE:
        raise RuntimeError("an example used the network")
    return look_up(host, *rest, **more)

def refuse(*_, **__):
    raise RuntimeError("an example used the network")

socket.socket.connect, socket.getaddrinfo = only_here, looked_up
socket.socket.sendto = socket.gethostbyname = refuse
"""

Rules = list[dict[str, Any]]
MODE: Rules = [
    {"when": "name is (?P<name>\\w+)", "say": "Hello {name}!"},
    {"when": "preference|which ui", "seen": "prefer (?P<mode>dark|light) mode", "say": "{mode}."},
    {"when": "due", "seen": "due March 2026", "say": "In March 2026."},
    {"say": "I do not know."},
]
NAME: Rules = [
    {"when": "what is my name", "seen": "my name is (?P<name>\\w+)", "say": "{name}."},
    {"when": "name is (?P<name>\\w+)", "say": "Hello {name}!"},
    {"say": "I do not know."},
]
DECIDED: Rules = [
    {"when": "what did we decide", "seen": "short:.*decided to use (?P<it>\\w+)", "say": "{it}."},
    {"when": "decided", "say": "Good choice."},
    {"when": "next comes", "say": "All right."},
    {"say": "I do not know."},
]
SISTER: Rules = [
    {"when": "sister", "seen": "Mia lives in (?P<city>\\w+)", "say": "In {city}."},
    {"say": "I do not know."},
]
TALKS: dict[str, tuple[Rules, str]] = {
    "openai_json_file.py": (
        MODE,
        r"""
        Hello Dana!
        dark\.
        in the file: True""",
    ),
    "openai_hybrid.py": (
        MODE,
        r"""
        Hello Dana!
        dark\.
        In March 2026\.
        user: When is the project due that Alice manages\?
        assistant: In March 2026\.""",
    ),
}
for provider in ("anthropic", "gemini"):
    TALKS[f"{provider}_buffer.py"] = (
        NAME,
        r"""
        Hello Dana!
        Dana\.
        4 messages are kept""",
    )
    TALKS[f"{provider}_summary.py"] = DECIDED, "Good choice\\.\nDjango\\."
    TALKS[f"{provider}_vector.py"] = SISTER, "In Lisbon\\."
