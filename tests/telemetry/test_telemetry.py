"""Spans and metrics by the conventions for generative AI, and not one of them unless asked."""

import json
import os
import signal
import subprocess
import sys
import threading
from collections import Counter
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import httpx
import pytest
from opentelemetry import trace
from opentelemetry.proto.collector.metrics.v1.metrics_service_pb2 import ExportMetricsServiceRequest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import InMemoryMetricReader
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import SpanKind, StatusCode

from recollect import AsyncMemory, InputError, Memory, NotFound, telemetry
from recollect.telemetry import verbs
from tests.server.test_kill import Process

DARK = "I prefer dark mode."
TRACE, PARENT = "0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"


class Told:
    """What the SDK was given."""

    def __init__(self):
        self._spans, self._reader = InMemorySpanExporter(), InMemoryMetricReader()
        self.tracers = TracerProvider(shutdown_on_exit=False)
        self.tracers.add_span_processor(SimpleSpanProcessor(self._spans))
        self.meters = MeterProvider([self._reader], shutdown_on_exit=False)

    def spans(self):
        """Those that have ended since the last time."""
        found = self._spans.get_finished_spans()
        self._spans.clear()
        return found

    def verbs(self):
        return [(one.name, one.attributes["recollect.verb"]) for one in self.spans()]

    def points(self, name):
        """The data of one metric."""
        every = self._reader.get_metrics_data().resource_metrics[0].scope_metrics
        (found,) = [one for scope in every for one in scope.metrics if one.name == name]
        return found.unit, list(found.data.data_points)


@pytest.fixture
def told():
    made = Told()
    yield made
    telemetry.uninstrument()
    made.tracers.shutdown()
    made.meters.shutdown()


@pytest.fixture
def memory(told):
    telemetry.instrument(tracer_provider=told.tracers, meter_provider=told.meters)
    with Memory("memory://", embedder=None) as memory:
        yield memory


def test_what_each_verb_is(told, memory):
    memory.add([DARK, "I live in Porto."], user_id="dana", session_id="s1")
    (span,) = told.spans()
    assert span.name == "create_memory"
    assert span.kind == SpanKind.INTERNAL
    assert dict(span.attributes) == {
        "gen_ai.operation.name": "create_memory",
        "recollect.verb": "add",
        "gen_ai.conversation.id": "s1",
        "gen_ai.memory.record.count": 2,
    }
    hits = memory.search("Which mode?", user_id="dana", min_relevance=0)
    (span,) = told.spans()
    assert (span.name, span.attributes["gen_ai.memory.record.count"]) == (
        "search_memory",
        len(hits),
    )
    note = memory.set("theme", "dark", user_id="dana")
    memory.update(note.id, value="light", user_id="dana")
    made, changed = told.spans()
    assert (made.name, changed.name) == ("upsert_memory", "update_memory")
    assert changed.attributes["gen_ai.memory.record.id"] == note.id
    memory.context("Which mode?", user_id="dana")
    memory.notes(user_id="dana")
    memory.as_of("2999-01-01").search("Which mode?", user_id="dana")
    memory.tenant("acme").messages(user_id="dana")
    assert told._spans.get_finished_spans()[-1].attributes["gen_ai.memory.store.id"] == "acme"
    assert told.verbs() == [
        ("search_memory", "context"),
        ("search_memory", "notes"),
        ("search_memory", "search"),
        ("search_memory", "messages"),
    ]
    receipt = memory.erase(user_id="dana")
    (span,) = told.spans()
    assert span.name == "delete_memory"
    assert span.attributes["gen_ai.memory.record.count"] == sum(receipt.removed.values())


def test_every_verb_that_is_told_of_exists_in_both_colours():
    for door in (Memory, AsyncMemory):
        assert [verb for verb in verbs.OPERATIONS if not hasattr(door, verb)] == []
    wanted = {verbs.SEARCH, verbs.CREATE, verbs.UPSERT, verbs.UPDATE, verbs.DELETE}
    assert set(verbs.OPERATIONS.values()) == wanted


