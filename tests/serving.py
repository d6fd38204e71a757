"""A server for tests that do not otherwise concern it."""

from contextlib import contextmanager


@contextmanager
def serving(**options):
    """uvicorn in a thread of its own, on a free port, which asks for keys."""
    from recollect.server.rules import Rules
    from tests.server.conftest import Running

    with Running(rules=Rules(rate=1e6, burst=10**6), **options) as running:
        running.key("nobody")  # from now on a key is asked for
        yield running
