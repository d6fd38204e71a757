"""The other side of `kit.Worker`: one function a task, each in a process of its own."""

from __future__ import annotations

import io
import json
import os
import random
import signal
import sys
from datetime import timedelta
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

from kit import WHO, HashEmbedder, NoteTaker

from recollect import Memory, Message
from recollect.errors import NotFound

KEYS = [f"key.{number}" for number in range(4)]
MANY = 200
"""Messages above which none are added, so that the thousandth life begins as fast as the first."""


def wait_for_go() -> None:
    print("ready", flush=True)
    sys.stdin.readline()


def write(path: str, count: str, number: str) -> int:
    """So many messages of its own."""
    memory = Memory(path, embedder=None)
    wait_for_go()
    for step in range(int(count)):
        memory.add(f"worker {number} says {step}", user_id=WHO)
    memory.close()
    return int(count)


def first(path: str, number: str) -> int:
    """Open a file that others open too, and use it at once."""
    wait_for_go()
    memory = Memory(path, embedder=None)
    memory.add(f"worker {number} was here", user_id=WHO)
    count = memory.stats(user_id=WHO).messages
    memory.close()
    return count


def locked(path: str, number: str) -> bool:
    """Whether some process holds SQLite's shared lock on a file."""
    import fcntl

    wait_for_go()
    with open(path, "r+b") as file:
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, 510, 0x40000002)
        except OSError:
            return True
    return False


def contend(path: str, key: str, count: str, number: str) -> list[str]:
    """Set one key to values that nobody else sets it to."""
    memory = Memory(path, embedder=None)
    wait_for_go()
    values = [f"{number}.{step}" for step in range(int(count))]
    for value in values:
        memory.set(key, value, user_id=WHO)
    return values


