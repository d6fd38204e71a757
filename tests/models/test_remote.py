"""Embedders behind HTTP: the providers' own packages against a server that misbehaves."""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from recollect import ConfigError, Memory, ModelError
from recollect.models.patience import Patience
from recollect.models.registry import named
from recollect.models.remote import Remote

from .conftest import KEY, Provider, Request, Sleeps, answer, drop, failing, good, vector

NAMES = {
    "openai": "openai:text-embedding-3-small@{url}/v1",
    "ollama": "ollama:all-minilm@{url}/v1",
    "gemini": "gemini:gemini-embedding-001@{url}",
}
Make = Callable[..., Remote]


@pytest.fixture(params=NAMES)
def kind(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture
def make(provider: Provider, sleeps: Sleeps) -> Iterator[Make]:
    made: list[Remote] = []

    def build(name: str, each: float = 10.0, total: float = 60.0) -> Remote:
        from importlib import import_module

        found, spec = named(name.format(url=provider.url))

        def pause(seconds: float) -> None:
            sleeps(seconds)
            patience.each = 10.0  # what is asked again is answered, though the machine may be busy

        patience = Patience(each, total, total / 4, pause, sleeps.clock)
        made.append(getattr(import_module(found.module), found.name)(spec, patience))
        return made[-1]

    yield build
    for one in made:
        one.close()


@pytest.fixture
def embedder(make: Make, kind: str) -> Remote:
    return make(NAMES[kind])


def unit(texts: list[str]) -> np.ndarray:
    rows = np.array([vector(text) for text in texts])
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def test_the_right_requests(provider: Provider, embedder: Remote, kind: str) -> None:
    assert np.allclose(embedder.embed(["one", "two"]), unit(["one", "two"]), atol=1e-6)
    assert np.allclose(embedder.ask(["three"]), unit(["three"]), atol=1e-6)
    first, second = provider.requests
    assert (first.texts, second.texts) == (["one", "two"], ["three"])
    assert embedder.dimensions == 8
    if kind == "gemini":
        assert first.path.endswith("/models/gemini-embedding-001:batchEmbedContents")
        assert first.headers["x-goog-api-key"] == KEY
        assert {one["taskType"] for one in first.body["requests"]} == {"RETRIEVAL_DOCUMENT"}
        assert second.body["requests"][0]["taskType"] == "RETRIEVAL_QUERY"
    else:
        assert first.path == "/v1/embeddings"
        assert first.headers["authorization"] == f"Bearer {KEY if kind == 'openai' else 'ollama'}"
        assert "dimensions" not in first.body


def test_no_texts_no_request(provider: Provider, embedder: Remote) -> None:
    assert embedder.embed([]).shape[0] == 0
    assert provider.requests == []


def test_a_size_that_was_asked_for(provider: Provider, make: Make) -> None:
    openai = make("openai:m#8@{url}/v1")
    openai.embed(["x"])
    assert (openai.id, provider.requests[-1].body["dimensions"]) == ("openai:m#8", 8)
    gemini = make("gemini:m#8@{url}")
    gemini.embed(["x"])
    assert provider.requests[-1].body["requests"][0]["outputDimensionality"] == 8
    with pytest.raises(ModelError, match="9 dimensions"):
        make("openai:m#9@{url}/v1").embed(["x"])


def test_questions_and_passages_get_the_prefixes_of_their_model(
    provider: Provider, make: Make
) -> None:
    embedder = make("ollama:nomic-embed-text@{url}/v1")
    embedder.embed(["I moved."])
    embedder.ask(["Where?"])
    texts = [request.texts for request in provider.requests]
    assert texts == [["search_document: I moved."], ["search_query: Where?"]]


@pytest.mark.parametrize(
    ("name", "most"),
    [("openai:m", 2048), (NAMES["openai"], 256), (NAMES["ollama"], 32), (NAMES["gemini"], 100)],
)
def test_requests_hold_as_many_texts_as_allowed(
    provider: Provider, make: Make, monkeypatch: pytest.MonkeyPatch, name: str, most: int
) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", f"{provider.url}/v1")
    texts = [str(number) for number in range(2 * most + 1)]
    made = make(name).embed(texts)
    assert [len(request.texts) for request in provider.requests] == [most, most, 1]
    assert np.allclose(made, unit(texts), atol=1e-6)


def test_requests_hold_as_many_bytes_as_allowed(provider: Provider, embedder: Remote) -> None:
    texts = ["é" * 3_000 for _ in range(80)]
    embedder.embed(texts)
    sizes = [sum(len(t.encode()) for t in request.texts) for request in provider.requests]
    assert max(sizes) <= embedder.most_bytes
    assert sum(sizes) == 80 * 6_000


def test_a_text_that_is_too_long_is_cut_between_characters(
    provider: Provider, embedder: Remote
) -> None:
    embedder.embed(["x" + "é" * 10_000])
    (text,) = provider.requests[0].texts
    assert len(text.encode()) == 7_999
    assert "é" * 3_999 in text


def test_a_text_that_is_refused_for_its_length_is_cut_further(
    provider: Provider, embedder: Remote
) -> None:
    """As by a server whose model reads 512 tokens: the others in the request are untouched."""

    def short_sighted(request: Request) -> Any:
        if any(len(text) > 1_000 for text in request.texts):
            return failing(400, message="maximum context length is 512 tokens")(request)
        return good(request)

    provider.usual = short_sighted
    made = embedder.embed(["short", "x" * 3_000, "other"])
    assert np.allclose(made, unit(["short", "x" * 750, "other"]), atol=1e-6)
    provider.usual = failing(413)
    provider.requests.clear()
    with pytest.raises(ModelError):
        embedder.embed(["x" * 3_000] * 30)
    assert len(provider.requests) < 10, "what is refused at any length is given up soon"


def test_rows_in_another_order_are_put_in_order(provider: Provider, make: Make) -> None:
    def shuffled(request: Request) -> Any:
        status, headers, content = good(request)
        content["data"].reverse()
        return status, headers, content

    provider.usual = shuffled
    texts = ["a", "b", "c"]
    assert np.allclose(make(NAMES["openai"]).embed(texts), unit(texts), atol=1e-6)


def test_it_waits_as_long_as_it_is_told(
    provider: Provider, embedder: Remote, sleeps: Sleeps
) -> None:
    provider.script.append(failing(429, retry_after="7"))
    assert len(embedder.embed(["x"])) == 1
    assert sleeps == [7.0]
    assert len(provider.requests) == 2


def test_it_waits_as_long_as_google_says(provider: Provider, make: Make, sleeps: Sleeps) -> None:
    details = [{"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "3.5s"}]
    error = {"code": 429, "message": "m", "status": "RESOURCE_EXHAUSTED", "details": details}
    provider.script.append(lambda request: (429, {}, {"error": error}))
    make(NAMES["gemini"]).embed(["x"])
    assert sleeps == [3.5]


@pytest.mark.parametrize(
    "faults", [[failing(500)], [failing(503), failing(502), failing(500)], [drop], [drop, drop]]
)
def test_passing_faults_are_tried_again_with_growing_pauses(
    provider: Provider, embedder: Remote, sleeps: Sleeps, faults: list[Any]
) -> None:
    provider.script.extend(faults)
    assert np.allclose(embedder.embed(["x"]), unit(["x"]), atol=1e-6)
    assert len(provider.requests) == len(faults) + 1
    assert len(sleeps) == len(faults)
    assert all(0.25 * 2**n <= pause <= 0.5 * 2**n for n, pause in enumerate(sleeps))


def test_an_answer_that_does_not_come_is_asked_for_again(
    provider: Provider, make: Make, kind: str, sleeps: Sleeps
) -> None:
    provider.script.append(provider.stall)
    assert len(make(NAMES[kind], each=0.3).embed(["x"])) == 1
    assert len(sleeps) == 1


def test_it_gives_up_in_time_and_then_tries_only_once_for_a_while(
    provider: Provider, embedder: Remote, sleeps: Sleeps
) -> None:
    provider.usual = failing(503)
    with pytest.raises(ModelError, match="503"):
        embedder.embed(["x"])
    assert sum(sleeps) < 60
    asked = len(provider.requests)
    with pytest.raises(ModelError):
        embedder.embed(["x"])
    assert len(provider.requests) == asked + 1
    provider.usual = good
    assert len(embedder.embed(["x"])) == 1


def test_a_question_waits_less(provider: Provider, embedder: Remote, sleeps: Sleeps) -> None:
    provider.script.append(failing(429, retry_after="20"))
    with pytest.raises(ModelError):
        embedder.ask(["x"])
    assert sleeps == []


def test_half_a_character_costs_nothing(provider: Provider, embedder: Remote) -> None:
    embedder.embed(["a \ud83d b"])
    assert provider.requests[0].texts == ["a ? b"]


def test_it_does_not_wait_longer_than_it_has(
    provider: Provider, embedder: Remote, sleeps: Sleeps
) -> None:
    provider.usual = failing(429, retry_after="3600")
    with pytest.raises(ModelError, match="vectors will follow"):
        embedder.embed(["x"])
    assert sleeps == []


@pytest.mark.parametrize(
    ("fault", "remedy"),
    [
        (failing(401, message=f"Incorrect API key provided: {KEY}"), "key was refused; check"),
        (failing(403, message=f"{KEY} may not"), "key was refused; check"),
        (failing(404), "no (embedding )?model"),
        (failing(400, message=f"what is {KEY}"), "HTTP 400"),
    ],
)
def test_what_does_not_pass_is_said_at_once_without_the_key(
    provider: Provider, embedder: Remote, sleeps: Sleeps, fault: Any, remedy: str, caplog: Any
) -> None:
    caplog.set_level(logging.DEBUG)
    provider.usual = fault
    with pytest.raises(ModelError, match=remedy) as caught:
        embedder.embed(["x"])
    assert (len(provider.requests), sleeps) == (1, [])
    error: BaseException | None = caught.value
    assert error is not None
    assert error.__suppress_context__
    assert error.__cause__ is None
    assert KEY not in f"{error}{embedder.id}{caplog.text}"


def test_a_spent_quota_is_not_tried_again(provider: Provider, make: Make, sleeps: Sleeps) -> None:
    provider.usual = failing(429, "insufficient_quota")
    with pytest.raises(ModelError, match="plan and billing"):
        make(NAMES["openai"]).embed(["x"])
    assert sleeps == []


def test_gemini_refuses_a_key_in_its_own_way(provider: Provider, make: Make) -> None:
    provider.usual = failing(400, message="API key not valid. Please pass a valid API key.")
    with pytest.raises(ModelError, match="key was refused; check GEMINI_API_KEY"):
        make(NAMES["gemini"]).embed(["x"])


def test_ollama_says_what_to_pull(provider: Provider, make: Make) -> None:
    provider.usual = failing(404)
    with pytest.raises(ModelError, match="run: ollama pull all-minilm"):
        make(NAMES["ollama"]).embed(["x"])


def reply(rows: Callable[[list[str]], list[Any]]) -> Callable[[Request], Any]:
    return lambda request: (200, {}, answer(request, rows(request.texts)))


@pytest.mark.parametrize(
    ("usual", "message"),
    [
        (reply(lambda texts: [vector(text) for text in texts[:-1]]), "expected 2 vectors"),
        (reply(lambda texts: [vector(text) for text in [*texts, "x"]]), "expected 2 vectors"),
        (reply(lambda texts: []), "usable|read"),
        (reply(lambda texts: [[float("nan")] * 8 for _ in texts]), "NaN"),
        (reply(lambda texts: [[0.0] * 8 for _ in texts]), "zeros"),
        (reply(lambda texts: [[1.0] * (8 + n) for n, _ in enumerate(texts)]), "rows of numbers"),
        (reply(lambda texts: [None for _ in texts]), "usable|read"),
        (lambda request: (200, {}, b'{"data": [{"emb'), "usable|read"),
        (lambda request: (200, {}, b"<html>a proxy's page</html>"), "usable|read"),
        (lambda request: (200, {}, []), "usable|read"),
        (lambda request: (200, {}, {}), "usable|read"),
    ],
)
def test_an_answer_that_is_wrong_is_a_model_error(
    provider: Provider, embedder: Remote, usual: Any, message: str
) -> None:
    provider.usual = usual
    with pytest.raises(ModelError, match=message):
        embedder.embed(["a", "b"])


def test_numbers_of_rows_that_make_no_sense(provider: Provider, make: Make) -> None:
    def twice(request: Request) -> Any:
        status, headers, content = good(request)
        content["data"][0]["index"] = 1
        return status, headers, content

    provider.usual = twice
    with pytest.raises(ModelError, match="cannot be read"):
        make(NAMES["openai"]).embed(["a", "b"])


def test_another_size_than_before(provider: Provider, embedder: Remote) -> None:
    embedder.embed(["x"])
    provider.usual = reply(lambda texts: [vector(text, 9) for text in texts])
    with pytest.raises(ModelError, match="8 dimensions, not 9"):
        embedder.embed(["x"])


def test_a_server_that_is_not_there(make: Make, kind: str) -> None:
    name = NAMES[kind].replace("{url}", "http://127.0.0.1:1")
    with pytest.raises(ModelError, match="no connection"):
        make(name).embed(["x"])


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_fork_makes_connections_of_its_own(provider: Provider, make: Make) -> None:
    embedder = make(NAMES["openai"])
    embedder.embed(["x"])
    parents = embedder._client
    pid = os.fork()
    if pid == 0:
        embedder.embed(["x"])
        os._exit(int(embedder._client is parents))
    assert os.waitpid(pid, 0)[1] == 0
    assert embedder._client is parents


def test_a_missing_key_is_said_when_the_memory_is_opened(
    provider: Provider, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY")
    monkeypatch.delenv("GEMINI_API_KEY")
    with pytest.raises(ConfigError, match="set OPENAI_API_KEY"):
        Memory("memory://", embedder="openai:m")
    with pytest.raises(ConfigError, match="set GEMINI_API_KEY"):
        Memory("memory://", embedder="gemini:m")
    with Memory("memory://", embedder=f"openai:m@{provider.url}/v1") as memory:
        assert memory.add("A server of one's own needs no key.", user_id="dana").embedded


def test_ollama_is_found_through_its_setting(
    provider: Provider, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OLLAMA_HOST", provider.url)
    with Memory("memory://", embedder="ollama:all-minilm") as memory:
        assert memory.add("words", user_id="dana").embedded
        assert memory.stats().vectors == {"ollama:all-minilm": 1}
    assert KEY not in json.dumps([request.headers for request in provider.requests])


def test_no_words_are_lost_while_the_service_is_down(
    provider: Provider, make: Make, kind: str
) -> None:
    embedder = make(NAMES[kind], total=0.0)
    with Memory("memory://", embedder=embedder) as memory:
        assert memory.add("I keep a zebra.", user_id="dana").embedded
        provider.usual = failing(500)
        assert memory.add("It eats marzipan.", user_id="dana").embedded is False
        hits = memory.search("marzipan", user_id="dana")
        assert (hits[0].text, hits.degraded) == ("It eats marzipan.", ("vectors",))
        memory._background.wait()
        provider.usual = good
        memory.search("marzipan", user_id="dana")
        memory._background.wait()
        assert (memory.stats().pending, memory.stats().vectors) == (0, {embedder.id: 2})
