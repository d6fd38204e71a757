"""Work beside the caller's, in both colours. Neither imports asyncio unless it is used."""

from __future__ import annotations

import atexit
import os
import threading
import time
import weakref
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    import asyncio
    from concurrent.futures import ThreadPoolExecutor


AFTER = 0.005
"""Seconds that work beside the caller's leaves it alone first: its own is more urgent."""
THREADS = 16
LAST_STEP = 5.0
"""Seconds that the end of a program waits for what is under way beside it."""


class Clock:
    """Waits in the thread."""

    @staticmethod
    def sleep(seconds: float) -> None:
        """Do nothing for a while."""
        time.sleep(seconds)


class AsyncClock:
    """Waits, and lets others run."""

    @staticmethod
    async def sleep(seconds: float) -> None:
        """Do nothing for a while."""
        import asyncio

        await asyncio.sleep(seconds)


class Lock:
    """One at a time, of the threads of a process; a fork begins with one that is free."""

    def __init__(self) -> None:
        self._lock, self._pid = threading.Lock(), os.getpid()

    def __enter__(self) -> None:
        if self._pid != os.getpid():
            self._lock, self._pid = threading.Lock(), os.getpid()
        self._lock.acquire()

    def __exit__(self, *_: object) -> None:
        self._lock.release()


class AsyncLock:
    """One at a time, of the tasks of an event loop."""

    def __init__(self) -> None:
        self._lock: asyncio.Lock | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    async def __aenter__(self) -> None:
        import asyncio

        loop = asyncio.get_running_loop()
        if self._lock is None or self._loop is not loop:
            self._lock, self._loop = asyncio.Lock(), loop
        await self._lock.acquire()

    async def __aexit__(self, *_: object) -> None:
        assert self._lock is not None, "it is held"
        self._lock.release()


class Caller:
    """Calls a function of somebody else's."""

    @staticmethod
    def call(function: Callable[..., Any], arguments: dict[str, Any]) -> Any:
        """What it returns."""
        return function(**arguments)


class AsyncCaller:
    """Awaits a function that is async, and has any other run in a thread."""

    @staticmethod
    async def call(function: Callable[..., Any], arguments: dict[str, Any]) -> Any:
        """What it returns."""
        import asyncio
        import inspect

        if inspect.iscoroutinefunction(function):
            return await function(**arguments)
        return await asyncio.to_thread(function, **arguments)


class Aside:
    """Work in another thread that is done whatever becomes of the caller."""

    _pool: ClassVar[tuple[int, ThreadPoolExecutor] | None] = None

    def __init__(self, work: Callable[[], None]) -> None:
        self._done = self._threads().submit(self._run, work)

    def wait(self) -> None:
        """Until it is done."""
        self._done.result()

    @staticmethod
    def _run(work: Callable[[], None]) -> None:
        time.sleep(AFTER)
        work()

    @classmethod
    def _threads(cls) -> ThreadPoolExecutor:
        """Threads that wait for work, since to start one takes its time; a fork has none."""
        from concurrent.futures import ThreadPoolExecutor

        if cls._pool is None or cls._pool[0] != os.getpid():
            cls._pool = os.getpid(), ThreadPoolExecutor(THREADS, "recollect-aside")
        return cls._pool[1]


class AsyncAside:
    """Work in a task of its own that is done whatever becomes of the caller."""

    _going: ClassVar[set[asyncio.Task[None]]] = set()

    def __init__(self, work: Callable[[], Coroutine[Any, Any, None]], after: float = AFTER) -> None:
        import asyncio

        self._task = asyncio.create_task(self._run(work, after), name="recollect-aside")
        self._going.add(self._task)
        self._task.add_done_callback(self._going.discard)

    async def wait(self) -> None:
        """Until it is done. To cancel the wait does not cancel the work."""
        import asyncio

        await asyncio.shield(self._task)

    @staticmethod
    async def _run(work: Callable[[], Coroutine[Any, Any, None]], after: float) -> None:
        await AsyncClock.sleep(after)
        await work()


class Once:
    """Work that is done once; who comes while it is done waits for it."""

    def __init__(self) -> None:
        self._lock, self._begun = threading.RLock(), False

    def do(self, work: Callable[[], None]) -> None:
        """Do it now, unless it was done."""
        with self._lock:
            if not self._begun:
                self._begun = True
                work()