def watch(path: str, stop: str, number: str) -> int:
    """Read until a file appears; messages come in pairs, so their count must be even."""
    memory = Memory(path, embedder=HashEmbedder())
    wait_for_go()
    looks = 0
    while not looks or not os.path.exists(stop):
        said = [message.content for message in memory.messages(user_id=WHO)]
        assert len(said) % 2 == 0, said[-3:]
        assert said == [f"{side} {step}" for step in range(len(said) // 2) for side in "ab"]
        for hit in memory.search("a 1", user_id=WHO, where={"role": "user"}):
            assert hit.text in said or hit.text[0] in "ab"
        looks += 1
    return looks


def fill(path: str, most: str, number: str) -> list[Any]:
    """Write until the system refuses, under a limit on the size of files."""
    import resource

    from recollect.errors import StoreError

    memory = Memory(path, embedder=None)
    wait_for_go()
    resource.setrlimit(resource.RLIMIT_FSIZE, (int(most), int(most)))
    kept = []
    for step in range(100_000):
        try:
            kept += memory.add(f"{step} " + "word " * 200, user_id=WHO).ids
        except StoreError as error:
            return [type(error).__name__, kept, len(memory.messages(user_id=WHO))]
    raise AssertionError("the limit was never reached")


def unprivileged(path: str, scratch: str, number: str) -> dict[str, str]:
    """Read and write as nobody; says what each call did."""
    cycle(scratch)  # whatever is imported late is imported now, while that is allowed
    if os.getuid() == 0:
        os.setgroups([])
        os.setgid(65534)
        os.setuid(65534)
    wait_for_go()
    return cycle(path)


def cycle(path: str) -> dict[str, str]:
    outcomes: dict[str, str] = {}
    try:
        memory = Memory(path, embedder=HashEmbedder())
    except Exception as error:
        return {"open": type(error).__name__}
    for name, call in {
        "messages": lambda: [m.content for m in memory.messages(user_id=WHO)],
        "search": lambda: [
            hit.text for hit in memory.search("dark mode", user_id=WHO, min_relevance=0)
        ],
        "verify": lambda: memory.verify().ok,
        "add": lambda: memory.add("another", user_id=WHO) and None,
        "set": lambda: memory.set("key", "value", user_id=WHO) and None,
    }.items():
        try:
            outcomes[name] = json.dumps(call())
        except Exception as error:
            outcomes[name] = type(error).__name__
    memory.close()
    return outcomes


def mix(path: str, log: str, seed: str, number: str) -> None:
    """Adds, imports, sets, updates, deletes and reindexes without end; all of it is logged."""
    chance = random.Random(seed)
    memory = Memory(path, embedder=HashEmbedder())
    known = [message.id for message in memory.messages(user_id=WHO)]
    memory.search("whatever is imported late", user_id=WHO)
    journal = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    os.write(journal, b"\n")  # the life before may have died in the middle of a line
    print("ready", flush=True)

    def tell(*what: Any) -> None:
        os.write(journal, (json.dumps(what) + "\n").encode())

    step = 0
    while True:
        step += 1
        choice = chance.random()
        if choice < 0.55 and len(known) > MANY:
            choice = 0.8
        if choice < 0.55 or not known:
            said = [
                Message(f"{seed} {step} {part} " + "word " * chance.choice((1, 5, 1500)))
                for part in range(chance.choice((1, 1, 3)))
            ]
            tell("add", step, {message.id: message.content for message in said})
            if chance.random() < 0.8:
                memory.add(said, user_id=WHO)
            else:
                memory.import_from(exported(said))
            known += [message.id for message in said]
        elif choice < 0.75:
            key, value = chance.choice(KEYS), f"{seed}.{step}"
            tell("set", step, key, value)
            stands = [note.id for note in memory.notes(user_id=WHO) if note.key == key]
            if stands and chance.random() < 0.5:
                memory.update(stands[0], value=value, user_id=WHO)
            else:
                memory.set(key, value, user_id=WHO)
        elif choice < 0.97:
            id = known.pop(chance.randrange(len(known)))
            tell("delete", step, id)
            try:
                memory.delete(id, user_id=WHO)
            except NotFound:
                continue  # the life before died between doing it and saying so
        else:
            tell("reindex", step)
            memory.reindex(vectors=chance.random() < 0.5)
        tell("done", step)


def exported(said: list[Message]) -> io.StringIO:
    """An export of these messages."""
    with Memory("memory://", embedder=None) as memory:
        memory.add(said, user_id=WHO)
        memory.export_to(file := io.StringIO())
    file.seek(0)
    return file


def nursery(path: str, log: str, number: str) -> None:
    """Fork a `mix` for every line it is given, and say how each ended: a life without a start."""
    with Memory("memory://", embedder=HashEmbedder()) as warm:  # whatever is imported late
        warm.set("key", "value", user_id=WHO)
        warm.delete(warm.add("words", user_id=WHO).ids[0], user_id=WHO)
        warm.reindex()
        warm.search("words", user_id=WHO)
    wait_for_go()
    for seed in iter(sys.stdin.readline, ""):
        child = os.fork()
        if child == 0:
            try:
                mix(path, log, seed.strip(), number)
            finally:
                os._exit(1)  # it never ends by itself
        print(child, flush=True)
        print(-os.WTERMSIG(os.waitpid(child, 0)[1]), flush=True)


def hold(path: str, number: str) -> int:
    """Stay in a read transaction until told to go on; how many messages it sees at its end."""
    import apsw

    db = apsw.Connection(path, flags=apsw.SQLITE_OPEN_READWRITE)
    db.execute("BEGIN")
    db.execute("SELECT count(*) FROM messages").fetchall()
    wait_for_go()
    return int(db.execute("SELECT count(*) FROM messages").get)


def erase_dying(path: str, owner: str, last: str, number: str) -> int:
    """Erase an owner; killed at the last-th write to the disk, unless that is 0."""
    import signal

    import apsw

    calls = 0

    def step() -> None:
        nonlocal calls
        calls += 1
        if calls == int(last):
            os.kill(os.getpid(), signal.SIGKILL)

    class File(apsw.VFSFile):
        def __init__(self, name: Any, flags: Any) -> None:
            super().__init__(usual, name, flags)

        def xWrite(self, data: bytes, offset: int) -> None:
            step()
            super().xWrite(data[: len(data) // 2], offset)  # so that a kill can tear it, too
            super().xWrite(data, offset)

        def xSync(self, flags: int) -> None:
            step()
            super().xSync(flags)

        def xTruncate(self, size: int) -> None:
            step()
            super().xTruncate(size)

    class Disk(apsw.VFS):
        def xOpen(self, name: Any, flags: Any) -> File:
            return File(name, flags)

    usual = apsw.vfs_names()[0]
    disk = Disk("dying", usual, makedefault=True)
    memory = Memory(path, embedder=HashEmbedder())
    memory.search("whatever is imported late", user_id=owner)
    calls = 0
    assert memory.erase(user_id=owner).ok
    assert disk is not None
    return calls


def learn(path: str, number: str) -> int:
    """Take notes of everything that waits, a few messages at a time."""
    from recollect.memory.sync import learning

    learning.CHUNK = 5
    memory = Memory(path, embedder=HashEmbedder())
    wait_for_go()
    new = memory.learn()
    memory.close()
    return new


def study(path: str, lease: str, number: str) -> int:
    """Have a model take notes of everything that waits."""
    from recollect.memory.sync import lessons
    from recollect.memory.sync import study as studying

    lessons.SPAN = 4
    studying.LEASE = timedelta(seconds=float(lease))
    memory = Memory(path, embedder=None, llm=NoteTaker(0.02), learn="later")
    wait_for_go()
    new = memory.learn()
    memory.close()
    return new


def study_dying(path: str, last: str, number: str) -> int:
    """Have a model take notes, and be killed at a step: a commit, a question or an answer."""
    from recollect.memory.sync import lessons
    from recollect.memory.sync import study as studying

    lessons.SPAN = 4
    studying.LEASE = timedelta(0)
    steps = 0

    def step() -> None:
        nonlocal steps
        steps += 1
        if steps == int(last):
            os.kill(os.getpid(), signal.SIGKILL)

    class Taker(NoteTaker):
        def complete(self, messages: Any, schema: Any) -> dict[str, Any]:
            step()
            made = super().complete(messages, schema)
            step()
            return made

    memory = Memory(path, embedder=None, llm=Taker(), learn="later")
    commit = memory._store.commit

    def and_step(batch: Any) -> Any:
        step()
        done = commit(batch)
        step()
        return done

    memory._store.commit = and_step  # type: ignore[method-assign]
    wait_for_go()
    memory.learn()
    memory.close()
    return steps


def state(path: str, count: str, number: str) -> int:
    """Say the same few things that others say too."""
    memory = Memory(path, embedder=None)
    wait_for_go()
    for step in range(int(count)):
        place = ("Lisbon", "Porto")[step % 2]
        memory.add(f"I live in {place}. I love jazz.", user_id=WHO)
    memory.close()
    return int(count)


TASKS = {
    task.__name__: task
    for task in (
        write,
        first,
        locked,
        contend,
        watch,
        fill,
        unprivileged,
        mix,
        nursery,
        hold,
        erase_dying,
        learn,
        study,
        study_dying,
        state,
    )
}

if __name__ == "__main__":
    print(json.dumps(TASKS[sys.argv[1]](*sys.argv[2:])), flush=True)
