"""`adk web` and `adk api_server` find the services as the guide says, by a `services.py`."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import httpx
import pytest

from recollect import AsyncMemory
from tests.providers import Server

GUIDE = Path(__file__).parents[3] / "docs" / "adk.md"
AGENT = """
from google.adk.agents import LlmAgent
from google.adk.tools import preload_memory
from services import model

root_agent = LlmAgent(name="tutor", model=model, tools=[preload_memory])
"""
MODEL = """
from google.adk.models import Gemini
from google.genai import Client

client = Client()
model = Gemini(model="gemini-2.5-flash", client=client)
"""


@pytest.mark.filterwarnings("ignore:.EXPERIMENTAL.:UserWarning")
async def test_the_server_keeps_sessions_and_memory(
    scripted: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    (services,) = re.findall(r"```python\n(# services\.py\n.*?)```", GUIDE.read_text(), re.DOTALL)
    (tmp_path / "services.py").write_text(services + MODEL)
    (tmp_path / "school").mkdir()
    (tmp_path / "school" / "agent.py").write_text(AGENT)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    from google.adk.cli.fast_api import get_fast_api_app

    recollect = {"session_service_uri": "recollect://", "memory_service_uri": "recollect://"}
    app = get_fast_api_app(agents_dir=str(tmp_path), web=False, **recollect)
    served = sys.modules["services"]
    dana = "/apps/school/users/dana"
    transport = httpx.ASGITransport(app)
    async with (
        served.client.aio,
        httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8000") as asked,
    ):
        for session, text in (("monday", "I play the cello."), ("friday", "Which cello?")):
            made = await asked.post(f"{dana}/sessions", json={"sessionId": session})
            assert made.status_code == 200, made.text
            message = {"role": "user", "parts": [{"text": text}]}
            names = {"app_name": "school", "user_id": "dana", "session_id": session}
            answer = await asked.post("/run", json={**names, "new_message": message})
            assert answer.status_code == 200, answer.text
            kept = await asked.patch(f"{dana}/memory", json={"session_id": session})
            assert kept.status_code == 200, kept.text
        listed = (await asked.get(f"{dana}/sessions")).json()
    assert [one["id"] for one in listed] == ["monday", "friday"]
    assert "user: I play the cello." in str(scripted.requests[-1].body["contents"])
    await served.memory.close()
    served.client.close()
    async with AsyncMemory(tmp_path / "agent.db", embedder=None) as memory:
        said = [one.content for one in await memory.messages(user_id="dana", session_id="monday")]
    assert said[0] == "I play the cello."
