"""A client that remembers by itself, with everything a memory has. OPENAI_API_KEY must be set."""

from pathlib import Path
from tempfile import TemporaryDirectory

from openai import OpenAI

from recollect import Memory, wrap


def ask(memory: Memory, said: str) -> str:
    """A session of its own, as another process would begin one."""
    client = wrap(OpenAI(), memory, user_id="dana")
    asked = {"role": "user", "content": said}
    stream = client.chat.completions.create(model="gpt-5-mini", messages=[asked], stream=True)
    return "".join(chunk.choices[0].delta.content or "" for chunk in stream)


with TemporaryDirectory() as folder, Memory(str(Path(folder, "agent.db"))) as memory:
    memory.relate("Alice", "MANAGES", "Project Alpha", user_id="dana")
    memory.relate("Project Alpha", "DUE", "March 2026", user_id="dana")
    print(ask(memory, "My name is Dana and I prefer dark mode."))
    print(ask(memory, "Which UI mode do I prefer?"))
    print(ask(memory, "When is the project due that Alice manages?"))
    for message in memory.messages(user_id="dana", last=2):
        print(f"{message.role}: {message.content}")
