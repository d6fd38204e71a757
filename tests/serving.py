"""Servers and stores for tests that do not otherwise concern them."""

from contextlib import contextmanager

from recollect.types import new_id


@contextmanager
def serving(**options):
    """uvicorn in a thread of its own, on a free port, which asks for keys."""
    from recollect.server.rules import Rules
    from tests.server.conftest import Running

    with Running(rules=Rules(rate=1e6, burst=10**6), **options) as running:
        running.key("nobody")  # from now on a key is asked for
        yield running


def placed(request, tmp_path, monkeypatch):
    """The URL of a memory on the store that a test is given; with `http`, on the one `served`."""
    if request.param == "http":
        running = request.getfixturevalue("served")
        monkeypatch.setenv("RECOLLECT_API_KEY", running.key(new_id(), right="admin"))
        return running.url
    if request.param == "memory":
        return "memory://"
    endings = {"sqlite": ".db", "json": ".json", "markdown": ""}
    return f"{request.param}:///{tmp_path / 'm'}{endings[request.param]}"
