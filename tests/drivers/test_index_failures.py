"""What goes wrong with an index of vectors is told in our words, with what to do, and mended."""

from __future__ import annotations

import shutil
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from recollect.conformance.samples import DANA, near, put, said, vector
from recollect.drivers.beside.collected import CollectedIndex
from recollect.drivers.beside.points import NUMBERS, Point
from recollect.drivers.chroma import ChromaIndex
from recollect.drivers.chroma import index as chroma
from recollect.drivers.faiss import FaissIndex
from recollect.drivers.memory import InMemoryStore
from recollect.drivers.qdrant import QdrantIndex
from recollect.drivers.qdrant import index as qdrant
from recollect.errors import (
    ConfigError,
    Lost,
    StoreBusy,
    StoreCorrupt,
    StoreError,
    StoreFull,
    StoreReadOnly,
)
from recollect.orders import Batch

from ..engines import tls
from ..engines.postgres import free_port
from ..engines.qdrant import server

REMOTE: dict[str, tuple[type[CollectedIndex], ModuleType]] = {
    "chroma": (ChromaIndex, chroma),
    "qdrant": (QdrantIndex, qdrant),
}
STATUSES = {
    401: (ConfigError, "does not accept the key"),
    403: (StoreReadOnly, "give one that may"),
    404: (StoreError, "check its name, its port and its version"),
    413: (StoreError, "raise its limit"),
    429: (StoreBusy, "asked again later"),
    500: (StoreError, "its log says why"),
    502: (Lost, "asked again later"),
    503: (Lost, "asked again later"),
    507: (StoreFull, "free some"),
}
SECRET = b'{"status": {"error": "Qzsecret"}, "error": "Qzsecret", "message": "Qzsecret"}'


@contextmanager
def answering(status: int, body: bytes) -> Iterator[int]:
    """The port of one who answers everything alike."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            self.rfile.read(int(self.headers.get("content-length") or 0))
            self.send_response(status)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        do_DELETE = do_POST = do_PUT = do_GET

        def log_message(self, *args: Any) -> None:
            """Nothing is said."""

    made = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    made.daemon_threads = True
    thread = Thread(target=made.serve_forever, daemon=True)
    thread.start()
    try:
        yield made.server_port
    finally:
        made.shutdown()
        made.server_close()
        thread.join()


def fails(index: CollectedIndex, store: InMemoryStore, error: type[Exception], told: str) -> None:
    """Whatever it is asked, it says what is wrong, where, and out of what."""
    calls = (index.position, index.clear, lambda: index.search(near()))
    for call in (*calls, lambda: index.apply(store.changes(0)), lambda: index.erase(DANA.owner)):
        with pytest.raises(error, match=told) as refused:
            call()
        assert type(refused.value) is error
        assert index.url in str(refused.value)
        assert refused.value.__cause__ is not None or error is StoreBusy
        assert "Qzsecret" not in str(refused.value)


@pytest.mark.parametrize("status", STATUSES)
@pytest.mark.parametrize("name", REMOTE)
def test_an_answer_that_is_none(name: str, status: int, store: InMemoryStore) -> None:
    with answering(status, SECRET) as port:
        index = REMOTE[name][0](f"{name}+http://127.0.0.1:{port}")
        fails(index, store, *STATUSES[status])
        index.close()


@pytest.mark.parametrize("body", [b"<html>hello</html>", b'{"a": 1}'])
@pytest.mark.parametrize("name", REMOTE)
def test_another_program_answers(name: str, body: bytes, store: InMemoryStore) -> None:
    with answering(200, body) as port:
        index = REMOTE[name][0](f"{name}+http://127.0.0.1:{port}")
        fails(index, store, StoreError, "another program's, of another version, or damaged")
        index.close()


@pytest.mark.parametrize("name", REMOTE)
def test_nobody_is_there(name: str, store: InMemoryStore) -> None:
    index = REMOTE[name][0](f"{name}+http://127.0.0.1:{free_port()}")
    fails(index, store, Lost, "check that the server runs")
    index.close()


@pytest.mark.parametrize("name", REMOTE)
def test_it_does_not_answer_in_time(
    name: str, store: InMemoryStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind, module = REMOTE[name]
    monkeypatch.setattr(module, "SECONDS", 1 if name == "qdrant" else 0.2)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        index = kind(f"{name}+http://127.0.0.1:{silent.getsockname()[1]}")
        with pytest.raises(Lost, match="did not answer in time"):
            index.position()
        index.close()


@pytest.mark.parametrize("name", REMOTE)
def test_its_certificate_is_not_trusted(name: str, tmp_path: Path, store: InMemoryStore) -> None:
    with (
        answering(200, b"{}") as port,
        tls.fronted(port, tls.certificate(tmp_path)) as safe,
    ):
        index = REMOTE[name][0](f"{name}+https://127.0.0.1:{safe}")
        fails(index, store, ConfigError, "name the authority's file in SSL_CERT_FILE")
        index.close()


@pytest.fixture(params=["chroma", "qdrant", "qdrant+http"])
def index(request: pytest.FixtureRequest, folder: Path) -> Iterator[CollectedIndex]:
    """The engines themselves: in folders, and Qdrant's own behind HTTP."""
    if request.param == "qdrant+http":
        with server() as (url, _):
            made: CollectedIndex = QdrantIndex(f"{url}/failing")
            yield made
            made.close()
    else:
        made = REMOTE[request.param][0](str(folder / "index"))
        yield made
        made.close()


