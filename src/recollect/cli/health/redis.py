"""A Redis server: whether it answers, and whether it keeps what it acknowledges."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

from redis.exceptions import ResponseError

from ...drivers.redis.colours import Colour
from ...drivers.redis.failures import absent, translated
from ...drivers.redis.sync.links import OLDEST, unreachable
from ...drivers.redis.urls import read
from .clock import ahead, skew
from .finding import Finding

FSYNC = {
    "everysec": "the last second may be lost in a power cut",
    "no": "half a minute may be lost in a power cut",
}
ON = "CONFIG SET appendonly yes, and the same in redis.conf"


def findings(url: str) -> Iterator[Finding]:
    """What can be seen of the server before the memory is opened."""
    target = read(url)
    with translated(target.shown):
        db = Colour.client(target.url, retry=None)
        try:
            before = time.time()
            seconds, micros = db.time()
            after = time.time()
            said: dict[str, Any] = db.info()
            fsync = _setting(db, "appendfsync")
        except Exception as error:
            if unreachable(error):
                raise absent(target.shown) from None
            raise
        finally:
            Colour.end(db)
    yield _version(said, target.shown)
    if said.get("role") != "master":
        yield Finding("warn", "role", "a replica: it can only be read", "connect to the primary")
    yield _durable(said, fsync)
    yield _memory(said)
    yield skew(ahead(seconds + micros / 1e6, before, after))


def _version(said: dict[str, Any], shown: str) -> Finding:
    version = str(said["redis_version"])
    if tuple(int(part) for part in version.split(".")[:2]) < OLDEST:
        return Finding("fail", "server", f"Redis {version} at {shown}", "7.0 is needed")
    if said.get("redis_mode") == "cluster":
        remedy = "name a server that is not: a commit is one step on one server"
        return Finding("fail", "server", f"{shown} is part of a cluster", remedy)
    return Finding("ok", "server", f"Redis {version} at {shown}")


def _durable(said: dict[str, Any], fsync: str | None) -> Finding:
    if not said["aof_enabled"]:
        text = "appendonly is off: what came since the last snapshot is lost in a crash"
        return Finding("warn", "durability", text, ON)
    if said.get("aof_last_write_status", "ok") != "ok":
        return Finding("fail", "durability", "the append-only file cannot be written", "its log")
    if fsync is None:
        text = "appendonly is on; the server does not tell its appendfsync"
        return Finding("ok", "durability", text)
    if fsync in FSYNC:
        remedy = "CONFIG SET appendfsync always, if that matters"
        return Finding("warn", "durability", f"appendfsync {fsync}: {FSYNC[fsync]}", remedy)
    return Finding("ok", "durability", f"appendonly yes, appendfsync {fsync}")


def _memory(said: dict[str, Any]) -> Finding:
    limit, policy = int(said.get("maxmemory", 0)), str(said.get("maxmemory_policy", ""))
    if not limit:
        return Finding("ok", "memory", f"{said['used_memory_human']} used, no limit is set")
    text = f"{said['used_memory_human']} of {said['maxmemory_human']}, {policy}"
    if policy.startswith("allkeys"):
        remedy = "CONFIG SET maxmemory-policy noeviction, and the same in redis.conf"
        return Finding(
            "fail", "memory", f"{text}: memories are thrown away when it is full", remedy
        )
    return Finding("ok", "memory", text)


def _setting(db: Any, name: str) -> str | None:
    """A setting, if the server tells it."""
    try:
        found: dict[str, str] = db.config_get(name)
    except ResponseError:
        return None
    return found.get(name)
