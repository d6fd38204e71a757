"""An index of collections in a folder, or on a server."""

from __future__ import annotations

from .collected import CollectedIndex
from .failures import held
from .place import Server, folder
from .points import Engine


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
        self._is_parents = False
        """Whether a process that this one was forked from has the folder open."""

    def after_fork(self) -> None:
        """A folder is one process's: it stays the parent's, if that has opened it."""
        self._is_parents = self._is_parents or (self._server is None and self._engine is not None)
        super().after_fork()

    def _open(self) -> Engine:
        if self._is_parents and not self._closed:
            raise held(self.url)
        return super()._open()
