"""What a client asked, whichever provider it took us for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

GEMINI = re.compile(r"/v1(?:beta)?/models/([^/:]+):(generateContent|streamGenerateContent)$")
BESIDE = ("system", "instructions", "systemInstruction", "system_instruction")
"""Where the providers take what the system says."""
STEPS = {"user_input": "user", "function_result": "tool"}
"""Whose a step of an interaction is, where it is not the model's."""


@dataclass
class Request:
    """One request as it came."""

    method: str
    path: str
    query: str
    headers: dict[str, str]
    """Names in small letters."""
    body: Any

    @property
    def wire(self) -> str:
        """`openai`, `responses`, `anthropic`, `gemini`, `interactions`, or nothing."""
        if self.method == "POST" and self.path.endswith("/chat/completions"):
            return "openai"
        if self.method == "POST" and self.path.endswith("/responses"):
            return "responses"
        if self.method == "POST" and self.path.endswith("/v1/messages"):
            return "anthropic"
        if self.method == "POST" and self.path.endswith("/interactions"):
            return "interactions"
        return "gemini" if self.method == "POST" and GEMINI.search(self.path) else ""

    @property
    def streams(self) -> bool:
        """Whether the answer is wanted piece by piece."""
        if self.wire == "gemini":
            return self.path.endswith(":streamGenerateContent")
        return bool(self.body.get("stream"))

    @property
    def model(self) -> str:
        """The model that was asked for."""
        found = GEMINI.search(self.path)
        return found[1] if found else str(self.body.get("model", ""))

    @property
    def messages(self) -> list[dict[str, Any]]:
        """The turns in the provider's own form."""
        for name in ("messages", "contents"):
            if name in self.body:
                return list(self.body[name])
        given = self.body.get("input", [])
        if isinstance(given, str):
            return [{"role": "user", "content": given}]
        if self.wire == "interactions":
            return [{"role": STEPS.get(one["type"], "assistant"), **one} for one in given]
        return list(given)

    @property
    def system(self) -> str:
        """What is said beside the turns, or in them by the system."""
        beside = [self.body.get(name) for name in BESIDE]
        within = [m for m in self.messages if m.get("role") in ("system", "developer")]
        return "\n".join(words([*beside, *within]))

    @property
    def seen(self) -> str:
        """Everything that the model is shown."""
        return "\n".join((self.system, *words(self.messages)))

    @property
    def asked(self) -> str:
        """The newest words of the user."""
        for message in reversed(self.messages):
            said = list(words(message))
            if message.get("role", "user") == "user" and said:
                return said[-1]
        return ""


def words(given: Any) -> Iterator[str]:
    """The texts in something, in their order."""
    if isinstance(given, str):
        yield given
    elif isinstance(given, list):
        for one in given:
            yield from words(one)
    elif isinstance(given, dict):
        for name in ("text", "content", "parts", "output", "response", "result", "refusal"):
            yield from words(given.get(name))
        yield from words(given.get("functionResponse"))
