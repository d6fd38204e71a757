"""Everything said so far, kept in SQLite, with Gemini. GEMINI_API_KEY must be set."""

from pathlib import Path
from tempfile import TemporaryDirectory

from google import genai

from recollect import Memory

client = genai.Client()

with (
    TemporaryDirectory() as folder,
    Memory(str(Path(folder, "agent.db"))) as memory,
    memory.session(user_id="dana", pattern="buffer", window=6, system="Be brief.") as chat,
):

    def ask(said: str) -> str:
        chat.user(said)
        asked = chat.prompt(format="gemini")
        config = {"system_instruction": asked.system}
        reply = client.models.generate_content(
            model="gemini-2.5-flash", contents=list(asked), config=config
        )
        return chat.assistant(reply.text).content

    print(ask("My name is Dana."))
    print(ask("What is my name?"))
    print(len(memory.messages(user_id="dana")), "messages are kept")
