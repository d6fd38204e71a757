"""An index of vectors in Qdrant."""

from __future__ import annotations

import os
from contextlib import suppress

from qdrant_client import QdrantClient

from ..beside.failures import held
from ..beside.placed import PlacedIndex
from ..locking import lock
from .engine import Qdrant
from .failures import translated

SECONDS = 5


class QdrantIndex(PlacedIndex):
    """In a folder, or on a server if the URL names one; opened when it is first needed."""

    scheme, port = "qdrant", 6333

    def _is_there(self) -> bool:
        return self._server is not None or (self._folder / "meta.json").exists()

    def _require_free(self) -> None:
        """Refuse what another has open: the client reads all of it before it looks."""
        with suppress(FileNotFoundError):
            file = os.open(self._folder / ".lock", os.O_RDWR)
            try:
                if not lock(file):
                    raise held(self.url)
            finally:
                os.close(file)

    def _connect(self) -> Qdrant:
        if self._server is None:
            # Calls come from any thread, one at a time.
            with translated(self.url):
                self._require_free()
                client = QdrantClient(path=str(self._folder), force_disable_check_same_thread=True)
            return Qdrant(client, True, self.url)
        client = QdrantClient(
            host=self._server.host,
            port=self._server.port,
            https=self._server.secure,
            api_key=self._server.key or os.environ.get("QDRANT_API_KEY"),
            timeout=SECONDS,
            check_compatibility=False,  # which asks before the first question, and only warns
        )
        return Qdrant(client, False, self.url)