def test_no_words_unless_asked(told, memory):
    note = memory.set("favourite.plum", "the plum value", user_id="dana-plum")
    memory.add("The plum is ripe.", user_id="dana-plum")
    memory.search("plum?", user_id="dana-plum")
    with pytest.raises(InputError):
        memory.search("plum " * 100_000, user_id="dana-plum")
    with pytest.raises(NotFound):
        memory.get("none", user_id="dana-plum")
    memory.why(note.id, user_id="dana-plum")
    assert "plum" not in "".join(span.to_json() for span in told.spans())
    assert "plum" not in told._reader.get_metrics_data().to_json()


def test_words_if_asked(told):
    telemetry.instrument(content=True, tracer_provider=told.tracers, meter_provider=told.meters)
    with Memory("memory://", embedder=None) as memory:
        memory.add(DARK, user_id="dana")
        hits = memory.search("dark mode?", user_id="dana")
    added, found = told.spans()
    assert json.loads(added.attributes["gen_ai.memory.records"])[0]["content"] == DARK
    assert found.attributes["gen_ai.memory.query.text"] == "dark mode?"
    records = json.loads(found.attributes["gen_ai.memory.records"])
    assert [one["id"] for one in records] == [hit.id for hit in hits]
    assert all(set(one) == {"id", "content", "score"} for one in records)


def test_the_usual_variable_asks_for_words(told, monkeypatch):
    monkeypatch.setenv("OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT", "true")
    telemetry.instrument(tracer_provider=told.tracers, meter_provider=told.meters)
    with Memory("memory://", embedder=None) as memory:
        memory.search("dark mode?", user_id="dana")
    assert told.spans()[0].attributes["gen_ai.memory.query.text"] == "dark mode?"


def test_a_failure_is_told_by_its_kind(told, memory):
    with pytest.raises(NotFound):
        memory.get("none", user_id="dana")
    (span,) = told.spans()
    assert span.status.status_code == StatusCode.ERROR
    assert span.attributes["error.type"] == "NotFound"
    assert not span.events
    _, points = told.points("gen_ai.client.operation.duration")
    assert [one.attributes["error.type"] for one in points] == ["NotFound"]


def test_durations_and_records_are_measured(told, memory):
    for number in range(3):
        memory.add(f"{DARK} {number}", user_id="dana")
    hits = memory.search("dark mode?", user_id="dana")
    assert hits
    unit, points = told.points("gen_ai.client.operation.duration")
    counts = {one.attributes["gen_ai.operation.name"]: one.count for one in points}
    assert (unit, counts) == ("s", {"create_memory": 3, "search_memory": 1})
    assert points[0].explicit_bounds[0] == 0.01
    unit, points = told.points("recollect.memory.records")
    counts = {one.attributes["gen_ai.operation.name"]: one.value for one in points}
    assert (unit, counts) == ("{record}", {"create_memory": 3, "search_memory": len(hits)})


async def test_async_and_inside_a_span_of_ones_own(told):
    telemetry.instrument(tracer_provider=told.tracers, meter_provider=told.meters)
    tracer = trace.get_tracer("mine", tracer_provider=told.tracers)
    async with AsyncMemory("memory://", embedder=None) as memory:
        with tracer.start_as_current_span("agent") as agent:
            await memory.add(DARK, user_id="dana")
            async with memory.session(user_id="dana", session_id="s") as chat:
                await chat.user("Hello.")
    *steps, last = told.spans()
    assert last.name == "agent"
    assert ("create_memory", "add") in [(s.name, s.attributes["recollect.verb"]) for s in steps]
    assert {one.parent.span_id for one in steps} == {agent.get_span_context().span_id}


