"""What a language model is asked in a conversation, and what it says: words and calls of tools."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .replies import Usage

UNSIGNED = ("gemini-1", "gemini-2")
"""Models that take a call back without the signature of the thought behind it."""
NO_SIGNATURE = b"skip_thought_signature_validator"
"""What the others take in the place of one that was never there."""


@dataclass(frozen=True, slots=True)
class Tool:
    """Something that a model may call: its name, what it does, and a JSON Schema of its input."""

    name: str
    description: str
    parameters: Mapping[str, Any]

    @property
    def openai(self) -> dict[str, Any]:
        """As OpenAI takes it, and everybody who speaks its protocol."""
        function = {
            "name": self.name,
            "description": self.description,
            "parameters": dict(self.parameters),
        }
        return {"type": "function", "function": function}

    @property
    def anthropic(self) -> dict[str, Any]:
        """As Anthropic takes it."""
        schema = dict(self.parameters)
        return {"name": self.name, "description": self.description, "input_schema": schema}

    @property
    def gemini(self) -> dict[str, Any]:
        """As Google takes it: one of the `functionDeclarations` of a tool."""
        return {
            "name": self.name,
            "description": self.description,
            "parametersJsonSchema": dict(self.parameters),
        }


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A call as the model wrote it. `arguments` is JSON, or was meant to be. `signature` vouches
    for the thought behind it, for a provider that wants it back with the call."""

    id: str
    name: str
    arguments: str
    signature: str = ""

    def as_chat(self) -> dict[str, Any]:
        """As it stands in a chat dict, under `tool_calls`."""
        function = {"name": self.name, "arguments": self.arguments}
        made = {"id": self.id, "type": "function", "function": function}
        return made | ({"thought_signature": self.signature} if self.signature else {})


@dataclass(frozen=True, slots=True)
class Asked:
    """One request: messages in the form that the model's provider takes, and the tools.

    `tokens` is about what all of it takes. With `calling=False` the model has to answer in words.
    """

    messages: Sequence[Mapping[str, Any]]
    system: str = ""
    tokens: int = 0
    tools: tuple[Tool, ...] = ()
    calling: bool = True


@dataclass(frozen=True, slots=True)
class Said:
    """What a model said, whole."""

    text: str = ""
    calls: tuple[ToolCall, ...] = ()
    usage: Usage = field(default_factory=Usage)
    cut: bool = False
    """It ended too early: the answer had no more room."""
    refused: bool = False
    """It would not answer; `text` is how it put that, if it did."""
