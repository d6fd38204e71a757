"""Qdrant's own engine behind its REST interface, as far as the driver speaks it.

The engine is the Rust library of a Qdrant server, in this process; what carries it here is only
the translation of a dozen requests. The client is the real one.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import RLock, Thread
from typing import Any

import qdrant_edge as engine

DISTANCES = {"Dot": engine.Distance.Dot, "Cosine": engine.Distance.Cosine}
SCHEMAS = {
    "keyword": engine.PayloadSchemaType.Keyword,
    "integer": engine.PayloadSchemaType.Integer,
}
ONE_SEGMENT = engine.EdgeOptimizersConfig(default_segment_number=1)
Body = dict[str, Any]


class Collections:
    """A shard for each collection."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._held: dict[str, engine.EdgeShard] = {}
        self._places: dict[str, Path] = {}
        self._lock = RLock()
        self._made = 0

    def answer(self, method: str, path: str, body: Body) -> Any:
        """What Qdrant would answer."""
        place = path.partition("?")[0].strip("/").split("/")
        assert place[0] == "collections", path
        name, what = (place[1] if len(place) > 1 else ""), "/".join(place[2:])
        with self._lock:
            if not name:
                return {"collections": [{"name": one} for one in self._held]}
            if what == "exists":
                return {"exists": name in self._held}
            if not what:
                return self._make(name, body) if method == "PUT" else self._discard(name)
            if name not in self._held:
                raise LookupError(f"Not found: Collection `{name}` doesn't exist!")
            return ANSWERS[method, what](self._held[name], body)

    def schemas(self, part: str) -> list[Any]:
        """What the payloads of the collections with this in their names are indexed by."""
        return [held.info().payload_schema for name, held in self._held.items() if part in name]

    def close(self) -> None:
        """Let go of all."""
        for shard in self._held.values():
            shard.close()

    def _make(self, name: str, body: Body) -> bool:
        if name not in self._held:
            wanted = body["vectors"]
            vectors = engine.EdgeVectorParams(wanted["size"], DISTANCES[wanted["distance"]])
            self._made += 1
            place = self._places[name] = self._folder / str(self._made)
            place.mkdir()
            config = engine.EdgeConfig(
                vectors, wal_enabled=False, max_search_threads=1, optimizers=ONE_SEGMENT
            )
            self._held[name] = engine.EdgeShard.create(str(place), config)
        return True

    def _discard(self, name: str) -> bool:
        if name in self._held:
            self._held.pop(name).close()
            shutil.rmtree(self._places.pop(name))
        return True


def _index(shard: engine.EdgeShard, body: Body) -> Body:
    wanted = body["field_schema"]
    schema: Any
    if isinstance(wanted, dict):
        schema = engine.KeywordIndexParams(is_tenant=wanted["is_tenant"])
    else:
        schema = SCHEMAS[wanted]
    return _updated(shard, engine.UpdateOperation.create_field_index(body["field_name"], schema))


def _upsert(shard: engine.EdgeShard, body: Body) -> Body:
    points = [engine.Point(one["id"], one["vector"], one["payload"]) for one in body["points"]]
    return _updated(shard, engine.UpdateOperation.upsert_points(points))


def _overwrite(shard: engine.EdgeShard, body: Body) -> Body:
    made = engine.UpdateOperation.overwrite_payload(body["points"], body["payload"])
    return _updated(shard, made)


def _delete(shard: engine.EdgeShard, body: Body) -> Body:
    if "points" in body:
        return _updated(shard, engine.UpdateOperation.delete_points(body["points"]))
    passing = _filter(body["filter"])
    return _updated(shard, engine.UpdateOperation.delete_points_by_filter(passing))


def _retrieve(shard: engine.EdgeShard, body: Body) -> list[Body]:
    held = shard.retrieve(body["ids"], body.get("with_payload", False), False)
    return [_record(one) for one in held]


