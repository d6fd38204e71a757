"""`recollect keys`, `audit` and what `serve` refuses; that it serves is tested in tests/server."""

from __future__ import annotations

import hashlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.parts import part

from .conftest import COMMAND, Cli

pytest.importorskip("starlette")


def test_a_key_is_made_listed_and_revoked(cli: Cli) -> None:
    assert cli("keys", "list", "--db", "a.db").code == 2
    made = cli(
        "keys", "create", "--db", "a.db", "--tenant", "acme", "--user", "dana", "--json"
    ).json
    assert made["token"].startswith(f"rk_{made['id']}_")
    assert (made["tenant"], made["right"], made["user_id"]) == ("acme", "write", "dana")
    plain = cli("keys", "create", "--db", "a.db", "--scope", "read", "--name", "for me")
    assert plain.out.startswith("rk_")
    assert "only time" in plain.err
    listed = cli("keys", "list", "--db", "a.db")
    assert made["id"] in listed.out
    assert made["token"] not in listed.out
    found = cli("keys", "list", "--db", "a.db", "--json").json["keys"]
    assert [key["right"] for key in found] == ["write", "read"]
    assert "hash" not in json.dumps(found)
    assert cli("keys", "revoke", made["id"], "--db", "a.db").code == 0
    assert cli("keys", "revoke", made["id"], "--db", "a.db").code == 1
    assert len(cli("keys", "list", "--db", "a.db", "--json").json["keys"]) == 1


@pytest.mark.parametrize(
    "bad",
    [
        ("--scope", "root"), ("--tenant", "spend"), ("--tenant", ":keys"), ("--user", "a\nb"),
        ("--expires", "2020-01-01"), ("--expires", "soon"),
    ],
)  # fmt: skip
def test_a_bad_key_is_not_made(cli: Cli, bad: tuple[str, str]) -> None:
    assert cli("keys", "create", "--db", "a.db", *bad).code == 2
    assert cli("keys", "list", "--db", "a.db").code in (1, 2)


def test_keys_are_nobodys_memory(cli: Cli) -> None:
    cli("keys", "create", "--db", "a.db")
    assert cli("users", "--db", "a.db").code == 1
    cli("add", "Hello there.", "--db", "a.db", "--words-only")
    cli("export", "--db", "a.db", "out.jsonl")
    assert "hash" not in cli("export", "--db", "a.db").out
    assert cli("consolidate", "--db", "a.db", "--words-only").code in (0, 1)
    assert len(cli("keys", "list", "--db", "a.db", "--json").json["keys"]) == 1


def test_no_import_and_no_salvage_brings_a_key(cli: Cli) -> None:
    id, secret = "feedfacefeedface", "plum"
    value = {
        "tenant": "", "right": "admin", "user_id": None, "made": "2026-01-01T00:00:00+00:00",
        "expires": None, "hash": hashlib.sha256(secret.encode()).hexdigest(),
    }  # fmt: skip
    note = {"type": "note", "id": "n1", "user_id": "keys", "tenant": ":keys", "text": ":"}
    lines = [{"recollect": 1, "records": 1}, note | {"key": id, "value": value},
             {"type": "end", "records": 1}]  # fmt: skip
    Path("forged.jsonl").write_text("\n".join(map(json.dumps, lines)))
    ran = cli("import", "forged.jsonl", "--db", "a.db", "--words-only")
    assert ran.code == 2
    assert "line 2: this tenant's name is recollect's own" in ran.err
    assert cli("keys", "list", "--db", "a.db").code in (1, 2)
    cli("keys", "create", "--db", "a.db")
    cli("add", "Hello there.", "--db", "a.db", "--words-only")
    saved = cli("export", "--salvage", "--db", "a.db")
    assert "hash" not in saved.out
    assert "None seems to be missing" in saved.err
    assert "recollect keys create" in saved.err


