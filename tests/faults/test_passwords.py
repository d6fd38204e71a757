"""The password or key in a URL reaches no log, no error, no traceback, no statistic and no output:
whatever is wrong with the server, and however the password is spelt."""

from __future__ import annotations

import logging
import traceback
from base64 import b64encode
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import quote

import pytest

from recollect import Memory
from recollect.cli.run import run
from recollect.errors import RecollectError
from tests.engines.postgres import free_port
from tests.engines.postgres import server as postgres_server
from tests.engines.redis import QUICK, modern
from tests.engines.redis import server as redis_server

WORD = "Qzhush"
SPELLINGS = {
    "plain": WORD,
    "encoded": quote(f"{WORD}@/:?#%é", safe=""),
    "an at": f"{WORD}@more",
    "behind an at": f"more@{WORD}",
    "a slash": f"{WORD}/more",
    "a question mark": f"{WORD}?more",
    "a hash": f"{WORD}#more",
    "a bracket": f"{WORD}[more",
    "a percent sign": f"{WORD}%zz",
    "letters": f"{WORD}é",
}
QUICKLY = ("encoded", "a slash", "behind an at")
"""What a plain run takes of them."""
EVERY = [
    name if name in QUICKLY else pytest.param(name, marks=pytest.mark.faults) for name in SPELLINGS
]
STORES = ["postgresql", "redis", "rediss"]
INDEXES = {
    "chroma+http": "vectors",
    "chroma+https": "vectors",
    "qdrant+http": "vectors",
    "qdrant+https": "vectors",
    "bolt": "graph",
    "bolt+s": "graph",
    "bolt+ssc": "graph",
    "neo4j": "graph",
    "neo4j+s": "graph",
    "redis": "cache",
    "postgresql": "vectors",
    "postgres": "vectors",
}
VERBS = [["stats"], ["doctor", "--words-only"], ["search", "words"], ["add", "words"]]


@pytest.fixture
def hear(
    caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str], tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Callable[..., None]]:  # fmt: skip
    """Fails at the end if somebody was told the password; until then, collects what was said."""
    monkeypatch.chdir(tmp_path)
    said: list[str] = []
    yield lambda *words: said.extend(map(str, words))
    out, err = capsys.readouterr()
    everything = "\n".join([*said, caplog.text, out, err])
    assert said
    for needle in (WORD, b64encode(f"dana:{WORD}".encode()).decode()[:-2]):
        assert needle not in everything


