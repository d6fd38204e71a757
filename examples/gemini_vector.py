"""What is relevant from any session before, with Gemini. GEMINI_API_KEY must be set."""

from pathlib import Path
from tempfile import TemporaryDirectory

from google import genai

from recollect import Memory

client = genai.Client()

with (
    TemporaryDirectory() as folder,
    Memory(str(Path(folder, "agent.db"))) as memory,
    memory.session(user_id="dana", pattern="vector", window=6, system="Be brief.") as chat,
):

    def ask(said: str) -> str:
        chat.user(said)
        asked = chat.prompt(format="gemini")
        config = {"system_instruction": asked.system}
        reply = client.models.generate_content(
            model="gemini-2.5-flash", contents=list(asked), config=config
        )
        return chat.assistant(reply.text).content

    memory.add("My sister Mia lives in Lisbon.", user_id="dana", session_id="monday")
    memory.add("I fly to Oslo in May.", user_id="dana", session_id="tuesday")
    print(ask("Where does my sister live?"))
