"""An index of collections in a folder, or on a server."""

from __future__ import annotations

from .collected import CollectedIndex
from .place import Server, folder


class PlacedIndex(CollectedIndex):
    """On a server if the URL names one; opened when it is first needed."""

    scheme: str
    port: int

    def __init__(self, target: str) -> None:
        if "://" in target:
            self._server: Server | None = Server.of(target, self.port)
            super().__init__(self._server.name)
            self.url = self._server.url(self.scheme)
        else:
            self._server, self._folder = None, folder(target)
            super().__init__()
            self.url = f"{self.scheme}:///{self._folder}"
