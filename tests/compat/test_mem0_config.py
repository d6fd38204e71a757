"""mem0's settings: what each becomes, and what is said of those that do nothing."""

import warnings

import pytest

from recollect import ConfigError
from recollect.compat.mem0 import Memory
from recollect.compat.mem0.config import Mem0Warning, opened


def silent(config):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return opened(config)


def test_nothing_and_a_url():
    assert silent(None) == (None, {})
    assert silent("memory://") == ("memory://", {})
    assert silent({"version": "v1.1"}) == (None, {})
    assert silent({"url": "agent.db"}) == ("agent.db", {})


def test_places(tmp_path):
    store = {"provider": "qdrant", "config": {"path": str(tmp_path / "q"), "on_disk": True}}
    assert silent({"vector_store": store})[0] == str(tmp_path / "q" / "recollect.db")
    history = str(tmp_path / "mem" / "history.db")
    assert silent({"history_db_path": history})[0] == str(tmp_path / "mem" / "recollect.db")
    assert silent({"history_db_path": ":memory:"})[0] == "memory://"
    given = {"user": "me", "password": "p@ss", "host": "db", "port": 5433, "dbname": "mem"}
    store = {"provider": "pgvector", "config": given}
    assert silent({"vector_store": store})[0] == "postgresql://me:p%40ss@db:5433/mem"
    store = {"provider": "pgvector", "config": {"connection_string": "postgresql://x/y"}}
    assert silent({"vector_store": store})[0] == "postgresql://x/y"


@pytest.mark.parametrize(
    ("part", "config", "option"),
    [
        ("llm", {"provider": "openai", "config": {"model": "gpt-5-mini"}}, "openai:gpt-5-mini"),
        (
            "llm",
            {
                "provider": "ollama",
                "config": {"model": "qwen3", "ollama_base_url": "http://127.0.0.1:11434/v1"},
            },
            "ollama:qwen3@http://127.0.0.1:11434/v1",
        ),
        (
            "llm",
            {"provider": "vllm", "config": {"model": "m", "vllm_base_url": "http://h:8000/v1"}},
            "openai:m@http://h:8000/v1",
        ),
        (
            "embedder",
            {
                "provider": "openai",
                "config": {"model": "text-embedding-3-small", "embedding_dims": 512},
            },
            "openai:text-embedding-3-small#512",
        ),
        (
            "embedder",
            {"provider": "huggingface", "config": {"model": "all-MiniLM-L6-v2"}},
            "sentence-transformers:all-MiniLM-L6-v2",
        ),
    ],
)
def test_models(part, config, option):
    assert silent({part: config}) == (None, {part: option})


@pytest.mark.parametrize(
    "config",
    [
        {"vector_store": {"provider": "pinecone", "config": {"collection_name": "x"}}},
        {"vector_store": {"provider": "qdrant", "config": {"host": "localhost", "port": 6333}}},
        {"llm": {"provider": "groq", "config": {"model": "llama"}}},
        {"llm": {"provider": "openai", "config": {}}},
        {"llm": {"provider": "openai", "config": {"model": "gpt-5-mini", "api_key": "sk-1"}}},
        {"reranker": {"provider": "cohere"}},
        {"custom_instructions": "Only food."},
        {"graph_store": {"provider": "neo4j", "config": {}}},
    ],
)
def test_what_does_nothing_says_so(config):
    with pytest.warns(Mem0Warning) as told:
        opened(config)
    assert "sk-1" not in str(told[0].message)


@pytest.mark.parametrize("config", [7, {"vectorstore": {}}, {"llm": "openai"}])
def test_what_is_no_configuration(config):
    with pytest.raises(ConfigError):
        opened(config)


def test_a_memory_from_settings(tmp_path):
    store = {"provider": "qdrant", "config": {"path": str(tmp_path / "qdrant")}}
    with Memory.from_config({"vector_store": store}) as memory:
        memory.add("I love jazz.", user_id="dana")
    assert (tmp_path / "qdrant" / "recollect.db").exists()
    with Memory.from_config({"vector_store": store}) as memory:
        assert memory.get_all(filters={"user_id": "dana"})["results"][0]["memory"]