class AsyncOnce:
    """The same, and to the end even if the caller is cancelled."""

    def __init__(self) -> None:
        self._aside: AsyncAside | None = None

    async def do(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Do it now, unless it was done."""
        if self._aside is None:
            self._aside = AsyncAside(work, after=0)
        await self._aside.wait()


class Ahead:
    """Something that will be asked for; here it is done when it is."""

    def __init__(self, work: Callable[[], Any]) -> None:
        self._work = work

    def get(self) -> Any:
        """What came of it."""
        return self._work()


class AsyncAhead:
    """Something that will be asked for, begun beside the caller's other work."""

    def __init__(self, work: Callable[[], Coroutine[Any, Any, Any]]) -> None:
        import asyncio

        self._task = asyncio.create_task(work(), name="recollect-ahead")
        self._task.add_done_callback(self._seen)

    async def get(self) -> Any:
        """What came of it. Whoever stops waiting does not end it for others."""
        import asyncio

        return await asyncio.shield(self._task)

    @staticmethod
    def _seen(task: asyncio.Task[Any]) -> None:
        if not task.cancelled():
            task.exception()  # perhaps nobody asks


def _kind(work: object) -> object:
    """What work is the same, whichever view of a memory asks for it."""
    return getattr(work, "__func__", work)


class Background:
    """One piece of work at a time in a daemon thread; a fork forgets it. What is asked for while
    something is under way is done after that, once.

    A program that ends in the middle of it waits for its current step: a thread that is inside a
    model when Python goes away takes the whole process down with it.
    """

    _begun: ClassVar[weakref.WeakSet[Background] | None] = None

    def __init__(self) -> None:
        self.stopping = False
        self._thread: threading.Thread | None = None
        self._waiting: dict[object, Callable[[], None]] = {}
        self._lock = threading.Lock()
        self._pid = os.getpid()

    def start(self, work: Callable[[], None]) -> None:
        """Begin, or have it done next."""
        if self._pid != os.getpid():
            self._thread, self._lock, self._pid = None, threading.Lock(), os.getpid()
            self._waiting = {}
        with self._lock:
            if self.stopping:
                return
            if self._thread is not None and self._thread.is_alive():
                self._waiting[_kind(work)] = work
                return
            self._thread = threading.Thread(
                target=self._run, args=(work,), name="recollect", daemon=True
            )
            self._thread.start()
            self._noted().add(self)

    def wait(self, seconds: float | None = None) -> None:
        """Let what is under way finish, for so long at most."""
        if self._pid != os.getpid():
            return
        with self._lock:
            thread = self._thread
        if thread is not None and thread is not threading.current_thread():
            thread.join(seconds)

    def stop(self) -> None:
        """Ask it to end after its current step, and wait for that."""
        self.stopping = True
        self.wait()

    def _run(self, work: Callable[[], None] | None) -> None:
        while work is not None:
            work()
            work = self._next()

    def _next(self) -> Callable[[], None] | None:
        with self._lock:
            if self._waiting and not self.stopping:
                return self._waiting.pop(next(iter(self._waiting)))
            self._thread = None  # whoever asks from here on begins another
            return None

    @classmethod
    def _noted(cls) -> weakref.WeakSet[Background]:
        """Those whose work the end of the program waits for."""
        if cls._begun is None:
            cls._begun = weakref.WeakSet()
            atexit.register(cls._end)
        return cls._begun

    @classmethod
    def _end(cls) -> None:
        begun, until = list(cls._noted()), time.monotonic() + LAST_STEP
        for one in begun:
            one.stopping = True
        for one in begun:
            one.wait(max(0.0, until - time.monotonic()))


class AsyncBackground:
    """One piece of work at a time in a task, and after it what was asked for meanwhile."""

    def __init__(self) -> None:
        self.stopping = False
        self._task: asyncio.Task[None] | None = None
        self._waiting: dict[object, Callable[[], Coroutine[Any, Any, None]]] = {}

    def start(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Begin, or have it done next."""
        import asyncio

        if self.stopping:
            return
        if self._running() is None:
            self._task = asyncio.create_task(self._run(work), name="recollect")
        else:
            self._waiting[_kind(work)] = work

    async def wait(self) -> None:
        """Let what is under way finish."""
        task = self._running()
        if task is not None:
            await task

    def _running(self) -> asyncio.Task[None] | None:
        """The task, unless it is done or its loop has ended."""
        import asyncio

        task = self._task
        if task is None or task.done() or task.get_loop() is not asyncio.get_running_loop():
            return None
        return task

    async def _run(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        await work()
        while self._waiting and not self.stopping:
            await self._waiting.pop(next(iter(self._waiting)))()

    async def stop(self) -> None:
        """Ask it to end after its current step, and wait for that."""
        self.stopping = True
        await self.wait()