def _scroll(shard: engine.EdgeShard, body: Body) -> Body:
    asked = engine.ScrollRequest(
        body.get("offset"), body["limit"], _filter(body["filter"]), body["with_payload"], False
    )
    points, after = shard.scroll(asked)
    return {
        "points": [_record(one) for one in points],
        "next_page_offset": None if after is None else str(after),
    }


def _query(shard: engine.EdgeShard, body: Body) -> Body:
    params = engine.SearchParams(exact=(body.get("params") or {}).get("exact") or False)
    asked = engine.QueryRequest(
        limit=body["limit"],
        query=engine.Query.Nearest(body["query"]["nearest"]),
        filter=_filter(body["filter"]),
        params=params,
        with_vector=body["with_vector"],
        with_payload=body["with_payload"],
    )
    return {
        "points": [
            _record(one) | {"version": one.version, "score": one.score, "vector": one.vector}
            for one in shard.query(asked)
        ]
    }


def _count(shard: engine.EdgeShard, body: Body) -> Body:
    return {"count": shard.count(engine.CountRequest(body["exact"], _filter(body["filter"])))}


ANSWERS: dict[tuple[str, str], Callable[[engine.EdgeShard, Body], Any]] = {
    ("PUT", "index"): _index,
    ("PUT", "points"): _upsert,
    ("PUT", "points/payload"): _overwrite,
    ("POST", "points"): _retrieve,
    ("POST", "points/delete"): _delete,
    ("POST", "points/scroll"): _scroll,
    ("POST", "points/query"): _query,
    ("POST", "points/count"): _count,
}


def _updated(shard: engine.EdgeShard, operation: engine.UpdateOperation) -> Body:
    shard.update(operation)
    return {"operation_id": 0, "status": "completed"}


def _record(one: engine.Record | engine.ScoredPoint) -> Body:
    return {"id": str(one.id), "payload": one.payload}


def _filter(wanted: Body) -> engine.Filter:
    return engine.Filter(must=[_condition(one) for one in wanted["must"]])


def _condition(wanted: Body) -> Any:
    if "has_id" in wanted:
        return engine.HasIdCondition(set(wanted["has_id"]))
    if wanted.get("range"):
        bounds = {name: limit for name, limit in wanted["range"].items() if limit is not None}
        return engine.FieldCondition(wanted["key"], range=engine.RangeFloat(**bounds))
    return engine.FieldCondition(wanted["key"], match=engine.MatchValue(wanted["match"]["value"]))


class Handler(BaseHTTPRequestHandler):
    """One request."""

    protocol_version = "HTTP/1.1"
    collections: Collections

    def do_GET(self) -> None:
        """Answer, or say what is wrong, as Qdrant does."""
        length = int(self.headers.get("content-length") or 0)
        body = json.loads(self.rfile.read(length) or b"{}")
        code, told = 200, Body(status="ok", time=0.0)
        try:
            told["result"] = self.collections.answer(self.command, self.path, body)
        except Exception as error:
            code = 404 if isinstance(error, LookupError) else 400
            told["status"] = {"error": str(error)}
        data = json.dumps(told).encode()
        self.send_response(code)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    do_DELETE = do_POST = do_PUT = do_GET

    def log_message(self, *args: Any) -> None:
        """Nothing is said."""


@contextmanager
def server() -> Iterator[tuple[str, Collections]]:
    """The URL of a server, and what it holds."""
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None  # no disk is waited for
    with TemporaryDirectory(prefix="recollect-qdrant-", dir=memory) as folder:
        held = Collections(Path(folder))
        handler = type("Bound", (Handler,), {"collections": held})
        made = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        made.daemon_threads = True
        thread = Thread(target=made.serve_forever, daemon=True)
        thread.start()
        try:
            yield f"qdrant+http://127.0.0.1:{made.server_port}", held
        finally:
            made.shutdown()
            made.server_close()
            thread.join()
            held.close()
            shutil.rmtree(folder, ignore_errors=True)