def test_serve_refuses_what_is_not_safe_or_cannot_be(cli: Cli) -> None:
    ran = cli("serve", "--url", "a.db", "--host", "0.0.0.0")
    assert ran.code == 2
    assert "recollect keys create" in ran.err
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        ran = cli("serve", "--url", "a.db", "--port", port)
    assert ran.code == 2
    assert "choose another --port" in ran.err
    assert cli("serve", "--url", "memory://", "--workers", "2").code == 2


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (("--embedder", "nosuch"), "no embedder is called 'nosuch'"),
        (("--llm", "nosuch:x"), "no language model 'nosuch:x'"),
        (("--audit", "nowhere/audit.jsonl"), "the audit log nowhere/audit.jsonl cannot be written"),
        (("--url", "http://127.0.0.1:9"), "the command line works on the store itself"),
    ],
)
def test_what_is_wrong_is_told_once_and_not_by_each_process(
    cli: Cli, wrong: tuple[str, str], told: str
) -> None:
    ran = cli("serve", "--url", "a.db", "--port", "0", "--workers", "2", *wrong)
    assert ran.code == 2
    assert ran.err.startswith(f"error: {told}")
    assert len(ran.err.splitlines()) == 1


@pytest.mark.parametrize(
    "wrong",
    [
        ("--host", "0.0.0.0"), ("--allow-host", "memory.example.com"),
        ("--allow-origin", "https://app.example.com"), ("--allow-origin", "*"),
        ("--embedder", "nosuch"), ("--audit", "nowhere/audit.jsonl"),
    ],
)  # fmt: skip
def test_what_is_refused_makes_nothing(cli: Cli, wrong: tuple[str, str]) -> None:
    assert cli("serve", "--url", "a.db", "--port", "0", *wrong).code == 2
    assert list(Path().iterdir()) == []


def test_a_port_that_is_taken_makes_nothing(cli: Cli) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        assert cli("serve", "--url", "a.db", "--port", port).code == 2
    assert list(Path().iterdir()) == []


INTERRUPTED_AT = """
import os, signal, sys
import {module}
from recollect.cli import main

signal.signal(signal.SIGINT, signal.default_int_handler)
known = {name}

def struck(*args, **options):
    os.kill(os.getpid(), signal.SIGINT)
    return known(*args, **options)

{name} = struck
main()
"""


