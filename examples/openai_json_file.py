"""A memory in a JSON file that people can read, with OpenAI.

OPENAI_API_KEY must be set; the second session knows what the first was told.
"""

from pathlib import Path
from tempfile import TemporaryDirectory

from openai import OpenAI

from recollect import Memory

client = OpenAI()


def session(path: Path, said: str) -> str:
    with Memory(str(path)) as memory, memory.session(user_id="dana", system="Be brief.") as chat:
        chat.user(said)
        reply = client.chat.completions.create(model="gpt-5-mini", messages=chat.prompt())
        return chat.assistant(reply.choices[0].message.content).content


with TemporaryDirectory() as folder:
    file = Path(folder, "agent_memory.json")
    print(session(file, "My name is Dana and I prefer dark mode."))
    print(session(file, "What UI preference did I mention?"))
    print("in the file:", file.read_text("utf-8").count("dark mode") > 0)
