"""The mem0-shaped door on PostgreSQL: a sample, since the store passes its own suite whole."""

from recollect.compat.mem0 import Memory


def test_the_life_of_a_memory(postgres):
    with Memory(postgres) as memory:
        said = "I live in Lisbon. The key of the cellar hangs behind the green door."
        added = memory.add(said, user_id="dana", metadata={"category": "home"})["results"]
        id = added[0]["id"]
        memory.add("I live in Porto now.", user_id="dana")
        assert [row["event"] for row in memory.history(id)] == ["ADD", "UPDATE"]
        memory.update(id, text="Dana lives in Rome.")
        one = memory.get(id)
        assert (one["memory"], one["metadata"]) == ("Dana lives in Rome.", {"category": "home"})
        found = memory.search("Where is the cellar's key?", filters={"user_id": "dana"})
        assert "green door" in found["results"][0]["memory"]
        memory.delete(id)
        assert memory.get(id) is None
        memory.delete_all(user_id="dana")
        assert memory.get_all(filters={"user_id": "dana"}) == {"results": []}
