"""Rerankers behind HTTP against a server that misbehaves, and those of packages that run here."""

from __future__ import annotations

import json
import os
import sys
import warnings
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from recollect import ConfigError, Memory, ModelError
from recollect.models.patience import Patience
from recollect.models.registry import named, reranker
from recollect.models.rerank.service import Service
from recollect.settings import reranker_key

from .conftest import KEY, Provider, Request, Sleeps, drop, failing

NAMES = {
    "cohere": "cohere:rerank-v3.5@{url}/v2",
    "jina": "jina:jina-reranker-v2-base-multilingual@{url}/v1",
    "voyage": "voyage:rerank-2.5@{url}/v1",
    "rerank": "rerank:bge-reranker-v2-m3@{url}/v1",
    "tei": "tei:bge-reranker-base@{url}",
}
VOCABULARY = Path(__file__).parents[2] / "src" / "recollect" / "models" / "data" / "vocab.txt"
KEYS = {"cohere": "CO_API_KEY", "jina": "JINA_API_KEY", "voyage": "VOYAGE_API_KEY",
        "rerank": "RERANK_API_KEY", "tei": "RERANK_API_KEY"}  # fmt: skip
QUESTION, TEXTS = "Where is the key?", ["Under the mat.", "It rains.", "The key is here."]
Make = Callable[..., Service]


def texts(request: Request) -> list[str]:
    return request.body.get("documents") or request.body["texts"]


def rows(request: Request, scores: list[Any]) -> Any:
    """Scores in the provider's own form, the best first as all of them do."""
    name = "score" if "texts" in request.body else "relevance_score"
    found = [{"index": i, name: score} for i, score in enumerate(scores)]
    found.sort(key=lambda row: -row[name] if isinstance(row[name], float) else 0.0)
    if "texts" in request.body:
        return found
    return {("data" if "top_k" in request.body else "results"): found, "model": "m", "id": "i"}


def well(request: Request) -> tuple[int, dict[str, str], Any]:
    return 200, {}, rows(request, [float(len(text)) for text in texts(request)])


def scored(some: list[str]) -> list[float]:
    return [float(len(text)) for text in some]


