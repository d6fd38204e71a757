"""The graph index over TLS and by routing: who is trusted, and what is said of who is not."""

from __future__ import annotations

import asyncio
import gc
import logging
import time
import warnings
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from recollect import Memory
from recollect.drivers.neo4j import Neo4jIndex
from recollect.errors import ConfigError, StoreError

from ..engines import bolt, graphs, neo4j
from ..engines.tls import Certificate, certificate, fronted

NATIVE = """
server.bolt.tls_level=OPTIONAL
dbms.ssl.policy.bolt.enabled=true
dbms.ssl.policy.bolt.base_directory={folder}
dbms.ssl.policy.bolt.private_key=private.key
dbms.ssl.policy.bolt.public_certificate=public.crt
dbms.ssl.policy.bolt.client_auth=NONE
"""


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """The driver logs what it then raises."""
    logger = logging.getLogger("neo4j")
    before, logger.disabled = logger.disabled, True
    yield
    logger.disabled = before


@pytest.fixture
def own(tmp_path: Path) -> Certificate:
    return certificate(tmp_path)


def place(url: str, scheme: str, port: int, host: str = "127.0.0.1") -> str:
    """The same database, by another door."""
    parts = urlsplit(url)
    who = f"{parts.username}:{parts.password}@" if parts.username else ""
    return f"{scheme}://{who}{host}:{port}{parts.path}?memory=test"


def works(url: str) -> None:
    """A memory is written through it, and answers from it."""
    with Memory("memory://", graph=url, embedder=None) as memory:
        note = memory.relate("Alice", "KNOWS", "Bob", user_id="dana")
        memory.relate("Bob", "KNOWS", "Carl", user_id="dana")
        found = memory.related("Alice", hops=2, user_id="dana")
        assert found[0].note.id == note.id
        assert len(found) == 2
        assert memory.search("Whom does Alice know?", user_id="dana").degraded == ()
        assert memory.stats().indexes == {"graph": 0}


def refused(url: str, error: type[Exception], why: str) -> None:
    """It is said clearly, and fails no write."""
    with warnings.catch_warnings():  # the driver leaves the socket of a refused certificate open
        warnings.simplefilter("ignore", ResourceWarning)
        before = connections()
        _refused(url, error, why)
        end = time.monotonic() + 60
        while connections() - before and time.monotonic() < end:  # its loop's thread may hold it
            time.sleep(0.01)


def connections() -> set[int]:
    """Those of event loops that somebody still holds."""
    gc.collect()
    return {id(one) for one in gc.get_objects() if issubclass(type(one), asyncio.BaseTransport)}


def _refused(url: str, error: type[Exception], why: str) -> None:
    index = Neo4jIndex(url)
    with pytest.raises(error, match=why) as raised:
        index.position()
    index.close()
    assert "Qz" not in str(raised.value)
    with Memory("memory://", graph=url, embedder=None) as memory:
        memory.relate("Alice", "KNOWS", "Bob", user_id="dana")
        assert len(memory.related("Alice", user_id="dana")) == 1
        assert memory.search("Whom does Alice know?", user_id="dana").degraded == ("graph",)


class TestTLS:
    """A relay takes the TLS off in front of a server without."""

    engines = ("arcadedb",)

    def test_any_certificate(self, graph: str, own: Certificate) -> None:
        port = urlsplit(graph).port
        assert port is not None
        with fronted(port, own) as secret:
            works(place(graph, "bolt+ssc", secret))

    def test_one_that_is_trusted(
        self, graph: str, own: Certificate, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("SSL_CERT_FILE", str(own.certificate))
        port = urlsplit(graph).port
        assert port is not None
        with fronted(port, own) as secret:
            works(place(graph, "bolt+s", secret))
            wrong = place(graph, "bolt+s", secret, host="localhost")
            refused(wrong, ConfigError, "not valid for 'localhost'")

    @pytest.mark.parametrize("scheme", ["bolt+s", "neo4j+s"])
    def test_one_that_nobody_vouches_for(self, scheme: str, own: Certificate) -> None:
        with fronted(1, own) as secret:
            url = f"{scheme}://dana:Qzsecret@127.0.0.1:{secret}"
            refused(url, ConfigError, r"not trusted \(self.signed certificate\).*SSL_CERT_FILE")

    def test_one_that_has_ended(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        old = certificate(tmp_path, days=-1)
        monkeypatch.setenv("SSL_CERT_FILE", str(old.certificate))
        with fronted(1, old) as secret:
            url = f"bolt+s://dana:Qzsecret@127.0.0.1:{secret}"
            refused(url, ConfigError, "certificate has expired")

    def test_a_server_without(self, graph: str) -> None:
        port = urlsplit(graph).port
        assert port is not None
        refused(place(graph, "bolt+ssc", port), StoreError, "may not speak TLS")

    def test_a_server_that_wants_it(self, graph: str, own: Certificate) -> None:
        port = urlsplit(graph).port
        assert port is not None
        with fronted(port, own) as secret:
            refused(place(graph, "bolt", secret), StoreError, "may want TLS")


class TestRouting:
    """The server says which servers to ask; here it names itself."""

    def test_it_is_followed(self, graph: str) -> None:
        port = urlsplit(graph).port
        assert port is not None
        works(place(graph, "neo4j", port))

    def test_nobody_tells_the_way(self) -> None:
        refused(f"neo4j://dana:Qzsecret@127.0.0.1:{bolt.free_port()}", StoreError, "cannot reach")


@pytest.fixture(scope="module")
def secured(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[int, Certificate]]:
    """A Neo4j with a certificate, which also takes those who do not ask for TLS."""
    if "neo4j" not in graphs.chosen():
        pytest.fail("Neo4j is out of reach: Maven Central does not answer")
    folder = tmp_path_factory.mktemp("tls")
    made = certificate(folder)
    with neo4j.server(NATIVE.format(folder=folder)) as server:
        try:
            yield server.port, made
        finally:
            bolt.let_go()


@pytest.mark.engines
@pytest.mark.parametrize("scheme", ["bolt", "bolt+s", "bolt+ssc", "neo4j", "neo4j+s", "neo4j+ssc"])
class TestNeo4jItself:
    """TLS by the server's own means, and routing over it."""

    def test_every_scheme(
        self, secured: tuple[int, Certificate], scheme: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        port, made = secured
        bolt.empty(f"bolt://127.0.0.1:{port}")
        if scheme.endswith("+s"):
            refused(f"{scheme}://127.0.0.1:{port}", ConfigError, "not trusted")
            monkeypatch.setenv("SSL_CERT_FILE", str(made.certificate))
        works(f"{scheme}://127.0.0.1:{port}?memory=test")