def test_it_can_be_ended_and_twice_is_once(told, memory):
    telemetry.instrument(tracer_provider=told.tracers, meter_provider=told.meters)
    memory.stats()  # about no records
    memory.messages(user_id="dana")
    assert told.verbs() == [("search_memory", "messages")]
    telemetry.uninstrument()
    memory.messages(user_id="dana")
    assert told.verbs() == []
    assert "messages" not in Memory.__dict__


def test_nothing_of_it_is_loaded_unless_asked():
    code = """
import sys
from recollect import Memory
with Memory("memory://", embedder=None) as memory:
    memory.add("Hello.", user_id="dana")
    memory.search("Hello?", user_id="dana")
print([name for name in sys.modules if "telemetry" in name])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


class Collector(BaseHTTPRequestHandler):
    """Takes what an OTLP exporter sends."""

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.got.append((self.path, self.headers.get("Content-Encoding"), body))
        self.send_response(200)
        self.send_header("Content-Type", "application/x-protobuf")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


@contextmanager
def collecting():
    server = ThreadingHTTPServer(("127.0.0.1", 0), Collector)
    server.got = []
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def test_a_server_tells_a_collector(tmp_path, monkeypatch):
    """`recollect serve --telemetry`: requests in the client's own trace, what they did in them."""
    with collecting() as collector:
        where = f"http://127.0.0.1:{collector.server_address[1]}"
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", where)
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_COMPRESSION", "none")
        server = Process(tmp_path, "--telemetry")
        server.start()
        url = f"http://127.0.0.1:{server.port}/v1"
        headers = {"traceparent": f"00-{TRACE}-{PARENT}-01"}
        body = {"value": "plum", "user_id": "dana"}
        put = httpx.put(f"{url}/facts/my.plum", json=body, headers=headers, timeout=120)
        assert put.status_code == 200
        assert httpx.get(f"{url}/nothing", timeout=120).status_code == 404
        assert server.end(signal.SIGTERM) == 0, server.log.read_text()
    spans, names = [], Counter()
    for path, _, sent in collector.got:
        if path == "/v1/traces":
            for resource in ExportTraceServiceRequest.FromString(sent).resource_spans:
                service = {one.key: one.value.string_value for one in resource.resource.attributes}
                assert service["service.name"] == "recollect"
                spans += [one for scope in resource.scope_spans for one in scope.spans]
        if path == "/v1/metrics":
            for resource in ExportMetricsServiceRequest.FromString(sent).resource_metrics:
                names.update(m.name for scope in resource.scope_metrics for m in scope.metrics)
    assert all(b"plum" not in sent for _, _, sent in collector.got)
    ours = {one.name: one for one in spans if one.trace_id.hex() == TRACE}
    assert set(ours) == {"PUT /v1/facts/{key}", "upsert_memory"}
    request, operation = ours["PUT /v1/facts/{key}"], ours["upsert_memory"]
    assert request.parent_span_id.hex() == PARENT
    assert operation.parent_span_id == request.span_id
    told = {one.key: one.value for one in request.attributes}
    assert told["http.route"].string_value == "/v1/facts/{key}"
    assert told["http.response.status_code"].int_value == 200
    assert {"gen_ai.client.operation.duration", "http.server.request.duration"} <= set(names)


def test_a_collector_that_is_away_costs_no_request(tmp_path, monkeypatch):
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:9")
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_TIMEOUT", "1")
    server = Process(tmp_path, "--telemetry")
    server.start()
    url = f"http://127.0.0.1:{server.port}/v1/stats"
    assert httpx.get(url, timeout=120).status_code == 200
    os.kill(server.process.pid, signal.SIGTERM)
    assert server.process.wait(300) == 0
    logged = [json.loads(line) for line in server.log.read_text().splitlines()]
    assert all({"at", "level", "log", "message"} <= set(line) for line in logged)
    assert {line["log"].partition(".")[0] for line in logged} >= {"recollect", "opentelemetry"}
