"""A wall around a process: it reaches this machine, and what it tries beyond is written down."""

import socket


def wall() -> list[str]:
    """Refuse every address but the loopback's; the list fills with those that were tried."""
    tried: list[str] = []
    connect, lookup = socket.socket.connect, socket.getaddrinfo

    def here(address: object) -> bool:
        return not isinstance(address, tuple) or address[0] in ("127.0.0.1", "localhost", "::1")

    def guarded(self, address):
        if not here(address):
            tried.append(repr(address))
            raise OSError("beyond the wall")
        return connect(self, address)

    def looked_up(host, *args, **kwargs):
        if not here((host,)):
            tried.append(repr(host))
            raise OSError("beyond the wall")
        return lookup(host, *args, **kwargs)

    socket.socket.connect = guarded
    socket.getaddrinfo = looked_up
    return tried