@pytest.fixture(autouse=True)
def keys(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in {*KEYS.values(), "COHERE_API_KEY"}:
        monkeypatch.delenv(name, raising=False)
    for name in KEYS.values():
        monkeypatch.setenv(name, f" {KEY}\n")


@pytest.fixture(params=NAMES)
def kind(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture
def make(provider: Provider, sleeps: Sleeps) -> Iterator[Make]:
    provider.usual = well
    made: list[Service] = []

    def build(name: str, each: float = 10.0, asking: float = 30.0) -> Service:
        found, spec = reranker(name.format(url=provider.url))
        patience = Patience(each, asking, asking, sleeps, sleeps.clock)
        build_one = getattr(import_module(found.module), found.name)
        made.append(build_one(spec, reranker_key(spec.provider), patience))
        return made[-1]

    yield build
    for one in made:
        one.close()


@pytest.fixture
def service(make: Make, kind: str) -> Service:
    return make(NAMES[kind])


def test_the_right_request_and_the_scores_in_order(
    provider: Provider, service: Service, kind: str
) -> None:
    assert service.score(QUESTION, TEXTS) == scored(TEXTS)
    (request,) = provider.requests
    assert request.headers["authorization"] == f"Bearer {KEY}"
    assert request.headers["content-type"] == "application/json"
    common = {"query": QUESTION, "documents": TEXTS, "model": service.model}
    assert (request.path, request.body) == {
        "cohere": ("/v2/rerank", {**common, "top_n": 3}),
        "jina": ("/v1/rerank", {**common, "top_n": 3, "return_documents": False}),
        "rerank": ("/v1/rerank", {**common, "top_n": 3, "return_documents": False}),
        "voyage": (
            "/v1/rerank",
            {**common, "top_k": 3, "return_documents": False, "truncation": True},
        ),
        "tei": (
            "/rerank",
            {"query": QUESTION, "texts": TEXTS, "raw_scores": True, "truncate": True},
        ),
    }[kind]
    assert service.id == NAMES[kind].partition("@")[0]


@pytest.mark.parametrize(
    ("name", "home"),
    [
        ("cohere", "https://api.cohere.com/v2/rerank"),
        ("jina", "https://api.jina.ai/v1/rerank"),
        ("voyage", "https://api.voyageai.com/v1/rerank"),
    ],
)
def test_a_provider_is_at_home_and_wants_a_key(
    name: str, home: str, make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert make(f"{name}:m")._url == home
    monkeypatch.delenv(KEYS[name])
    with pytest.raises(ConfigError, match=f"needs a key: set {KEYS[name]}"):
        make(f"{name}:m")
    monkeypatch.setenv(KEYS[name], "clé")
    with pytest.raises(ConfigError, match="no key has") as raised:
        make(f"{name}:m")
    assert "clé" not in str(raised.value)


def test_the_other_name_of_a_key(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CO_API_KEY")
    monkeypatch.setenv("COHERE_API_KEY", KEY)
    assert make("cohere:m")._headers == {"Authorization": f"Bearer {KEY}"}


@pytest.mark.parametrize("kind", ["rerank", "tei"])
def test_a_server_of_ones_own_may_do_without_a_key(
    kind: str, provider: Provider, make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("RERANK_API_KEY")
    make(NAMES[kind]).score(QUESTION, TEXTS)
    assert "authorization" not in provider.requests[0].headers
    with pytest.raises(ConfigError, match="say where the server is, as in '"):
        make(f"{kind}:m")


def test_no_texts_no_request(provider: Provider, service: Service) -> None:
    assert service.score(QUESTION, []) == []
    assert provider.requests == []


def test_requests_hold_as_much_as_allowed(provider: Provider, service: Service, kind: str) -> None:
    many = [str(number) for number in range(2 * service.most_texts + 1)]
    assert service.score("?", many) == scored(many)
    assert [len(texts(request)) for request in provider.requests] == [
        service.most_texts, service.most_texts, 1,
    ]  # fmt: skip
    provider.requests.clear()
    long = ["é" * 3_000 for _ in range(60)]
    service.score("é" * 500, long)
    sizes = [sum(1_000 + len(t.encode()) for t in texts(one)) for one in provider.requests]
    assert max(sizes) <= service.most_bytes
    assert sum(sizes) == 60 * 7_000
    assert service.most_texts == {"tei": 32, "jina": 100, "rerank": 100}.get(kind, 1_000)


def test_long_and_broken_texts_are_sent_as_far_as_they_can_be(
    provider: Provider, service: Service
) -> None:
    assert len(service.score("k\ud83dy?", ["鍵" * 5_000, "half \ud83d a sign", "\x00🔑"])) == 3
    (request,) = provider.requests
    assert texts(request) == ["鍵" * 2_666, "half ? a sign", "\x00🔑"]
    assert request.body["query"] == "k?y?"


@pytest.mark.parametrize("fault", [failing(429), failing(503), failing(408), drop])
def test_what_passes_is_tried_again(
    provider: Provider, service: Service, sleeps: Sleeps, fault: Any
) -> None:
    provider.script.extend([fault, fault])
    assert service.score(QUESTION, TEXTS) == scored(TEXTS)
    assert len(provider.requests) == 3
    assert 0.25 <= sleeps[0] <= 0.5 <= sleeps[1] <= 1.0


def test_it_waits_as_long_as_it_is_told(
    provider: Provider, service: Service, sleeps: Sleeps
) -> None:
    provider.script.append(failing(429, retry_after="3"))
    service.score(QUESTION, TEXTS)
    assert sleeps == [3.0]


@pytest.mark.parametrize(
    ("status", "says"),
    [
        (401, "the key was refused; check "),
        (403, "the key was refused; check "),
        (404, "there is no reranker"),
        (400, "HTTP 400"),
        (307, "HTTP 307"),
    ],
)
def test_what_does_not_pass_is_said_at_once(
    provider: Provider, service: Service, status: int, says: str
) -> None:
    provider.script.append(failing(status, message=f"no {KEY}", location="http://127.0.0.1:1"))
    with pytest.raises(ModelError, match=says) as raised:
        service.score(QUESTION, TEXTS)
    assert len(provider.requests) == 1
    assert KEY not in str(raised.value)
    assert raised.value.__cause__ is None


def test_it_gives_up_in_time_and_rests(
    provider: Provider, service: Service, sleeps: Sleeps
) -> None:
    provider.usual = failing(500)
    with pytest.raises(ModelError, match="HTTP 500"):
        service.score(QUESTION, TEXTS)
    assert sum(sleeps) <= 30
    before = len(provider.requests)
    assert before > 3
    with pytest.raises(ModelError, match="HTTP 500"):
        service.score(QUESTION, TEXTS)
    assert len(provider.requests) == before + 1, "for a while one try is all there is"


def test_the_parts_of_one_question_share_the_time(
    provider: Provider, make: Make, sleeps: Sleeps
) -> None:
    busy = failing(429, retry_after="20")
    provider.script.extend([busy, well, busy])
    with pytest.raises(ModelError, match="too many requests"):
        make(NAMES["tei"]).score(QUESTION, ["text"] * 40)
    assert sleeps == [20.0]
    assert len(provider.requests) == 3


def test_no_answer_in_time(provider: Provider, make: Make, kind: str) -> None:
    provider.usual = provider.stall
    with pytest.raises(ModelError, match="no answer in time; check the network"):
        make(NAMES[kind], each=0.05, asking=0.0).score(QUESTION, TEXTS)


def test_nobody_there(make: Make) -> None:
    with pytest.raises(ModelError, match="no connection; check the network"):
        make("rerank:m@http://127.0.0.1:9", asking=0.0).score(QUESTION, TEXTS)


BAD: list[Callable[[Request], Any]] = [
    lambda request: rows(request, [1.0, 2.0]),
    lambda request: rows(request, [1.0, 2.0, 3.0, 4.0]),
    lambda request: rows(request, [1.0, 2.0, None]),
    lambda request: rows(request, [1.0, 2.0, "3"]),
    lambda request: rows(request, [1.0, 2.0, True]),
    lambda request: rows(request, [1.0, 2.0, [3.0]]),
    lambda request: {"results": [{"index": 0, "relevance_score": 1.0}] * 3},
    lambda request: {"results": [{"index": [0], "relevance_score": 1.0}] * 3},
    lambda request: {"results": {}, "data": 7},
    lambda request: {"error": "no"},
    lambda request: [1, 2, 3],
    lambda request: "well",
    lambda request: None,
    lambda request: b"<html>",
    lambda request: b"[" * 100_000,
    lambda request: b"\xff\xfe",
]


@pytest.mark.parametrize("bad", BAD)
def test_an_answer_that_cannot_be_read(
    provider: Provider, service: Service, bad: Callable[[Request], Any]
) -> None:
    provider.usual = lambda request: (200, {}, bad(request))
    with pytest.raises(ModelError, match="an answer that cannot be read; check the address"):
        service.score(QUESTION, TEXTS)
    assert len(provider.requests) == 1


def refusing(words: int, most: int = 1_000) -> Callable[[Request], Any]:
    """A server that takes texts of so many bytes, and so many of them."""

    def usual(request: Request) -> Any:
        sizes = [len(text.encode()) for text in (request.body["query"], *texts(request))]
        if max(sizes) > words:
            return failing(400, message="This model's maximum context length is 512.")(request)
        if len(sizes) - 1 > most:
            error = f"batch size {len(sizes) - 1} > maximum allowed batch size {most}"
            return failing(422, message=error)(request)
        return well(request)

    return usual


def test_what_is_too_long_for_it_is_cut_once_and_for_all(
    provider: Provider, service: Service
) -> None:
    provider.usual = refusing(words=1_500)
    assert service.score(QUESTION, ["a" * 4_000, "b" * 700]) == [1_000.0, 700.0]
    assert len(provider.requests) == 3
    provider.requests.clear()
    assert service.score(QUESTION, ["c" * 4_000, "d"]) == [1_000.0, 1.0]
    assert len(provider.requests) == 1


def test_too_many_at_once_are_asked_in_parts(provider: Provider, service: Service) -> None:
    provider.usual = refusing(words=9_000, most=5)
    some = [str(number) for number in range(20)]
    assert service.score(QUESTION, some) == scored(some)
    provider.requests.clear()
    assert service.score(QUESTION, some) == scored(some)
    assert [len(texts(request)) for request in provider.requests] == [5, 5, 5, 5]


def test_what_nobody_takes_is_given_up(provider: Provider, service: Service) -> None:
    provider.usual = refusing(words=0)
    with pytest.raises(ModelError, match="HTTP 400"):
        service.score(QUESTION, ["a" * 4_000] * 2)
    assert len(provider.requests) < 10


def test_after_a_fork_it_has_connections_of_its_own(
    provider: Provider, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    service.score(QUESTION, TEXTS)
    before = service._client
    monkeypatch.setattr(os, "getpid", lambda: -1)
    service.score(QUESTION, TEXTS)
    assert service._client is not before
    before.close()


def test_by_name_in_a_memory(provider: Provider, kind: str) -> None:
    provider.usual = well
    name = NAMES[kind].format(url=provider.url)
    with Memory("memory://", embedder=None, reranker=name) as memory:
        memory.add(["I lost the key.", "The key is under the mat by the door."], user_id="dana")
        hits = memory.search("the key", user_id="dana")
        assert (hits[0].text, hits.degraded) == ("The key is under the mat by the door.", ())
        provider.usual = failing(401)
        assert memory.search("the key", user_id="dana").degraded == ("reranker",)


def test_by_the_environment(provider: Provider, monkeypatch: pytest.MonkeyPatch) -> None:
    provider.usual = well
    monkeypatch.setenv("RECOLLECT_RERANKER", NAMES["rerank"].format(url=provider.url))
    with Memory("memory://", embedder=None) as memory:
        memory.add(["I lost the key.", "The key is under the mat by the door."], user_id="dana")
        assert memory.search("the key", user_id="dana")[0].parts["reranked"] > 50
    assert len(provider.requests) == 1


def test_a_key_is_shown_nowhere(provider: Provider, service: Service) -> None:
    shown = repr(service) + repr(named(NAMES["rerank"], {})) + service.id
    assert KEY not in shown


def packed(field: int, value: int | bytes | str) -> bytes:
    """A field of a protocol buffer."""
    if isinstance(value, int):
        return bytes([field << 3 & 0x7F | 0x80, field >> 4, value]) if field > 15 else bytes(
            [field << 3, value]
        )  # fmt: skip
    data = value.encode() if isinstance(value, str) else value
    size = (
        bytes([len(data) & 0x7F | 0x80, len(data) >> 7]) if len(data) > 127 else bytes([len(data)])
    )
    return bytes([field << 3 | 2]) + size + data


def counting() -> bytes:
    """A network that counts the tokens of the second text of a pair."""

    def value(name: str, kind: int, *shape: str) -> bytes:
        dims = b"".join(packed(1, packed(2, one)) for one in shape)
        return packed(1, name) + packed(2, packed(1, packed(1, kind) + packed(2, dims)))

    to_float = packed(5, packed(1, "to") + packed(3, 1) + packed(20, 2))
    cast = packed(1, "token_type_ids") + packed(2, "floats") + packed(4, "Cast") + to_float
    total = packed(1, "floats") + packed(1, "axes") + packed(2, "logits") + packed(4, "ReduceSum")
    axes = packed(1, 1) + packed(2, 7) + packed(8, "axes") + packed(9, (1).to_bytes(8, "little"))
    graph = packed(1, cast) + packed(1, total) + packed(2, "tiny") + packed(5, axes)
    for name in ("input_ids", "token_type_ids"):
        graph += packed(11, value(name, 7, "batch", "tokens"))
    graph += packed(12, value("logits", 1, "batch", "one"))
    return packed(1, 8) + packed(8, packed(2, 13)) + packed(7, graph)


@pytest.fixture
def fastembed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The real package, without a network."""
    monkeypatch.setenv("FASTEMBED_CACHE_PATH", str(tmp_path))
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from fastembed.rerank.cross_encoder.custom_text_cross_encoder import CustomTextCrossEncoder
    yield tmp_path
    CustomTextCrossEncoder.SUPPORTED_MODELS.clear()


def test_fastembed(fastembed: Path) -> None:
    from fastembed.common.model_description import ModelSource
    from fastembed.rerank.cross_encoder import TextCrossEncoder
    from tokenizers import BertWordPieceTokenizer

    folder = fastembed / "tiny"
    folder.mkdir()
    (folder / "model.onnx").write_bytes(counting())
    BertWordPieceTokenizer(str(VOCABULARY)).save(str(folder / "tokenizer.json"))
    (folder / "special_tokens_map.json").write_text('{"pad_token": "[PAD]"}')
    (folder / "config.json").write_text('{"pad_token_id": 0}')
    sizes = {"model_max_length": 64, "pad_token": "[PAD]"}
    (folder / "tokenizer_config.json").write_text(json.dumps(sizes))
    nowhere = ModelSource(url="http://127.0.0.1:1/never")
    TextCrossEncoder.add_custom_model(model="test/tiny", sources=nowhere, model_file="model.onnx")
    with Memory("memory://", embedder=None, reranker="fastembed:test/tiny") as memory:
        model = memory._reranker
        assert model.id == "fastembed:test/tiny"
        assert model.score("the key", ["here", "under the mat"]) == [
            2.0,
            4.0,
        ]  # and a sign at the end
        assert model.score("the key", []) == []
        assert model.score("the key", ["word " * 5_000])[0] < 64, "too long a text is cut"
        memory.add(["I lost the key.", "The key is under the mat by the door."], user_id="dana")
        hits = memory.search("the key", user_id="dana")
        assert (hits[0].text, hits.degraded) == ("The key is under the mat by the door.", ())


def test_a_model_that_cannot_be_had_costs_nothing(fastembed: Path) -> None:
    with Memory("memory://", embedder=None, reranker="fastembed:nobody/nothing") as memory:
        memory.add(["I lost the key.", "The key is here."], user_id="dana")
        hits = memory.search("the key", user_id="dana")
        assert (len(hits), hits.degraded) == (2, ("reranker",))
        with pytest.raises(ModelError, match="fastembed could not load 'nobody/nothing'"):
            memory._reranker.score("q", ["t"])


class CrossEncoder:
    """What sentence-transformers has under this name, as far as it is used: torch is gigabytes."""

    def __init__(self, model_name_or_path: str, **_: Any) -> None:
        if model_name_or_path == "nobody/nothing":
            raise OSError("no such model")

    def predict(
        self, inputs: list[tuple[str, str]], *, show_progress_bar: bool | None = None
    ) -> np.ndarray:
        assert show_progress_bar is False
        return np.array([len(text) for _, text in inputs], np.float32)


def test_sentence_transformers(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("sentence_transformers")
    module.CrossEncoder = CrossEncoder  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "sentence_transformers", module)
    ours = "recollect.models.rerank.sentence_transformers"
    monkeypatch.delitem(sys.modules, ours, raising=False)
    name = "sentence-transformers:cross-encoder/ms-marco-MiniLM-L6-v2"
    with Memory("memory://", embedder=None, reranker=name) as memory:
        assert memory._reranker.id == name
        memory.add(["I lost the key.", "The key is under the mat by the door."], user_id="dana")
        hits = memory.search("the key", user_id="dana")
        assert (hits[0].text, hits.degraded) == ("The key is under the mat by the door.", ())
    name = "sentence-transformers:nobody/nothing"
    says = pytest.raises(ModelError, match=r"could not load 'nobody/nothing'.*no such model")
    with Memory("memory://", embedder=None, reranker=name) as memory, says:
        memory._reranker.score("q", ["t"])
    monkeypatch.delitem(sys.modules, ours)
