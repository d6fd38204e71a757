"""Requests that the document allows, and such that it does not: no server error, and no answer that
the document does not describe."""

import itertools

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode

from recollect.server.api.openapi import document
from recollect.server.api.table import ENDPOINTS

SPELLED = document(ENDPOINTS)
SPELLED.pop("security")  # keys have tests of their own
SCHEMA = schemathesis.openapi.from_dict(SPELLED)
CHECKS = [
    schemathesis.checks.CHECKS.get_one(name)
    for name in (
        "not_a_server_error", "status_code_conformance", "content_type_conformance",
        "response_headers_conformance", "response_schema_conformance", "negative_data_rejection",
        "unsupported_method",
    )
]  # fmt: skip
"""Not that all that a schema allows is accepted: it cannot say that somebody must be named."""
CALM = {
    "deadline": None,
    "suppress_health_check": list(HealthCheck),
    "phases": [Phase.explicit, Phase.generate],
    "derandomize": True,
    "database": None,
}


@schemathesis.serializer("application/x-ndjson")
def lines(ctx, value):
    """An import is text."""
    return value if isinstance(value, bytes) else str(value).encode("utf-8", "backslashreplace")


def conforms(running, case):
    """Send a request, and hold the answer against the document."""
    answer = case.call(base_url=running.url, timeout=60)
    held_against(answer, case)


def held_against(answer, case):
    if answer.status_code == 413:  # a good reason to refuse, which the last check does not know
        assert answer.json()["error"]["code"] == "too_large"
    else:
        case.validate_response(answer, checks=CHECKS)


@pytest.mark.parametrize("endpoint", ENDPOINTS, ids=lambda one: f"{one.method} {one.path}")
def test_every_answer_is_described(endpoint, opened):
    operation = SCHEMA[endpoint.path][endpoint.method]
    every(operation, opened, 4)


@pytest.mark.faults
@pytest.mark.parametrize("endpoint", ENDPOINTS, ids=lambda one: f"{one.method} {one.path}")
def test_every_answer_is_described_at_length(endpoint, opened):
    every(SCHEMA[endpoint.path][endpoint.method], opened, 300)


def every(operation, running, count):
    for mode in GenerationMode:

        @settings(max_examples=count, **CALM)
        @given(case=operation.as_strategy(generation_mode=mode))
        def run(case):
            conforms(running, case)

        try:
            run()
        except Unsatisfiable:
            assert mode is GenerationMode.NEGATIVE  # nothing can be wrong with it


def chained(running, examples, steps):
    machine, count = SCHEMA.as_state_machine(), itertools.count()

    class Chain(machine):
        def setup(self):
            """Each chain begins with an empty memory: a tenant of its own."""
            self.token = running.key(f"chain {next(count)}", right="admin")

        def get_call_kwargs(self, case):
            headers = {"X-API-Key": self.token}
            return {"base_url": running.url, "timeout": 60, "headers": headers}

        def validate_response(self, response, case, *_, **__):
            held_against(response, case)

    Chain.run(settings=settings(max_examples=examples, stateful_step_count=steps, **CALM))


def test_one_answer_leads_to_the_next_request(keyed):
    chained(keyed, 6, 5)


@pytest.mark.faults
def test_one_answer_leads_to_the_next_request_at_length(keyed):
    chained(keyed, 200, 10)