def others(index: CollectedIndex) -> str:
    """The collection of the vectors."""
    [name] = [name for name in index._open().names(index._prefix) if not name.endswith("home")]
    return name


def test_a_collection_of_another_size(index: CollectedIndex, store: InMemoryStore) -> None:
    index.apply(store.changes(0))
    name, engine = others(index), index._open()
    engine.discard(name)
    engine.make(name, 5)
    engine.put(name, [Point("5" * 32, {"mine": 1}, np.ones(5, dtype=np.float32))])
    with pytest.raises(StoreError, match=r"reindex|name another place") as refused:
        index.search(near())
    assert refused.value.__cause__ is not None
    index.apply(store.changes(index.position()))
    assert len(index.search(near())) == 5, "who follows makes it anew"


def test_a_collection_that_was_removed(
    index: CollectedIndex, store: InMemoryStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    index.apply(store.changes(0))
    name, engine = others(index), index._open()
    listed = engine.names(index._prefix)
    engine.discard(name)
    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(engine, "names", lambda prefix: listed)
        for call in (index.position, lambda: index.search(near())):
            with pytest.raises(StoreError, match="was removed; it is filled anew") as refused:
                call()
            assert refused.value.__cause__ is not None
    index.apply(store.changes(index.position()))
    assert len(index.search(near())) == 5


@pytest.mark.parametrize("kind", [ChromaIndex, QdrantIndex])
def test_a_folder_that_was_removed_is_filled_anew(
    folder: Path, store: InMemoryStore, kind: type[CollectedIndex]
) -> None:
    index = kind(str(folder / "index"))
    index.apply(store.changes(0))
    shutil.rmtree(folder / "index")
    assert (index.position(), index.search(near())) == (0, [])
    index.apply(store.changes(0))
    assert len(index.search(near())) == 5
    index.close()


def test_a_folder_that_another_has_open(folder: Path, store: InMemoryStore) -> None:
    one, other = QdrantIndex(str(folder)), QdrantIndex(str(folder))
    one.apply(store.changes(0))
    fails(other, store, StoreBusy, "belongs to one at a time")
    one.close()
    assert other.position() == 5
    other.close()


@pytest.mark.parametrize(
    ("kind", "file", "error"),
    [(ChromaIndex, "chroma.sqlite3", StoreCorrupt), (QdrantIndex, "meta.json", StoreError)],
)
def test_a_folder_of_another_program(
    folder: Path,
    store: InMemoryStore,
    kind: type[CollectedIndex],
    file: str,
    error: type[Exception],
) -> None:
    index = kind(str(folder))
    (folder / file).write_text("[]")
    fails(index, store, error, "another program's")
    assert (folder / file).read_text() == "[]"
    (folder / file).unlink()
    index.apply(store.changes(0))
    assert len(index.search(near())) == 5, "what was wrong before is forgotten"
    index.close()


def test_faiss_leaves_another_program_alone(folder: Path) -> None:
    """LevelDB and its like call files of theirs the same."""
    (folder / "CURRENT").write_text("MANIFEST-000001\n")
    with pytest.raises(ConfigError, match="another program's folder"):
        FaissIndex(str(folder))
    assert [one.name for one in folder.iterdir()] == ["CURRENT"]


def test_faiss_without_its_folder(folder: Path, store: InMemoryStore) -> None:
    index = FaissIndex(str(folder / "index"))
    index.apply(store.changes(0))
    shutil.rmtree(folder / "index")
    with pytest.raises(StoreError, match="make the folder") as refused:
        index.close()
    assert isinstance(refused.value.__cause__, FileNotFoundError)


def test_long_vectors_go_in_several_requests(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Servers refuse a body that is too long."""
    size, sent = 4_096, list[int]()
    store = InMemoryStore()
    row = vector(tuple([1.0] * size))
    store.commit(Batch(puts=tuple(put(said("m", id=f"m{n}"), row) for n in range(250))))
    with server() as (url, _):
        index = QdrantIndex(f"{url}/long")
        client = index._open()._client._client  # type: ignore[attr-defined]
        upsert = client.upsert

        def counted(name: str, points: list[Any], **more: Any) -> Any:
            sent.append(len(points) * len(points[0].vector))
            return upsert(name, points, **more)

        monkeypatch.setattr(client, "upsert", counted)
        index.apply(store.changes(0, 500))
        assert index.position() == 250
        index.close()
    store.close()
    assert sum(sent) >= 250 * size
    assert max(sent) <= NUMBERS
