"""A server that runs: uvicorn on a free port of this machine, over a store in memory or a file."""

import asyncio
import threading
import time
from contextlib import contextmanager

import httpx
import pytest

pytest.importorskip("starlette")

from recollect import AsyncMemory
from recollect.server.app import build
from recollect.server.audit import Audit
from recollect.server.keys import Keys
from recollect.server.rules import Rules
from recollect.server.run import Server, config, listen


class Running:
    """A server in a thread of its own, with its memory."""

    def __init__(self, url="memory://", rules=None, embedder=None, audit=None, **options):
        self._audit = None if audit is None else Audit(audit)
        self.rules, self._url, self._embedder, self._options = rules, url, embedder, options
        self._socket = listen("127.0.0.1", 0)
        self.port = self._socket.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._ready = threading.Event()

    def __enter__(self):
        self._thread.start()
        assert self._ready.wait(300)
        for _ in range(15_000):
            if self.server.started:
                return self
            time.sleep(0.02)
        raise AssertionError("the server did not start")

    def __exit__(self, *_):
        self.server.should_exit = True
        self.loop.call_soon_threadsafe(self.app.state.closing.set)
        self._thread.join(300)
        if self._audit is not None:
            self._audit.close()
        assert not self._thread.is_alive()

    def _run(self):
        asyncio.run(self._main())

    async def _main(self):
        self.loop = asyncio.get_running_loop()
        async with AsyncMemory(self._url, embedder=self._embedder, **self._options) as self.memory:
            self.app = build(self.memory, self.rules, audit=self._audit)
            self.server = Server(config(self.app))
            self._ready.set()
            await self.server.serve([self._socket])

    def do(self, coroutine):
        """Run something in the server's loop."""
        return asyncio.run_coroutine_threadsafe(coroutine, self.loop).result(300)

    def key(self, tenant="", **asked):
        """A new key's token."""
        return self.do(Keys(self.memory).create(tenant, **asked))[1]

    def client(self, token=None, **asked):
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        return httpx.Client(base_url=self.url, headers=headers, timeout=120, **asked)


@contextmanager
def serving(*args, **kwargs):
    with Running(*args, **kwargs) as running:
        yield running


@pytest.fixture(scope="module")
def opened():
    """A server without keys, for this machine's user."""
    with Running(rules=Rules(open=True, rate=1e6, burst=10**6)) as running:
        yield running


@pytest.fixture
def http(opened):
    with opened.client() as client:
        yield client


@pytest.fixture(scope="module")
def keyed():
    """A server that asks for keys."""
    with Running(rules=Rules(rate=1e6, burst=10**6)) as running:
        yield running
