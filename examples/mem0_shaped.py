"""The loop of mem0's README with one import changed: no key, no model, no network."""

from recollect.compat.mem0 import Memory  # was: from mem0 import Memory

memory = Memory("memory://")


def model(messages):
    """Stands in for a language model: it says the first thing that it was shown."""
    known = [line for line in messages[0]["content"].splitlines() if line.startswith("- ")]
    return f"You told me: {known[0][2:]}" if known else "I do not know you yet."


def chat_with_memories(message, user_id="default_user"):
    relevant = memory.search(query=message, filters={"user_id": user_id}, top_k=3)
    memories = "\n".join(f"- {entry['memory']}" for entry in relevant["results"])
    system = f"You are a helpful AI. Answer from the memories.\nUser Memories:\n{memories}"
    messages = [{"role": "system", "content": system}, {"role": "user", "content": message}]
    answer = model(messages)
    memory.add([*messages, {"role": "assistant", "content": answer}], user_id=user_id)
    return answer


print(chat_with_memories("My name is Dana, and I prefer dark mode."))
print(chat_with_memories("Which UI mode do I prefer?"))
[preference] = memory.search("dark mode", filters={"user_id": "default_user"}, top_k=1)["results"]
memory.update(preference["id"], text="Dana prefers light mode.")
print(chat_with_memories("And which mode do I prefer now?"))
print([row["event"] for row in memory.history(preference["id"])])
