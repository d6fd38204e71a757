"""Names of embedders: taken apart, refused, and what they need installed."""

import pytest

from recollect import ConfigError, Memory, MissingExtra, settings
from recollect.models.prefixes import prefixes
from recollect.models.registry import EMBEDDERS, Spec, named

HERE = "http://127.0.0.1:8000/v1"


@pytest.mark.parametrize(
    ("name", "spec"),
    [
        ("openai:m", Spec("openai", "m")),
        ("openai:m#512", Spec("openai", "m", 512)),
        (f"openai:BAAI/bge@{HERE}/", Spec("openai", "BAAI/bge", None, HERE)),
        (f"openai:m#64@{HERE}", Spec("openai", "m", 64, HERE)),
        ("openai:gecko@001", Spec("openai", "gecko@001")),
        ("ollama:nomic-embed-text:v1.5", Spec("ollama", "nomic-embed-text:v1.5")),
        ("model2vec:./a folder#1@http", Spec("model2vec", "./a folder#1@http")),
    ],
)
def test_a_name_is_taken_apart(name, spec):
    provider, found = named(name)
    assert provider is EMBEDDERS[spec.provider]
    assert found == spec


def test_an_id_names_the_model_and_its_size_and_nothing_else():
    assert named(f"openai:m#64@{HERE}")[1].id == "openai:m#64"
    assert named("gemini:m")[1].id == "gemini:m"


@pytest.mark.parametrize("name", ["", "minilm2", "open-ai:x", "openai"])
def test_an_unknown_name_is_refused_with_those_there_are(name):
    with pytest.raises(ConfigError, match=r"'minilm'.*openai:MODEL.*model2vec:MODEL"):
        Memory("memory://", embedder=name)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("openai:", "which model"),
        ("fastembed: ", "which model"),
        ("openai:#5", "which model"),
        ("openai:m#", "as a number"),
        ("openai:m#0", "as a number"),
        ("openai:m#²", "as a number"),
        ("openai:m@http://", "no URL"),
        ("openai:m@http://[::1", "no URL"),
        ("openai:m@http://h:x/v1", "no URL"),
        ("openai:m@http://me:hunter2@h/v1", "no user, password"),
        ("openai:m@http://h/v1?key=hunter2", "no user, password"),
    ],
)
def test_a_bad_name_is_refused_and_no_secret_repeated(name, message):
    with pytest.raises(ConfigError, match=message) as caught:
        Memory("memory://", embedder=name)
    assert "hunter2" not in str(caught.value)


@pytest.mark.parametrize(("prefix", "package"), [
    ("openai", "openai"), ("ollama", "openai"), ("gemini", "google"),
    ("sentence-transformers", "sentence_transformers"), ("fastembed", "fastembed"),
    ("model2vec", "model2vec"),
])  # fmt: skip
def test_a_missing_package_names_the_extra(prefix, package, monkeypatch, tmp_path):
    provider = EMBEDDERS[prefix]
    monkeypatch.delitem(__import__("sys").modules, provider.module, raising=False)
    monkeypatch.setitem(__import__("sys").modules, package, None)
    with pytest.raises(MissingExtra, match=rf"pip install 'recollect\[{provider.extra}\]'"):
        Memory(str(tmp_path / "agent.db"), embedder=f"{prefix}:x")
    assert not list(tmp_path.iterdir()), "nothing is made before the embedder is there"


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("", "http://127.0.0.1:11434/v1"),
        ("0.0.0.0", "http://127.0.0.1:11434/v1"),
        ("box", "http://box:11434/v1"),
        ("box:80", "http://box:80/v1"),
        ("https://box/ollama/", "https://box/ollama/v1"),
    ],
)
def test_ollama_is_where_its_own_setting_says(host, address, monkeypatch):
    monkeypatch.setenv("OLLAMA_HOST", host)
    assert settings.ollama() == address


@pytest.mark.parametrize(
    ("model", "passage", "question"),
    [
        ("nomic-embed-text:v1.5", "search_document: ", "search_query: "),
        ("nomic-ai/nomic-embed-text-v1.5", "search_document: ", "search_query: "),
        ("intfloat/multilingual-e5-large", "passage: ", "query: "),
        ("BAAI/bge-small-en-v1.5", "", "Represent this sentence for searching relevant passages: "),
        ("intfloat/e5-mistral-7b-instruct", "", ""),
        ("text-embedding-3-small", "", ""),
        ("BAAI/bge-m3", "", ""),
    ],
)
def test_well_known_models_get_their_prefixes(model, passage, question):
    assert prefixes(model) == (passage, question)


async def waits(texts):
    return [[1.0, 2.0] for _ in texts]


class Waits:
    async def embed(self, texts):
        return [[1.0, 2.0] for _ in texts]


class Plain:
    def embed(self, texts):
        return [[1.0, 2.0] for _ in texts]


@pytest.mark.parametrize("given", [waits, Waits(), Plain, 5])
def test_an_embedder_that_could_never_work_is_refused(given):
    with pytest.raises(ConfigError, match=r"an embedder is a (plain )?function"):
        Memory("memory://", embedder=given)
    with Memory("memory://", embedder=Plain()) as memory:
        assert memory.add("Hello", user_id="dana").embedded
