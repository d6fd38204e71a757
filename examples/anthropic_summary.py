"""The older turns in short, kept in SQLite, with Anthropic. ANTHROPIC_API_KEY must be set."""

from pathlib import Path
from tempfile import TemporaryDirectory

from anthropic import Anthropic

from recollect import Memory

client = Anthropic()

with (
    TemporaryDirectory() as folder,
    Memory(str(Path(folder, "agent.db"))) as memory,
    memory.session(user_id="dana", pattern="summary", window=6, system="Be brief.") as chat,
):

    def ask(said: str) -> str:
        chat.user(said)
        asked = chat.prompt(format="anthropic")
        reply = client.messages.create(
            model="claude-sonnet-4-6", max_tokens=500, system=asked.system, messages=asked
        )
        return chat.assistant(reply.content[0].text).content

    print(ask("We decided to use Django for the store."))
    for page in ("cart", "search", "checkout", "admin"):
        ask(f"Next comes the page for the {page}.")
    print(ask("What did we decide to use?"))
