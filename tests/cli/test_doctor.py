"""The doctor names what is wrong and how to fix it."""

from __future__ import annotations

import os
import shlex
import subprocess
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import psycopg
import pytest
from redis import Redis

from recollect.cli.health import disk, machine, model
from recollect.errors import ModelError

from .conftest import COMMAND, Cli


def diagnose(cli: Cli, *arguments: str) -> tuple[int, dict[str, dict[str, Any]]]:
    ran = cli("doctor", "--json", *arguments)
    return ran.code, {finding["name"]: finding for finding in ran.json["findings"]}


def test_all_is_well(cli: Cli, kept: list[str]) -> None:
    code, found = diagnose(cli, "--words-only")
    assert code == 0
    assert {one["status"] for one in found.values()} == {"ok"}
    assert set(found) >= {"python", "packages", "sqlite", "place", "space", "access", "privacy",
                          "log", "schema", "contents", "integrity"}  # fmt: skip
    assert "ok    python" in cli("doctor", "--words-only").out


def test_vectors_that_wait_are_told(cli: Cli, kept: list[str]) -> None:
    code, found = diagnose(cli)
    assert code == 0
    assert found["embedder"]["status"] == "ok"
    assert found["vectors"]["status"] == "warn"
    assert "recollect reindex" in found["vectors"]["remedy"]


def test_vectors_of_other_models_are_told(cli: Cli, kept: list[str]) -> None:
    from recollect import Memory

    def flat(texts: list[str]) -> list[list[float]]:
        return [[1.0, 0.0] for _ in texts]

    flat.id = "flat"  # type: ignore[attr-defined]
    with Memory("recollect.db", embedder=flat) as memory:
        memory.reindex()
    _, found = diagnose(cli)
    assert found["vectors"]["status"] == "warn"
    assert "made by flat" in found["vectors"]["text"]
    assert "recollect reindex --embedder minilm --db " in found["vectors"]["remedy"]
    assert cli("reindex").code == 2, "it is not moved by accident"
    assert cli("reindex", "--embedder", "minilm", "--words-only").code == 2
    assert "3 vectors" in cli("reindex", "--embedder", "minilm").out
    with Memory("recollect.db", embedder=flat) as memory:
        memory.add("one more", user_id="dana")
    _, found = diagnose(cli)
    assert found["vectors"]["text"].startswith("1 record without a vector")
    assert found["old vectors"]["text"].startswith("1 of flat")
    assert "3 vectors" not in cli("reindex").out
    _, found = diagnose(cli)
    assert (found["vectors"]["status"], "old vectors" in found) == ("ok", False)


class Refusing(BaseHTTPRequestHandler):
    """A provider that wants another key."""

    def do_POST(self) -> None:
        self.send_response(401)
        self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, *_: Any) -> None:
        pass


