"""The document: OpenAPI 3.1, made from the table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib.metadata import version
from typing import Any

from ...agents.block import Block
from ...types import Message, Note, Record
from .endpoint import Endpoint, Fact, Items
from .fields import AUTHOR, NONE_YET, REQUEST_KEY, VERSION, closed
from .shapes import Schema, Schemas

ERROR = {
    "type": "object",
    "properties": {
        "error": closed(
            {
                "code": {"type": "string", "description": "For programs."},
                "message": {"type": "string", "description": "What is wrong."},
                "hint": {"type": "string", "description": "What to do about it."},
            },
            "code", "message", "hint",
        )
    },
    "required": ["error"],
    "additionalProperties": False,
}  # fmt: skip
MEANING = {
    400: "The request is wrong; nothing was written.",
    401: "No key, or one that does not hold.",
    403: "The key does not allow this, or the page may not ask.",
    404: "There is no such thing here, or it is somebody else's.",
    408: "The request did not arrive in time.",
    409: "The memory holds something else already, or a key of a request was used before.",
    412: "It changed since it was read.",
    413: "The request is too large.",
    415: "The body has another type.",
    421: "The server does not go by the name that was asked for.",
    422: "The words hold a secret, and the server refuses those.",
    429: "Too many requests: wait as long as Retry-After says.",
    501: "What this needs is not installed.",
    502: "A model did not answer.",
    503: "The store or the server cannot answer now: try again.",
    507: "The store has no room left.",
}
COMMON = (400, 401, 403, 408, 413, 421, 422, 429, 503)
RECORD, AGENT = {"id": "$response.body#/id"}, {"agent_id": "$response.body#/agent/name"}
LINKED = {
    "add": {"id": "$response.body#/messages/0/id"},
    "set": RECORD,
    "relate": RECORD,
    "update": RECORD,
    "create_agent": AGENT,
    "clone_agent": AGENT,
    "put_block": {"agent_id": "$request.path.agent_id", "label": "$response.body#/label"},
}
"""Answers that lead to a record, an agent or a block: its names in a path, and where they are."""


def document(endpoints: Iterable[Endpoint]) -> dict[str, Any]:
    """All of it."""
    schemas, paths = Schemas(), dict[str, dict[str, Any]]()
    every = list(endpoints)
    for endpoint in every:
        made = _operation(endpoint, schemas, every)
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = made
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "recollect",
            "version": version("recollect"),
            "description": "Memory for AI agents that survives the end of a session.",
        },
        "paths": paths,
        "components": {
            "schemas": {**schemas.named, "Error": ERROR},
            "securitySchemes": {"key": {"type": "http", "scheme": "bearer"}},
        },
        "security": [{"key": []}],
    }


def _operation(endpoint: Endpoint, schemas: Schemas, every: list[Endpoint]) -> dict[str, Any]:
    made: dict[str, Any] = {
        "operationId": name_of(endpoint),
        "summary": endpoint.about,
        "description": f"Needs a key with the scope `{endpoint.right}`.",
        "parameters": [_parameter(name, one, endpoint) for name, one in endpoint.query.items()],
        "responses": _responses(endpoint, schemas, every),
    }
    if endpoint.writes:
        made["parameters"].append(_header("Idempotency-Key", REQUEST_KEY))
        made["parameters"].append(_header("X-Recollect-Author", AUTHOR))
    if 412 in endpoint.errors:
        made["parameters"].append(_header("If-Match", VERSION))
    if endpoint.method == "PUT" and 412 in endpoint.errors:
        made["parameters"].append(_header("If-None-Match", NONE_YET))
    if endpoint.body is not None:
        made["requestBody"] = _body(endpoint)
    return made


def name_of(endpoint: Endpoint) -> str:
    """A name in the document: the verb, which two methods of one path may share."""
    shared = endpoint.verb == "policy" and endpoint.method == "PUT"
    return f"{endpoint.verb}_set" if shared else endpoint.verb


def _body(endpoint: Endpoint) -> dict[str, Any]:
    if endpoint.takes != "application/json":
        lines = {"schema": {"type": "string", "description": "Lines of an export."}}
        return {"required": True, "content": {endpoint.takes: lines}}
    schema = closed(endpoint.body or {}, *endpoint.required)
    if endpoint.loose:
        schema = {"type": "object"}
    return {
        "required": endpoint.loose or bool(endpoint.required),
        "content": {"application/json": {"schema": schema}},
    }


def _parameter(name: str, schema: Schema, endpoint: Endpoint) -> dict[str, Any]:
    inside = name in endpoint.names
    needed = inside or (endpoint.body is None and name in endpoint.required)
    about = {key: value for key, value in schema.items() if key != "description"}
    return {
        "name": name,
        "in": "path" if inside else "query",
        "required": needed,
        "description": schema.get("description", ""),
        "schema": about,
    }


def _header(name: str, schema: Schema) -> dict[str, Any]:
    return {"name": name, "in": "header", "required": False, "schema": schema}


def _responses(
    endpoint: Endpoint, schemas: Schemas, every: list[Endpoint]
) -> dict[str, dict[str, Any]]:
    answer = _answer(endpoint.answer, schemas)
    content: dict[str, Any] = {endpoint.media: {"schema": answer}}
    for kind in endpoint.also:
        content[kind] = {"schema": {"type": "string"} if kind.startswith("text/") else answer}
    done: dict[str, Any] = {"description": "Done.", "content": content}
    if endpoint.answer in (Block, Fact, Note, Message, Record):
        done["headers"] = {"ETag": {"schema": {"type": "string"}, "description": "Its version."}}
    if endpoint.verb in LINKED:
        done["links"] = _links(LINKED[endpoint.verb], every)
    wrong = sorted({*COMMON, *endpoint.errors, *_more(endpoint)})
    refused = {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}
    return {str(status): done for status in endpoint.done} | {
        str(status): {"description": MEANING[status], "content": refused} for status in wrong
    }


def _more(endpoint: Endpoint) -> tuple[int, ...]:
    """Statuses that follow from what an endpoint takes."""
    body = (415,) if endpoint.body is not None else ()
    changes = (409, 507) if endpoint.writes else ()
    return body + changes


def _answer(answer: Any, schemas: Schemas) -> Schema:
    if isinstance(answer, Items):
        if answer.pages:
            return schemas.page(answer.of)
        return closed({"items": {"type": "array", "items": schemas.of(answer.of)}}, "items")
    if isinstance(answer, Mapping):
        return closed({name: schemas.of(kind) for name, kind in answer.items()}, *answer)
    return schemas.of(answer)


def _links(names: Mapping[str, str], every: list[Endpoint]) -> dict[str, Any]:
    """What can be done next with what an answer holds."""
    spots = {f"path.{name}": place for name, place in names.items()}
    return {
        name_of(one): {"operationId": name_of(one), "parameters": spots}
        for one in every
        if set(one.names) == set(names)
    }
