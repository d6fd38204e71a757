"""Whom the tests trust: nobody, since all that they ask is on this machine, most of it without TLS.

To read the authorities of the system takes a client 15 milliseconds, and each of the thousands that
the tests make would read them anew. In `nobody.crt` is one that ended long ago, and has no key.
"""

from __future__ import annotations

import os
import ssl
from pathlib import Path

NAME = "SSL_CERT_FILE"
KEPT = "RECOLLECT_TEST_SSL_CERT_FILE"
NOBODY = Path(__file__).with_name("nobody.crt")


def nobody() -> None:
    """For this process and those that it starts."""
    if os.environ.get(NAME) != str(NOBODY):
        os.environ[KEPT] = os.environ.get(NAME, "")
        os.environ[NAME] = str(NOBODY)


def usual() -> ssl.SSLContext:
    """For whoever asks somebody far away: it trusts whom this machine trusts."""
    if os.environ.get(NAME) != str(NOBODY):
        return ssl.create_default_context()
    paths, kept = ssl.get_default_verify_paths(), os.environ.get(KEPT)
    file, folder = Path(kept or paths.openssl_cafile), Path(paths.openssl_capath)
    return ssl.create_default_context(
        cafile=file if file.is_file() else None,
        capath=folder if not kept and folder.is_dir() else None,
    )
