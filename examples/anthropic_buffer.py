"""Everything said so far, kept in SQLite, with Anthropic. ANTHROPIC_API_KEY must be set."""

from pathlib import Path
from tempfile import TemporaryDirectory

from anthropic import Anthropic

from recollect import Memory

client = Anthropic()

with (
    TemporaryDirectory() as folder,
    Memory(str(Path(folder, "agent.db"))) as memory,
    memory.session(user_id="dana", pattern="buffer", window=6, system="Be brief.") as chat,
):

    def ask(said: str) -> str:
        chat.user(said)
        asked = chat.prompt(format="anthropic")
        reply = client.messages.create(
            model="claude-sonnet-4-6", max_tokens=500, system=asked.system, messages=asked
        )
        return chat.assistant(reply.content[0].text).content

    print(ask("My name is Dana."))
    print(ask("What is my name?"))
    print(len(memory.messages(user_id="dana")), "messages are kept")
