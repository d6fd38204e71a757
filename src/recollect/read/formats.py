"""A prompt in the form that a provider takes."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from ..errors import InputError
from ..types import Record
from .turns import Call, Piece

FORMATS = ("openai", "anthropic", "gemini")
MEMORY = "memory"
"""The role of what was recalled, before it has a provider's form."""
SYSTEMS = ("system", "developer")
APART = "\n\n"


class Prompt(list[Any]):
    """The messages to send to a model: a list of dicts, in its provider's form.

    `system` is what goes beside them: for Anthropic as `system=`, for Gemini as
    `system_instruction`; empty for OpenAI, where it is the first of the messages. `tokens` is what
    all of it takes, by the counter that was used. The first `stable` messages stay the same on the
    next turn while memory does not change. `recalled` are the messages and notes that were recalled
    for the newest turn, the most useful first.
    """

    def __init__(
        self, messages: Iterable[dict[str, Any]] = (), system: str = "", tokens: int = 0
    ) -> None:
        super().__init__(messages)
        self.system = system
        self.tokens = tokens
        self.stable = len(self)
        self.recalled: tuple[Record, ...] = ()


def checked(format: object) -> str:
    """One of the three."""
    if format not in FORMATS:
        raise InputError(f"format must be one of {', '.join(FORMATS)}, not {str(format)[:40]!r}")
    return str(format)


def rendered(pieces: Sequence[Piece], format: str, tokens: int = 0) -> Prompt:
    """Pieces as a provider takes them."""
    if format == "openai":
        return Prompt([_openai(piece) for piece in pieces], tokens=tokens)
    system = APART.join(piece.text for piece in pieces if piece.role in SYSTEMS)
    talk = [piece for piece in pieces if piece.role not in SYSTEMS]
    if format == "anthropic":
        return Prompt(_merged(talk, "assistant", "content", _blocks), system, tokens)
    return Prompt(_merged(talk, "model", "parts", _parts), system, tokens)


def _openai(piece: Piece) -> dict[str, Any]:
    if piece.answers is not None:
        return {"role": "tool", "tool_call_id": piece.answers.id, "content": piece.text}
    role = "system" if piece.role == MEMORY else piece.role
    made: dict[str, Any] = {"role": role, "content": piece.text}
    if piece.calls:
        made["content"] = piece.text or None
        made["tool_calls"] = [
            {
                "id": call.id,
                "type": "function",
                "function": {"name": call.name, "arguments": call.arguments},
            }
            for call in piece.calls
        ]
    return made


def _merged(
    pieces: Sequence[Piece], assistant: str, name: str, parts: Callable[[Piece], list[Any]]
) -> list[dict[str, Any]]:
    """Turns that alternate, as these providers ask for."""
    made: list[dict[str, Any]] = []
    for piece in pieces:
        role = assistant if piece.role == "assistant" else "user"
        if made and made[-1]["role"] == role:
            made[-1][name] += parts(piece)
        else:
            made.append({"role": role, name: parts(piece)})
    return made


def _blocks(piece: Piece) -> list[Any]:
    if piece.answers is not None:
        return [{"type": "tool_result", "tool_use_id": piece.answers.id, "content": piece.text}]
    said = [{"type": "text", "text": piece.text}] if piece.text else []
    return [
        *said,
        *(
            {"type": "tool_use", "id": call.id, "name": call.name, "input": _object(call.arguments)}
            for call in piece.calls
        ),
    ]


def _parts(piece: Piece) -> list[Any]:
    if piece.answers is not None:
        call = piece.answers
        return [{"functionResponse": {"name": call.name, "response": {"result": piece.text}}}]
    said = [{"text": piece.text}] if piece.text else []
    return [*said, *(_function_call(call) for call in piece.calls)]


def _function_call(call: Call) -> dict[str, Any]:
    made = {"functionCall": {"name": call.name, "args": _object(call.arguments)}}
    return made | ({"thoughtSignature": call.signature} if call.signature else {})


def _object(arguments: str) -> dict[str, Any]:
    """Arguments as the object that a provider wants, whatever a model wrote."""
    try:
        made = json.loads(arguments or "{}")
    except ValueError:
        made = arguments
    return made if isinstance(made, dict) else {"arguments": made}
