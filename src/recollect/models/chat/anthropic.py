"""Anthropic's models, in conversation."""

from __future__ import annotations

import json
from typing import Any

import anthropic

from ..llm.anthropic import CUT, AnthropicService, fault_of, read
from ..llm.service import disconnected
from ..patience import Fault
from ..registry import Spec
from .voice import Draft, Request, Voice


class AnthropicVoice(Voice, AnthropicService):
    """`anthropic:MODEL`, through messages."""

    format = "anthropic"

    def __init__(self, spec: Spec, asynchronous: bool = False) -> None:
        self.sdk = anthropic.AsyncAnthropic if asynchronous else anthropic.Anthropic
        super().__init__(spec, asynchronous)

    def ask(self, request: Request, stream: bool) -> Any:
        """A message."""
        asked = request.asked
        more: dict[str, Any] = {"system": asked.system} if asked.system else {}
        if asked.tools:
            more["tools"] = [tool.anthropic for tool in asked.tools]
            more |= {} if asked.calling else {"tool_choice": {"type": "none"}}
        if stream:
            more["stream"] = True
        return self.client.messages.create(
            model=self.model,
            messages=list(asked.messages),
            max_tokens=request.output,
            timeout=request.seconds,
            **more,
        )

    def whole(self, made: Any) -> Draft:
        """A message."""
        draft = Draft(end=True)
        for number, block in enumerate(made.content):
            if block.type == "text":
                draft.say(block.text)
            elif block.type == "tool_use":
                draft.call(number, block.id, block.name, json.dumps(block.input))
        _count(draft, made.usage)
        _end(draft, made.stop_reason)
        return draft

    def take(self, draft: Draft, event: Any) -> str:
        """An event of the stream."""
        match event.type:
            case "message_start":
                _count(draft, event.message.usage)
            case "content_block_start" if event.content_block.type == "tool_use":
                draft.call(event.index, event.content_block.id, event.content_block.name, "")
            case "content_block_start" if event.content_block.type == "text":
                return draft.say(event.content_block.text)
            case "content_block_delta" if event.delta.type == "text_delta":
                return draft.say(event.delta.text)
            case "content_block_delta" if event.delta.type == "input_json_delta":
                draft.call(event.index, None, None, event.delta.partial_json)
            case "message_delta":
                _end(draft, event.delta.stop_reason)
                if event.usage is not None:
                    draft.output = event.usage.output_tokens
            case "message_stop":
                draft.end = True
        return ""

    def fault(self, error: Exception) -> Fault | None:
        """What an error of the package means."""
        if isinstance(error, anthropic.APIStatusError):
            if error.status_code < 400:  # told in the middle of a stream
                return Fault(529, str(error.message))
            return fault_of(error)
        if isinstance(error, anthropic.APIConnectionError):
            return disconnected(error.__cause__, isinstance(error, anthropic.APITimeoutError))
        return super().fault(error)


def _count(draft: Draft, usage: Any) -> None:
    draft.input, draft.output = read(usage), usage.output_tokens


def _end(draft: Draft, reason: str | None) -> None:
    draft.cut = reason in CUT
    draft.refused = reason == "refusal"
