"""The older turns in short, kept in SQLite, with Gemini. GEMINI_API_KEY must be set."""

from pathlib import Path
from tempfile import TemporaryDirectory

from google import genai

from recollect import Memory

client = genai.Client()

with (
    TemporaryDirectory() as folder,
    Memory(str(Path(folder, "agent.db"))) as memory,
    memory.session(user_id="dana", pattern="summary", window=6, system="Be brief.") as chat,
):

    def ask(said: str) -> str:
        chat.user(said)
        asked = chat.prompt(format="gemini")
        config = {"system_instruction": asked.system}
        reply = client.models.generate_content(
            model="gemini-2.5-flash", contents=list(asked), config=config
        )
        return chat.assistant(reply.text).content

    print(ask("We decided to use Django for the store."))
    for page in ("cart", "search", "checkout", "admin"):
        ask(f"Next comes the page for the {page}.")
    print(ask("What did we decide to use?"))
