"""An index of vectors in Qdrant."""

from __future__ import annotations

import os

from qdrant_client import QdrantClient

from ..beside.collected import CollectedIndex
from ..beside.place import Server, folder
from .engine import Qdrant

PORT = 6333
SECONDS = 5


class QdrantIndex(CollectedIndex):
    """In a folder, or on a server if the URL names one; opened when it is first needed."""

    def __init__(self, target: str) -> None:
        if "://" in target:
            self._server: Server | None = Server.of(target, PORT)
            super().__init__(self._server.name)
            self.url = self._server.url("qdrant")
        else:
            self._server, self._folder = None, folder(target)
            super().__init__()
            self.url = f"qdrant:///{self._folder}"

    def _connect(self) -> Qdrant:
        if self._server is None:
            # Calls come from any thread, one at a time.
            client = QdrantClient(path=str(self._folder), force_disable_check_same_thread=True)
            return Qdrant(client, local=True)
        client = QdrantClient(
            host=self._server.host,
            port=self._server.port,
            https=self._server.secure,
            api_key=self._server.key or os.environ.get("QDRANT_API_KEY"),
            timeout=SECONDS,
            check_compatibility=False,  # which asks before the first question, and only warns
        )
        return Qdrant(client, local=False)
