"""TLS in front of a server: certificates made here, and a relay that takes the TLS off."""

from __future__ import annotations

import socket
import ssl
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from threading import Thread

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID


@dataclass(frozen=True)
class Certificate:
    """A certificate and its key, in files."""

    certificate: Path
    key: Path


def certificate(folder: Path, host: str = "127.0.0.1", days: int = 10) -> Certificate:
    """One that vouches for itself; of less than no days, one that has ended."""
    now = datetime.now(UTC)
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "a test of recollect")])
    try:
        known: x509.GeneralName = x509.IPAddress(ip_address(host))
    except ValueError:
        known = x509.DNSName(host)
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(days=20))
        .not_valid_after(now + timedelta(days=days))
        .add_extension(x509.SubjectAlternativeName([known]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )
    found = Certificate(folder / "public.crt", folder / "private.key")
    found.certificate.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    found.key.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    return found


@contextmanager
def fronted(port: int, shown: Certificate) -> Iterator[int]:
    """A port that speaks TLS with a certificate, and passes all on to another port."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(shown.certificate, shown.key)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = Thread(target=_accept, args=(listening, context, port), daemon=True)
        thread.start()
        yield int(listening.getsockname()[1])
        listening.shutdown(socket.SHUT_RDWR)
        thread.join()


def _accept(listening: socket.socket, context: ssl.SSLContext, port: int) -> None:
    while True:
        try:
            plain, _ = listening.accept()
        except OSError:
            return
        Thread(target=_serve, args=(plain, context, port), daemon=True).start()


def _serve(plain: socket.socket, context: ssl.SSLContext, port: int) -> None:
    with (
        suppress(OSError),  # whoever does not like the certificate hangs up
        plain,
        context.wrap_socket(plain, server_side=True) as secret,
        socket.create_connection(("127.0.0.1", port)) as behind,
    ):
        back = Thread(target=_relay, args=(behind, secret), daemon=True)
        back.start()
        _relay(secret, behind)
        back.join()


def _relay(one: socket.socket, other: socket.socket) -> None:
    with suppress(OSError):
        while piece := one.recv(65536):
            other.sendall(piece)
    for end in (one, other):
        with suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
