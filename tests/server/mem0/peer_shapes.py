"""Run by the real mem0ai in its own environment, offline: what its `Memory` answers, as JSON.

The model and the embedder are stand-ins; everything else is mem0's own, its stores included.
"""

import inspect
import json
import sys

import offline

tried = offline.wall()

from mem0 import AsyncMemory, AsyncMemoryClient, Memory, MemoryClient  # noqa: E402


class Embedder:
    """Every text has the same vector."""

    def embed(self, text, memory_action=None):
        return [1.0, 0.0, 0.0, 0.0]

    def embed_batch(self, texts, memory_action=None):
        return [self.embed(text) for text in texts]


class Model:
    """One fact, whatever is said."""

    def generate_response(self, messages, **_):
        return json.dumps({"memory": [{"text": "Dana loves jazz."}]})


def signatures(thing):
    found = {}
    for name, method in inspect.getmembers(thing, inspect.isfunction):
        if not name.startswith("_"):
            parameters = list(inspect.signature(method).parameters.values())[1:]
            found[name] = [[one.name, one.kind.name, repr(one.default)] for one in parameters]
    return found


def shapes(folder):
    vectors = {"path": f"{folder}/qdrant", "embedding_model_dims": 4, "on_disk": False}
    memory = Memory.from_config(
        {
            "vector_store": {"provider": "qdrant", "config": vectors},
            "llm": {"provider": "openai", "config": {"api_key": "none"}},
            "embedder": {"provider": "openai", "config": {"api_key": "none"}},
            "history_db_path": f"{folder}/history.db",
        }
    )
    memory.embedding_model, memory.llm = Embedder(), Model()
    whose = {"user_id": "dana", "agent_id": "coach", "run_id": "s1"}
    metadata = {"category": "music"}
    added = memory.add("I love jazz.", **whose, metadata=metadata)
    raw = memory.add("I love rock.", **whose, metadata=metadata, infer=False)
    plain = memory.add("I love pop.", user_id="kim", infer=False)
    id = raw["results"][0]["id"]
    first = memory.get(id)
    updated = memory.update(id, text="Dana loves rock.")
    found = memory.search("music", filters={"user_id": "dana"}, explain=True)
    every = memory.get_all(filters={"user_id": "dana"})
    history = memory.history(id)
    deleted = memory.delete(id)
    missing = [memory.get(id), memory.get("0" * 32)]
    gone = memory.delete_all(user_id="kim")
    return {
        "add": added, "raw": raw, "get": first, "update": updated, "search": found,
        "get_all": every, "history": history, "delete": deleted, "missing": missing,
        "delete_all": gone, "plain": plain,
    }  # fmt: skip


classes = (Memory, AsyncMemory, MemoryClient, AsyncMemoryClient)
said = {"signatures": {one.__name__: signatures(one) for one in classes}}
said["shapes"] = shapes(sys.argv[1])
said["tried"] = tried
print(json.dumps(said))
