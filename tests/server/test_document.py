"""The document and the routes are one: what is served is described, and the other way round."""

import re

import pytest
from starlette.routing import Route

import recollect
from recollect.server import mem0
from recollect.server.api.openapi import document
from recollect.server.api.routes import routes
from recollect.server.api.table import ENDPOINTS
from recollect.server.app import build

HERE = {
    "session", "as_of", "tenant", "url", "close", "copy_to", "reindex", "acting_as", "tools",
}  # fmt: skip
"""Verbs of the front door that a server does not offer, or offers as something else: sessions as
prompts and ends, the past as a parameter, and what names stores or models not at all."""
ELSEWHERE = {"export_to": "export", "import_from": "import"}


def test_every_route_is_in_the_document_and_nothing_else_is():
    described = {
        (method.upper(), path)
        for path, methods in document(ENDPOINTS)["paths"].items()
        for method in methods
    }
    served = {
        (method, re.sub(r":(path|whole)", "", route.path))
        for route in routes()
        if isinstance(route, Route) and route.path != "/openapi.json"
        for method in route.methods - {"HEAD"}
    }
    assert described == served


def test_nothing_else_is_served_under_v1_than_what_is_mem0s():
    memory = recollect.AsyncMemory("memory://", embedder=None)
    known = {one.path for one in ENDPOINTS}
    others = {one.path for one in mem0.routes() if isinstance(one, Route)}
    for route in build(memory).routes:
        path = re.sub(r":(path|whole)", "", getattr(route, "path", ""))
        if path.startswith("/v1/") and route.path not in others:
            assert path in known, path


def test_every_verb_of_the_front_door_is_served():
    verbs = {name for name in dir(recollect.AsyncMemory) if not name.startswith("_")} - HERE
    served = {endpoint.verb for endpoint in ENDPOINTS}
    assert {ELSEWHERE.get(name, name) for name in verbs} <= served


def test_no_endpoint_names_a_url_or_a_tenant():
    never = {"url", "tenant", "embedder", "llm", "vectors", "graph", "store", "model"}
    for endpoint in ENDPOINTS:
        assert never.isdisjoint({*endpoint.query, *(endpoint.body or {})}), endpoint


def test_the_document_is_valid():
    openapi = pytest.importorskip("schemathesis").openapi
    schema = openapi.from_dict(document(ENDPOINTS))
    schema.validate()
    names = [operation.ok().label for operation in schema.get_all_operations()]
    assert len(names) == len(ENDPOINTS)


def test_names_in_the_document_are_its_own():
    spelled = document(ENDPOINTS)
    names = [one["operationId"] for path in spelled["paths"].values() for one in path.values()]
    assert len(names) == len(set(names))
    for operation in (one for path in spelled["paths"].values() for one in path.values()):
        assert operation["summary"]
        assert {"400", "401", "403", "413", "429"} <= set(operation["responses"])
