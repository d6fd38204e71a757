"""A server that is killed in the middle of writes: nothing is lost or doubled."""

import signal
import threading

from recollect import Memory
from tests.server.test_kill import Process

KILLS, LEAST = 2, 5


def test_a_server_that_is_killed_between(tmp_path, monkeypatch):
    monkeypatch.setattr("recollect.client.sync.wire.TRIES", 12)  # however slow it is to come back
    server = Process(tmp_path)
    server.start()
    done, failed, stop, more = [], [], threading.Event(), threading.Semaphore(0)

    def write():
        with Memory(f"http://127.0.0.1:{server.port}") as memory:
            try:
                while not stop.is_set():
                    words = f"This is number {len(done)}."
                    (message,) = memory.add(words, user_id="dana", learn="never")
                    done.append((message.id, words))
                    more.release()
            except Exception as error:
                failed.append(error)
                more.release(LEAST)

    writer = threading.Thread(target=write, daemon=True)
    writer.start()
    for _ in range(KILLS):
        for _ in range(LEAST):
            assert more.acquire(timeout=300)
        server.end(signal.SIGKILL)
        server.start()
    for _ in range(LEAST):
        assert more.acquire(timeout=300)
    stop.set()
    writer.join(300)
    server.end(signal.SIGTERM)
    assert failed == []
    with Memory(str(server.file), embedder=None) as kept:
        assert [(one.id, one.content) for one in kept.messages(user_id="dana")] == done
