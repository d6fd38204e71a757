"""A server on this machine that speaks as OpenAI, Anthropic and Gemini do, and says what a test
tells it to.

    with serving([Say("Hello"), Fail("rate_limit", wait=1)]) as server:
        client = openai.OpenAI(base_url=server.openai, api_key="none")

`server.script` is what to do with the next requests, in order; then `server.usual` answers.
`server.requests` is what it was asked. As a process of its own, with a script in JSON:

    python -m tests.providers --port 8111 --script script.json
"""

from .requests import Request
from .says import Call, Drop, Fail, Reply, Say, Stall
from .scripts import Rule, loaded, ruled
from .server import MODELS, Server, asked, environment, serving

__all__ = [
    "MODELS",
    "Call",
    "Drop",
    "Fail",
    "Reply",
    "Request",
    "Rule",
    "Say",
    "Server",
    "Stall",
    "asked",
    "environment",
    "loaded",
    "ruled",
    "serving",
]
