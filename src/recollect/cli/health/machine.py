"""Python, the packages, SQLite."""

from __future__ import annotations

import platform
import re
import sys
from collections.abc import Iterator
from importlib import metadata

from .finding import Finding

PYTHON = (3, 11)
SQLITE = (3, 51, 3)


def findings() -> Iterator[Finding]:
    """Whether this machine has what recollect needs."""
    yield _python()
    yield _packages()
    yield _sqlite()


def _python() -> Finding:
    version = platform.python_version()
    if sys.version_info[:2] < PYTHON:
        return Finding("fail", "python", f"{version} is too old", "install Python 3.11 or newer")
    return Finding("ok", "python", f"{version} at {sys.executable}")


def _packages() -> Finding:
    try:
        needed = [need for need in metadata.requires("recollect") or [] if "extra ==" not in need]
    except metadata.PackageNotFoundError:
        text = "recollect itself is not installed"
        return Finding("warn", "packages", text, "pip install . in its checkout")
    names = [found[0] for need in needed if (found := re.match(r"[\w.-]+", need))]
    missing = [name for name in names if not _installed(name)]
    if missing:
        what = f"missing: {', '.join(missing)}"
        return Finding("fail", "packages", what, f"pip install {' '.join(missing)}")
    return Finding("ok", "packages", f"all {len(names)} are installed")


def _installed(name: str) -> bool:
    try:
        metadata.version(name)
    except metadata.PackageNotFoundError:
        return False
    return True


def _sqlite() -> Finding:
    remedy = "pip install -U apsw"
    try:
        import apsw
    except ImportError as error:
        return Finding("fail", "sqlite", f"cannot be loaded: {error}", remedy)
    version = apsw.sqlite_lib_version()
    if tuple(int(part) for part in version.split(".")[:3]) < SQLITE:
        wanted = ".".join(map(str, SQLITE))
        return Finding(
            "warn", "sqlite", f"{version} is older than {wanted}, which fixed a data loss", remedy
        )
    return Finding("ok", "sqlite", version)