@part
@pytest.mark.parametrize(
    ("module", "name", "code"),
    [
        ("recollect.server.serving", "run_loop", 130),
        ("recollect.server.serving", "build", 130),
        ("uvicorn", "Config.load", 0),
        ("uvicorn.lifespan.on", "LifespanOn.startup", 0),
    ],
)
def test_ctrl_c_before_it_serves_ends_it_without_a_traceback(
    module: str, name: str, code: int
) -> None:
    script = INTERRUPTED_AT.format(module=module, name=f"{module}.{name}")
    ended = subprocess.run(
        [sys.executable, "-c", script, "serve", "--url", "a.db", "--port", "0", "--words-only"],
        capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    assert ended.returncode == code, ended.stderr
    assert "serving http://" in ended.stderr
    levels = [json.loads(line)["level"] for line in ended.stderr.splitlines()]
    assert {*levels} == {"info"}, ended.stderr


def test_ctrl_c_while_its_processes_start_ends_them_without_a_traceback() -> None:
    """A terminal tells every process of the group."""
    command = [*COMMAND, "serve", "--url", "a.db", "--port", "0", "--words-only", "--workers", "2"]
    process = subprocess.Popen(
        command, stderr=subprocess.PIPE, text=True, start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )  # fmt: skip
    assert process.stderr is not None
    with process, process.stderr:
        said = process.stderr.readline()
        assert "serving http://" in said
        while "shown at" not in said:
            said = process.stderr.readline()
        time.sleep(0.3)  # so that there is something to interrupt; whenever it comes, it is quiet
        os.killpg(process.pid, signal.SIGINT)
        assert "Traceback" not in process.stderr.read()
        assert process.wait(300) in (0, 130)  # it listens to signals a moment after it says so


def test_keys_are_in_the_store_itself(cli: Cli) -> None:
    ran = cli("keys", "create", "--db", "http://127.0.0.1:9")
    assert (ran.code, "this is the URL of a server" in ran.err) == (2, True)


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Nothing is served, but for what it would be: whether without keys."""
    found: list[bool] = []
    monkeypatch.setattr(
        "recollect.server.serving.run", lambda plan, _: found.append(plan.rules.open)
    )
    monkeypatch.setattr("recollect.server.serving.log_lines", lambda: None)
    return found


@pytest.mark.parametrize(
    "named",
    [
        ("--allow-host", "memory.example.com"), ("--allow-host", "10.0.0.7"),
        ("--allow-origin", "https://app.example.com"),
    ],
)  # fmt: skip
def test_serve_goes_by_no_public_name_without_keys(
    cli: Cli, named: tuple[str, str], served: list[bool]
) -> None:
    ran = cli("serve", "--url", "a.db", "--port", "0", *named)
    assert ran.code == 2
    assert "recollect keys create" in ran.err
    here = ("--allow-host", "LOCALHOST", "--allow-origin", "http://localhost:3000")
    assert cli("serve", "--url", "a.db", "--port", "0", *here).code == 0
    cli("keys", "create", "--db", "a.db")
    assert cli("serve", "--url", "a.db", "--port", "0", *named).code == 0


def test_a_server_whose_keys_are_revoked_stays_shut_until_told(
    cli: Cli, served: list[bool], caplog: pytest.LogCaptureFixture
) -> None:
    serve = ("serve", "--url", "a.db", "--port", "0")
    made = cli("keys", "create", "--db", "a.db", "--json").json
    refused = cli(*serve, "--open")
    assert refused.code == 2
    assert "revoke them first" in refused.err
    assert cli("keys", "revoke", made["id"], "--db", "a.db").code == 0
    assert cli("keys", "revoke", ":ended", "--db", "a.db").code == 1
    assert cli("keys", "list", "--db", "a.db").code == 1
    cli(*serve)
    assert "every key is revoked" in caplog.text
    assert cli("backup", "all.backup", "--db", "a.db").code == 0
    assert cli("restore", "all.backup", "--db", "b.db").code == 0
    cli("serve", "--url", "b.db", "--port", "0")
    cli(*serve, "--open")
    cli(*serve)
    assert served == [False, False, True, True]


def test_the_audit_log_is_read(cli: Cli, tmp_path) -> None:
    lines = [
        {"at": "2026-03-01T10:00:00+00:00", "by": "k1", "tenant": "acme", "action": "add",
         "user_id": "dana", "ids": ["m1"], "count": 1, "status": 200},
        {"at": "2026-03-02T10:00:00+00:00", "by": "k2", "tenant": "acme", "action": "erase",
         "user_id": "dana", "status": 200},
    ]  # fmt: skip
    text = "\n".join(map(json.dumps, lines)) + '\n{"torn'
    (tmp_path / "recollect-audit.jsonl").write_text(text)
    assert cli("audit", "--json").json["requests"] == lines
    assert cli("audit", "--key", "k1", "--json").json["requests"] == lines[:1]
    assert cli("audit", "--action", "erase", "--json").json["requests"] == lines[1:]
    assert cli("audit", "--since", "2026-03-02", "--json").json["requests"] == lines[1:]
    assert cli("audit", "--last", "1", "--json").json["requests"] == lines[1:]
    assert "m1" in cli("audit").out
    assert cli("audit", "--tenant", "other").code == 1
    assert cli("audit", "--audit", "none.jsonl").code == 2


def test_serve_says_where_its_page_is_unless_there_is_none(
    cli: Cli, served: list[bool], caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages: list[bool] = []
    monkeypatch.setattr(
        "recollect.server.serving.run", lambda plan, _: pages.append(plan.rules.page)
    )
    caplog.set_level("INFO", "recollect.server")
    said = "what is remembered is shown at http://127.0.0.1:"
    assert cli("serve", "--url", "a.db", "--port", "0").code == 0
    assert said in caplog.text
    caplog.clear()
    assert cli("serve", "--url", "a.db", "--port", "0", "--no-page").code == 0
    monkeypatch.setenv("RECOLLECT_PAGE", "0")
    assert cli("serve", "--url", "a.db", "--port", "0").code == 0
    assert said not in caplog.text
    assert pages == [True, False, False]


@pytest.mark.parametrize(
    ("host", "shown"),
    [("127.0.0.1", "127.0.0.1"), ("0.0.0.0", "localhost"), ("::", "localhost"), ("::1", "[::1]")],
)
def test_the_address_of_the_page_is_one_that_a_browser_takes(host: str, shown: str) -> None:
    from recollect.server.serving import _shown, _spelled

    assert _shown(host) == shown
    assert _spelled("::") == "[::]"
