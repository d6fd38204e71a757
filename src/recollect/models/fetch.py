"""Reading a file from the network or the disk, piece by piece, with its progress told."""

from __future__ import annotations

import http.client
import re
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BufferedReader, RawIOBase
from pathlib import Path
from typing import Any

from ..errors import ConfigError, DownloadFailed

Progress = Callable[[int, int], None]
RETRY = "nothing was installed; try again"
_TIMEOUT = 60.0  # seconds without a byte
_PIECE = 1 << 18  # bytes read at a time


@contextmanager
def source(place: str, progress: Progress | None) -> Iterator[BufferedReader[Any]]:
    """Open a path or an http(s) URL."""
    if place.startswith(("http://", "https://")):
        with url(place, progress) as stream:
            yield stream
        return
    try:
        file = Path(place).expanduser().open("rb")
    except OSError as error:
        raise ConfigError(f"cannot read {place}: {error.strerror}") from None
    with file:
        yield file


@contextmanager
def url(address: str, progress: Progress | None) -> Iterator[BufferedReader[Any]]:
    """Open a URL. Proxies and certificates are those of the system."""
    try:
        answer = urllib.request.urlopen(address, timeout=_TIMEOUT)
    except urllib.error.HTTPError as error:
        error.close()
        raise DownloadFailed(
            f"{shown(address)} answered {error.code} {error.reason}; {RETRY}"
        ) from None
    except (OSError, http.client.HTTPException, ValueError) as error:
        why = re.sub(r"\S*@", "…@", str(getattr(error, "reason", error)))
        raise DownloadFailed(f"{shown(address)} cannot be reached ({why}); {RETRY}") from None
    with answer, BufferedReader(_Answer(answer, shown(address), progress), _PIECE) as stream:
        yield stream


def shown(address: str) -> str:
    """An address without the password that may stand in it."""
    return re.sub(r"//[^/]*@", "//…@", address)


class _Answer(RawIOBase):
    """An answer that says how far it is, and notices when it was cut off."""

    def __init__(self, answer: Any, address: str, progress: Progress | None) -> None:
        self._answer, self._address, self._progress = answer, address, progress
        self._done, self._total = 0, int(answer.headers.get("Content-Length") or 0)

    def readable(self) -> bool:
        """As a stream must say."""
        return True

    def readinto(self, buffer: Any, /) -> int:
        """The next bytes; DownloadFailed if they stop too early."""
        try:
            count: int = self._answer.readinto(buffer)
        except (OSError, http.client.HTTPException) as error:
            raise DownloadFailed(f"{self._address} broke off ({error}); {RETRY}") from None
        self._done += count
        if not count and self._done < self._total:
            raise DownloadFailed(
                f"{self._address} broke off at {self._done:,} of {self._total:,} bytes; {RETRY}"
            )
        if self._progress is not None and self._total:
            self._progress(self._done, self._total)
        return count
