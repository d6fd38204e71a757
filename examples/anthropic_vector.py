"""What is relevant from any session before, with Anthropic. ANTHROPIC_API_KEY must be set."""

from pathlib import Path
from tempfile import TemporaryDirectory

from anthropic import Anthropic

from recollect import Memory

client = Anthropic()

with (
    TemporaryDirectory() as folder,
    Memory(str(Path(folder, "agent.db"))) as memory,
    memory.session(user_id="dana", pattern="vector", window=6, system="Be brief.") as chat,
):

    def ask(said: str) -> str:
        chat.user(said)
        asked = chat.prompt(format="anthropic")
        reply = client.messages.create(
            model="claude-sonnet-4-6", max_tokens=500, system=asked.system, messages=asked
        )
        return chat.assistant(reply.content[0].text).content

    memory.add("My sister Mia lives in Lisbon.", user_id="dana", session_id="monday")
    memory.add("I fly to Oslo in May.", user_id="dana", session_id="tuesday")
    print(ask("Where does my sister live?"))
