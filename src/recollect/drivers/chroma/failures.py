"""The one border where Chroma's errors become ours."""

from __future__ import annotations

import re
from functools import partial
from urllib.error import HTTPError, URLError

import httpx
from chromadb.errors import ChromaError, NotFoundError

from ...errors import RecollectError
from ..beside import failures as ours
from ..ondisk.failures import of_system


def _translate(error: Exception, place: str) -> RecollectError:
    if isinstance(error, NotFoundError):
        return ours.gone(place)
    if isinstance(error, ChromaError):
        return _told(error, place)
    for cause in ours.causes(error):
        if isinstance(cause, HTTPError):
            cause.close()
            return ours.refused(cause.code, place)
        if isinstance(cause, httpx.HTTPStatusError):
            return ours.refused(cause.response.status_code, place)
        if isinstance(cause, httpx.TransportError | URLError | TimeoutError):
            return ours.unreachable(cause, place)
        if isinstance(cause, OSError):
            return of_system(cause, place)
    return ours.foreign(place, error)


def _told(error: ChromaError, place: str) -> RecollectError:
    said = str(error)
    number = re.search(r"\(code: (\d+)\)", said)
    if number:
        return ours.in_file(int(number[1]), place)
    if "dimension" in said:
        return ours.misfit(place)
    return ours.refused(error.code(), place)


translated = partial(ours.border, _translate)
"""The border of what is at a place."""
