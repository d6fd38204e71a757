"""Anthropic's models."""

from __future__ import annotations

from typing import Any

import anthropic

from ...errors import ConfigError
from ..patience import Fault, retry_after
from .schema import unbounded
from .service import Answer, Request, Service, disconnected

_TOOL = "answer"
CUT = ("max_tokens", "model_context_window_exceeded")


class AnthropicService(Service):
    """`anthropic:MODEL`. The key is ANTHROPIC_API_KEY. An answer with a schema is asked for as
    the input of a tool, which all models know."""

    name = "Anthropic"
    key = "ANTHROPIC_API_KEY"
    forms = ("tool", "plain")
    sdk: Any = anthropic.Anthropic

    def send(self, request: Request) -> Answer:
        """One message."""
        system = "\n\n".join(m["content"] for m in request.messages if m["role"] == "system")
        turns = [dict(m) for m in request.messages if m["role"] != "system"]
        asked: dict[str, Any] = {"system": system} if system else {}
        if request.schema is not None and request.form == "tool":
            tool = {
                "name": _TOOL,
                "description": "Give your answer.",
                "input_schema": unbounded(request.schema),
            }
            asked |= {"tools": [tool], "tool_choice": {"type": "tool", "name": _TOOL}}
        try:
            made = self.client.messages.create(
                model=self.model,
                messages=turns,
                max_tokens=request.output,
                timeout=request.seconds,
                **asked,
            )
        except anthropic.APIStatusError as error:
            raise fault_of(error) from None
        except anthropic.APIConnectionError as error:
            late = isinstance(error, anthropic.APITimeoutError)
            raise disconnected(error.__cause__, late) from None
        return _answer(made)

    def _connect(self) -> Any:
        client = self.sdk(max_retries=0, base_url=self.base_url)
        ways = ("api_key", "auth_token", "credentials")
        if all(getattr(client, way, None) is None for way in ways):
            if isinstance(client, anthropic.Anthropic):
                client.close()
            raise ConfigError("Anthropic needs a key: set ANTHROPIC_API_KEY")
        return client


def fault_of(error: anthropic.APIStatusError) -> Fault:
    """What Anthropic's package says went wrong."""
    wait = retry_after(error.response.headers.get("retry-after"))
    return Fault(error.status_code, str(error.message), wait=wait)


def _answer(made: Any) -> Answer:
    data = next((one.input for one in made.content if one.type == "tool_use"), None)
    text = "".join(one.text for one in made.content if one.type == "text")
    cut, refused = made.stop_reason in CUT, made.stop_reason == "refusal"
    return Answer(text, data, read(made.usage), made.usage.output_tokens, cut, refused)


def read(usage: Any) -> int:
    """The tokens that went in, those of the service's cache among them."""
    caches = ("cache_read_input_tokens", "cache_creation_input_tokens")
    return sum((getattr(usage, name, None) or 0 for name in caches), usage.input_tokens)
