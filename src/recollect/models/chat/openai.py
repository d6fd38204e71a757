"""OpenAI's models, and every server that speaks the same protocol, in conversation."""

from __future__ import annotations

from typing import Any

import openai

from ..llm.openai import OpenAIService
from ..llm.service import disconnected
from ..openai import fault_of
from ..patience import Fault
from ..registry import Spec
from .voice import Draft, Request, Voice


class OpenAIVoice(Voice, OpenAIService):
    """`openai:MODEL`, through chat completions."""

    format = "openai"

    def __init__(self, spec: Spec, asynchronous: bool = False) -> None:
        self.sdk = openai.AsyncOpenAI if asynchronous else openai.OpenAI
        super().__init__(spec, asynchronous)

    def ask(self, request: Request, stream: bool) -> Any:
        """A chat completion."""
        asked = request.asked
        more: dict[str, Any] = {}
        if request.bounded:
            name = "max_completion_tokens" if self.base_url is None else "max_tokens"
            more[name] = request.output
        if asked.tools:
            more["tools"] = [tool.openai for tool in asked.tools]
            more |= {} if asked.calling else {"tool_choice": "none"}
        if stream:
            more |= {"stream": True, "stream_options": {"include_usage": True}}
        return self.client.chat.completions.create(
            model=self.model, messages=list(asked.messages), timeout=request.seconds, **more
        )

    def whole(self, made: Any) -> Draft:
        """A completion."""
        draft = Draft(end=True)
        _count(draft, made.usage)
        for choice in made.choices[:1]:
            message = choice.message
            draft.say(message.content)
            for number, call in enumerate(message.tool_calls or ()):
                _call(draft, number, call)
            _refusal(draft, message)
            _end(draft, choice.finish_reason)
        return draft

    def take(self, draft: Draft, event: Any) -> str:
        """A chunk."""
        _count(draft, getattr(event, "usage", None))
        if not event.choices:
            return ""
        choice = event.choices[0]
        new = ""
        if choice.delta is not None:
            new = draft.say(choice.delta.content)
            for call in choice.delta.tool_calls or ():
                _call(draft, call.index, call)
            new += _refusal(draft, choice.delta)
        _end(draft, choice.finish_reason)
        return new

    def fault(self, error: Exception) -> Fault | None:
        """What an error of the package means."""
        if isinstance(error, openai.APIStatusError):
            return fault_of(error)
        if isinstance(error, openai.APIConnectionError):
            return disconnected(error.__cause__, isinstance(error, openai.APITimeoutError))
        if isinstance(error, openai.APIError):  # told in the middle of a stream
            return Fault(500, str(error.message))
        return super().fault(error)


def _count(draft: Draft, usage: Any) -> None:
    if usage is not None:
        draft.input, draft.output = usage.prompt_tokens, usage.completion_tokens


def _call(draft: Draft, number: int, call: Any) -> None:
    function = getattr(call, "function", None)
    if function is not None:
        draft.call(number, call.id, function.name, function.arguments)


def _refusal(draft: Draft, message: Any) -> str:
    said = getattr(message, "refusal", None)
    draft.refused = draft.refused or bool(said)
    return draft.say(said)


def _end(draft: Draft, reason: str | None) -> None:
    if reason is not None:
        draft.end = True
        draft.cut = reason == "length"
        draft.refused = draft.refused or reason == "content_filter"
