"""An index of vectors in Chroma."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.request import Request, urlopen

import chromadb
from chromadb.api.shared_system_client import SharedSystemClient
from chromadb.config import Settings

from ..beside.place import Server
from ..beside.placed import PlacedIndex
from .engine import Chroma
from .failures import translated

SECONDS = 5.0
LITTLE = 1000


class ChromaIndex(PlacedIndex):
    """In a folder, or on a server if the URL names one; opened when it is first needed."""

    scheme, port = "chroma", 8000

    def _is_there(self) -> bool:
        return self._server is not None or (self._folder / "chroma.sqlite3").exists()

    def _connect(self) -> Chroma:
        with translated(self.url):
            made, end = _local(str(self._folder)) if self._server is None else _remote(self._server)
        return Chroma(made, end, self.url)


def _local(path: str) -> tuple[Any, Callable[[], None]]:
    """A client of a folder."""
    try:
        client: Any = chromadb.PersistentClient(path=path, settings=_settings())
    except Exception:
        # What did not start is kept for the next one who asks, and would fail that one otherwise.
        if path not in SharedSystemClient._identifier_to_refcount:
            SharedSystemClient._identifier_to_system.pop(path, None)
        raise
    return client, client.close


def _remote(server: Server) -> tuple[Any, Callable[[], None]]:
    """A client of a server that answers now."""
    headers = {"X-Chroma-Token": server.key} if server.key else {}
    host = f"[{server.host}]" if ":" in server.host else server.host
    place = f"http{'s' if server.secure else ''}://{host}:{server.port}"
    # Its own client waits for ever, and asks the server while it is made.
    asked = Request(f"{place}/api/v2/heartbeat", headers=headers)
    with urlopen(asked, timeout=SECONDS) as answer:
        if b"heartbeat" not in answer.read(LITTLE):
            raise ValueError("it has no heartbeat")
    client: Any = chromadb.HttpClient(
        host=server.host,
        port=server.port,
        ssl=server.secure,
        headers=headers,
        # Without this, it reads all certificates to speak plain HTTP.
        settings=_settings() if server.secure else _settings(chroma_server_ssl_verify=False),
    )
    sessions = [client._server._session, client._admin_client._server._session]
    for session in sessions:
        session.timeout = SECONDS

    def end() -> None:
        client.close()
        for session in sessions:  # which it leaves open
            session.close()

    return client, end


def _settings(**more: Any) -> Settings:
    return Settings(anonymized_telemetry=False, **more)