@pytest.fixture(autouse=True)
def loud(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Every driver says all it has to say."""
    names = ("chromadb", "httpcore", "httpx", "neo4j", "psycopg", "psycopg.pool", "redis",
             "recollect")  # fmt: skip
    before = {name: logging.getLogger(name).level for name in names}
    for name in names:
        logging.getLogger(name).setLevel(logging.DEBUG)
    caplog.set_level(logging.DEBUG)
    yield
    for name, level in before.items():
        logging.getLogger(name).setLevel(level)


def try_store(url: str, hear: Callable[..., None]) -> None:
    """Use it as a store, from Python and by the command, and tell all that comes of it."""
    for call in (
        lambda memory: memory.add("words", user_id="dana"),
        lambda memory: memory.search("words", user_id="dana"),
        lambda memory: hear(memory.stats()),
        lambda memory: memory.copy_to("copy.db"),
    ):
        attempt(lambda call=call: use(url, hear, call), hear)  # type: ignore[misc]
    for verb in VERBS:
        hear(run([*verb, "--db", url]))
        hear(run([*verb, "--db", url, "--json"]))
    hear(run(["doctor", url, "--words-only"]), run(["copy", url, "other.db"]))
    hear(run(["backup", "file", "--db", url]), run(["copy", "other.db", url]))


def use(url: str, hear: Callable[..., None], call: Callable[[Memory], object]) -> None:
    with Memory(url, embedder=None) as memory:
        hear(memory.url, repr(memory), repr(memory._store))
        call(memory)


def attempt(call: Callable[[], object], hear: Callable[..., None]) -> bool:
    """Whether it went well; an error must be ours, and is told with its whole traceback."""
    try:
        call()
    except RecollectError as error:
        hear(repr(error), *traceback.format_exception(error))
        return False
    return True


def by_whom(scheme: str, password: str, place: str) -> str:
    return f"{scheme}://dana:{password}@{place}"


@pytest.mark.parametrize("spelling", EVERY)
@pytest.mark.parametrize("scheme", STORES)
def test_a_store_that_nobody_answers_for(
    scheme: str, spelling: str, hear: Callable[..., None]
) -> None:
    url = by_whom(scheme, SPELLINGS[spelling], f"127.0.0.1:{free_port()}/0")
    try_store(url, hear)


@pytest.mark.parametrize("scheme", STORES)
def test_a_store_of_an_unknown_name(scheme: str, hear: Callable[..., None]) -> None:
    try_store(by_whom(scheme, SPELLINGS["encoded"], "nowhere.invalid/0"), hear)


@pytest.mark.parametrize("spelling", ["encoded"])
def test_a_wrong_password(spelling: str, hear: Callable[..., None], tmp_path: Path) -> None:
    password = SPELLINGS[spelling]
    with redis_server(modern(), *QUICK, "--requirepass", "another") as redis:
        try_store(by_whom("redis", password, f"127.0.0.1:{redis.port}/0"), hear)
        with Memory("memory://", cache=by_whom("redis", password, f"127.0.0.1:{redis.port}/0"),
                    embedder=None) as memory:  # fmt: skip
            memory.add("words", user_id="dana", session_id="s")
            assert len(memory.messages(user_id="dana", session_id="s", last=2)) == 1
            hear(memory.stats())
    rules = tmp_path / "hba.conf"
    rules.write_text(
        "host all nobody 127.0.0.1/32 trust\nhost all all 127.0.0.1/32 scram-sha-256\n"
    )
    for folder in (tmp_path, *tmp_path.parents[:3]):
        folder.chmod(folder.stat().st_mode | 0o055)
    with postgres_server(f"hba_file={rules}") as postgres:
        try_store(by_whom("postgresql", password, f"127.0.0.1:{postgres.port}/postgres"), hear)


@pytest.mark.parametrize("spelling", EVERY)
@pytest.mark.parametrize("scheme", INDEXES)
def test_an_index_that_nobody_answers_for(
    scheme: str, spelling: str, hear: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    place = f"127.0.0.1:{free_port()}" + ("/0" if scheme == "redis" else "")
    try_index(scheme, by_whom(scheme, SPELLINGS[spelling], place), hear, monkeypatch)


def try_index(
    scheme: str, url: str, hear: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Use it beside a store, from Python and by the command, and tell all that comes of it."""
    option = INDEXES[scheme]

    def beside() -> None:
        more: dict[str, Any] = {option: url}
        with Memory("memory://", embedder=lambda texts: [[1.0, 2.0] for _ in texts], **more) as m:
            m.add("words", user_id="dana", session_id="s")
            m.relate("Alice", "KNOWS", "Bob", user_id="dana")
            hear(m.related("Alice", user_id="dana", hops=2))
            hear(m.search("words", user_id="dana").degraded, m.stats(), repr(m))
            hear(m.messages(user_id="dana", session_id="s", last=2))
            if option != "cache":
                attempt(lambda: m.reindex(index=option), hear)

    hear(attempt(beside, hear))
    monkeypatch.setenv(f"RECOLLECT_{option.upper()}", url)
    monkeypatch.setenv("RECOLLECT_URL", "beside.db")
    for verb in VERBS:
        words = [] if verb[0] == "stats" or "--words-only" in verb else ["--words-only"]
        hear(run([*verb, *words]))
    hear(run(["doctor", "--json", "--words-only"]))


class Echo(BaseHTTPRequestHandler):
    """A server that lets nobody in, and says back all that it was told."""

    def answer(self) -> None:
        body = f"{self.path} {self.headers}".encode()
        self.send_response(401)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("WWW-Authenticate", f'Basic realm="{self.headers.get("api-key")}"')
        self.end_headers()
        self.wfile.write(body)

    do_GET = do_POST = do_PUT = do_DELETE = answer

    def log_message(self, *_: object) -> None:
        pass


@pytest.mark.parametrize("spelling", ["encoded"])
@pytest.mark.parametrize("scheme", ["chroma+http", "qdrant+http"])
def test_a_key_that_is_refused_and_said_back(
    scheme: str, spelling: str, hear: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    with ThreadingHTTPServer(("127.0.0.1", 0), Echo) as server:
        thread = Thread(target=server.serve_forever, daemon=True)
        thread.start()
        url = f"{scheme}://{SPELLINGS[spelling]}@127.0.0.1:{server.server_port}"
        try_index(scheme, url, hear, monkeypatch)
        server.shutdown()
        thread.join()
