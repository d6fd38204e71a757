"""OpenAI's models, and every server that speaks the same protocol."""

from __future__ import annotations

from typing import Any

import openai

from ...ports import Schema
from ..openai import connected, fault_of
from .schema import unbounded
from .service import Answer, Request, Service, disconnected


class OpenAIService(Service):
    """`openai:MODEL`, at OPENAI_BASE_URL or behind an @ anywhere else. The key is
    OPENAI_API_KEY; a server of one's own may do without."""

    name = "OpenAI"
    key = "OPENAI_API_KEY"
    sdk: Any = openai.OpenAI

    def send(self, request: Request) -> Answer:
        """One chat completion."""
        # Reasoning models want the new name, and other people's servers know the old one.
        most = "max_completion_tokens" if self.base_url is None else "max_tokens"
        asked: dict[str, Any] = {most: request.output, **_form(request)}
        try:
            made = self.client.chat.completions.create(
                model=self.model, messages=request.messages, timeout=request.seconds, **asked
            )
        except openai.APIStatusError as error:
            raise fault_of(error) from None
        except openai.APIConnectionError as error:
            late = isinstance(error, openai.APITimeoutError)
            raise disconnected(error.__cause__, late) from None
        return _answer(made)

    def _connect(self) -> Any:
        if self.base_url is not None:
            self.name = f"The server for {self.id}"
        return connected(self.sdk, self.model, self.base_url)


def _form(request: Request) -> dict[str, Any]:
    if request.schema is None or request.form == "plain":
        return {}
    if request.form == "json":
        return {"response_format": {"type": "json_object"}}
    named = {
        "name": "answer",
        "schema": unbounded(request.schema),
        "strict": _strict(request.schema),
    }
    return {"response_format": {"type": "json_schema", "json_schema": named}}


def _strict(schema: Schema) -> bool:
    """Whether OpenAI holds the model to a schema: if every object lists all it may have."""
    members = schema.get("properties", {})
    if schema.get("type") == "object" or members:
        closed = schema.get("additionalProperties") is False
        if not closed or set(schema.get("required", ())) != set(members):
            return False
    items = [schema["items"]] if "items" in schema else []
    return all(_strict(one) for one in (*members.values(), *schema.get("anyOf", ()), *items))


def _answer(made: Any) -> Answer:
    usage = made.usage
    counted = {"input": usage.prompt_tokens, "output": usage.completion_tokens} if usage else {}
    if not made.choices:
        return Answer(**counted)
    choice = made.choices[0]
    refused = (
        bool(getattr(choice.message, "refusal", None)) or choice.finish_reason == "content_filter"
    )
    text = choice.message.content or ""
    return Answer(text, cut=choice.finish_reason == "length", refused=refused, **counted)