def test_the_remedy_is_for_the_embedder_in_use(
    cli: Cli, kept: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    cli("reindex")
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with HTTPServer(("127.0.0.1", 0), Refusing) as server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        name = f"openai:m@http://127.0.0.1:{server.server_port}/v1"
        code, found = diagnose(cli, "--embedder", name)
        server.shutdown()
        thread.join()
    assert (code, found["embedder"]["status"]) == (1, "fail")
    assert "pip install" not in found["embedder"]["remedy"], "there is nothing wrong with that"
    assert f"recollect reindex --embedder {name} --db " in found["vectors"]["remedy"]


def test_a_missing_file_is_not_made(cli: Cli) -> None:
    code, found = diagnose(cli, "--words-only")
    assert code == 0
    assert found["place"]["status"] == "warn"
    assert not Path("recollect.db").exists()
    code, found = diagnose(cli, "--words-only", "--db", "no/such/x.db")
    assert (code, found["place"]["status"]) == (1, "fail")
    code, found = diagnose(cli, "--words-only", "--db", "mysql://x")
    assert (code, found["place"]["status"]) == (1, "fail")


@pytest.mark.skipif(os.name != "posix", reason="permissions")
def test_a_readable_file_is_a_warning_with_a_remedy(cli: Cli, kept: list[str]) -> None:
    os.chmod("recollect.db", 0o644)
    code, found = diagnose(cli, "--words-only")
    assert (code, found["privacy"]["status"]) == (0, "warn")
    assert "→ chmod 600" in cli("doctor", "--words-only").out


@pytest.mark.skipif(os.name != "posix", reason="a shell, and permissions")
def test_a_remedy_can_be_typed_as_it_stands(cli: Cli) -> None:
    Path("our files").mkdir()
    named = ("--db", "our files/m.db")
    assert cli("add", "I like tea.", "--words-only", *named).code == 0
    os.chmod("our files/m.db", 0o644)
    for name, remedy in (("privacy", "chmod "), ("vectors", "recollect reindex ")):
        finding = diagnose(cli, *named)[1][name]
        assert finding["remedy"].startswith(remedy)
        typed = finding["remedy"].replace("recollect ", shlex.join(COMMAND) + " ", 1)
        subprocess.run(typed, shell=True, check=True, stdout=subprocess.DEVNULL)
        assert diagnose(cli, *named)[1][name]["status"] == "ok"


def test_damage_is_a_failure_that_leads_to_salvage(cli: Cli, kept: list[str]) -> None:
    data = Path("recollect.db").read_bytes()
    Path("recollect.db").write_bytes(data[:8192])
    code, found = diagnose(cli, "--words-only")
    assert (code, found["contents"]["status"]) == (1, "fail")
    assert "--salvage" in found["contents"]["remedy"]


def test_a_newer_schema_is_a_failure(cli: Cli, kept: list[str]) -> None:
    import apsw

    db = apsw.Connection("recollect.db")
    db.pragma("user_version", 99)
    db.close()
    code, found = diagnose(cli, "--words-only")
    assert (code, found["schema"]["status"]) == (1, "fail")


def test_a_recollect_that_is_not_installed_is_not_looked_for_elsewhere(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def unknown(name: str) -> list[str]:
        raise machine.metadata.PackageNotFoundError(name)

    monkeypatch.setattr(machine.metadata, "requires", unknown)
    found = {one.name: one for one in machine.findings()}
    assert found["packages"].remedy == "pip install . in its checkout"


def test_the_machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    import apsw

    monkeypatch.setattr(apsw, "sqlite_lib_version", lambda: "3.46.1")
    monkeypatch.setattr(machine.metadata, "requires", lambda _: ["no-such-package>=1", "rich"])
    found = {one.name: one for one in machine.findings()}
    assert found["sqlite"].status == "warn"
    assert (found["packages"].status, found["packages"].remedy) == (
        "fail", "pip install no-such-package",
    )  # fmt: skip
    monkeypatch.setattr(disk, "LEAST", 10**18)
    assert {one.name: one.status for one in disk.findings(str(tmp_path / "x.db"))}[
        "space"
    ] == "fail"


def test_a_broken_model_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    from recollect.models import minilm

    def broken(*_: object) -> None:
        raise ModelError("the weights are damaged")

    monkeypatch.setattr(minilm.MiniLM, "embed", broken)
    (one,) = model.findings("minilm")
    assert (one.status, one.text) == ("fail", "the weights are damaged")
    assert one.remedy


@pytest.mark.parametrize("db", ["agent_memory.json", "agent/"])
def test_files_are_looked_at_too(cli: Cli, db: str) -> None:
    assert cli("add", "I prefer dark mode.", "--db", db, "--words-only").code == 0
    code, found = diagnose(cli, "--words-only", "--db", db)
    assert code == 0
    assert {one["status"] for one in found.values()} == {"ok"}
    assert "schema" not in found
    assert not found["place"]["text"].endswith(" 0 bytes")
    Path(db).chmod(0o755)
    _, open_to_all = diagnose(cli, "--words-only", "--db", db)
    mode = "700" if db == "agent/" else "600"  # nobody can use a folder without its x
    assert open_to_all["privacy"]["remedy"].startswith(f"chmod {mode} ")
    room = Path("agent/.recollect" if db == "agent/" else ".agent_memory.json.recollect")
    (room / "log").write_bytes(b"damaged\n" + (room / "log").read_bytes())
    assert cli("messages", "--db", db).code == 0
    _, found = diagnose(cli, "--words-only", "--db", db)
    assert found["set aside"]["status"] == "warn"
    assert "delete" in found["set aside"]["remedy"]


def test_a_file_that_was_cut_off_is_told_when_it_is_mended(cli: Cli) -> None:
    for words in ("I prefer dark mode.", "I live in Lisbon."):
        assert cli("add", words, "--db", "m.json", "--words-only").code == 0
    path = Path("m.json")
    path.write_bytes(path.read_bytes()[:-40])
    code, found = diagnose(cli, "--words-only", "--db", "m.json")
    assert code == 0
    assert found["contents"]["text"].startswith("2 messages, ")
    assert found["set aside"]["status"] == "warn"
    assert found["set aside"]["text"].startswith("1 damaged file set aside, the last one is m.json")


def test_a_file_edited_wrongly_is_told(cli: Cli) -> None:
    assert cli("add", "I prefer dark mode.", "--db", "m.json", "--words-only").code == 0
    path = Path("m.json")
    path.write_text(path.read_text().replace('"user"', '"robot"'))
    code, found = diagnose(cli, "--words-only", "--db", "m.json")
    assert code == 1
    assert "role must be one of" in found["contents"]["text"]
    assert found["contents"]["remedy"] == "correct the file as the message says"


def test_a_server_is_looked_at(cli: Cli, postgres: str) -> None:
    url = postgres.replace("@", ":Qzsecret@", 1)
    cli("add", "I prefer dark mode.", "--words-only", "--user", "dana", "--db", url)
    code, found = diagnose(cli, "--words-only", "--db", url)
    assert code == 0
    assert "PostgreSQL" in found["server"]["text"]
    assert set(found) >= {"pgvector", "durability", "clock", "contents", "integrity"}
    ran = cli("doctor", "--json", "--words-only", "--db", url)
    assert "Qz" not in ran.out
    assert ran.json["url"] == postgres


def test_a_server_without_a_memory_gets_none(cli: Cli, postgres_server: str) -> None:
    from tests.engines.postgres import database

    with (
        database(postgres_server, f"recollect_looked_{os.getpid()}") as url,
        psycopg.connect(url, autocommit=True) as db,
    ):
        code, found = diagnose(cli, "--words-only", "--db", url)
        assert (code, found["contents"]["status"]) == (0, "warn")
        assert "no memory yet" in found["contents"]["text"]
        asked = "SELECT to_regnamespace('recollect'), count(*) FROM pg_extension"
        assert db.execute(asked).fetchall() == [(None, 1)]
        cli("add", "I prefer dark mode.", "--words-only", "--user", "dana", "--db", url)
        _, found = diagnose(cli, "--words-only", "--db", url)
        assert "1 message, " in found["contents"]["text"]


def test_a_redis_is_looked_at(cli: Cli) -> None:
    from tests.engines.redis import QUICK, modern, server

    with (
        server(modern(), *QUICK, "--requirepass", "Qzsecret") as made,
        Redis(port=made.port, password="Qzsecret") as db,
    ):
        url = made.url.replace("://", "://:Qzsecret@")
        code, found = diagnose(cli, "--words-only", "--db", url)
        assert code == 0
        assert "Redis 8" in found["server"]["text"]
        assert set(found) >= {"durability", "memory", "clock", "contents", "integrity"}
        assert found["durability"]["status"] == "warn"
        assert "appendonly yes" in found["durability"]["remedy"]
        assert "Qz" not in cli("doctor", "--json", "--words-only", "--db", url).out
        db.config_set("appendonly", "yes")
        _, found = diagnose(cli, "--words-only", "--db", url)
        assert found["durability"]["status"] == "warn"
        assert "everysec" in found["durability"]["text"]
        db.config_set("appendfsync", "always")
        db.config_set("maxmemory", "100mb")
        code, found = diagnose(cli, "--words-only", "--db", url)
        assert (code, found["durability"]["status"], found["memory"]["status"]) == (0, "ok", "ok")
        db.config_set("maxmemory-policy", "allkeys-lru")
        code, found = diagnose(cli, "--words-only", "--db", url)
        assert (code, found["memory"]["status"]) == (1, "fail")


@pytest.mark.parametrize("url", ["postgresql://dana:Qzsecret@127.0.0.1:1/agents",
                                 "redis://dana:Qzsecret@127.0.0.1:1/0"])  # fmt: skip
def test_a_server_that_is_not_there(cli: Cli, url: str) -> None:
    code, found = diagnose(cli, "--words-only", "--db", url)
    assert code == 1
    assert found["server"]["status"] == "fail"
    assert "cannot reach" in found["server"]["text"]
    assert "contents" not in found, "it is said once"
    assert "Qz" not in cli("doctor", "--words-only", "--db", url).out


def test_a_url_that_nobody_speaks_is_told_once(cli: Cli) -> None:
    code, found = diagnose(cli, "--words-only", "--db", "postgressql://host/agents")
    assert code == 1
    assert [name for name, one in found.items() if one["status"] == "fail"] == ["place"]
    assert "did you mean postgresql://?" in found["place"]["text"]


def test_a_memory_may_be_named_without_an_option(cli: Cli) -> None:
    cli("add", "I prefer dark mode.", "--user", "dana", "--db", "there.db")
    named, chosen = cli("doctor", "there.db", "--json"), cli("doctor", "--db", "there.db", "--json")
    assert (named.code, named.json["url"]) == (chosen.code, chosen.json["url"])
