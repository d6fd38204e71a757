"""Google's Gemini models."""

from __future__ import annotations

from typing import Any

from google.genai import errors, types

from ..gemini import connected, fault_of, is_network
from ..patience import Fault
from .schema import unbounded
from .service import Answer, Request, Service, disconnected

REFUSALS = {"SAFETY", "RECITATION", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "LANGUAGE"}


class GeminiService(Service):
    """`gemini:MODEL`. The key is GEMINI_API_KEY or GOOGLE_API_KEY."""

    name = "Gemini"
    key = "GEMINI_API_KEY"

    def send(self, request: Request) -> Answer:
        """One generated content."""
        system = "\n\n".join(m["content"] for m in request.messages if m["role"] == "system")
        asked: dict[str, Any] = {"system_instruction": system} if system else {}
        if request.schema is not None and request.form != "plain":
            asked["response_mime_type"] = "application/json"
            if request.form == "schema":
                asked["response_json_schema"] = unbounded(request.schema)
        config = types.GenerateContentConfig(
            max_output_tokens=request.output,
            http_options=types.HttpOptions(timeout=max(1, int(request.seconds * 1000))),
            **asked,
        )
        contents: Any = [
            types.Content(
                role="model" if m["role"] == "assistant" else "user",
                parts=[types.Part(text=m["content"])],
            )
            for m in request.messages
            if m["role"] != "system"
        ]
        try:
            made = self.client.models.generate_content(
                model=self.model, contents=contents, config=config
            )
        except errors.APIError as error:
            raise fault_of(error) from None
        except Exception as error:
            if is_network(error):
                late = "timeout" in type(error).__name__.lower()
                raise disconnected(error, late) from None
            raise
        return _answer(made)

    def remedy(self, fault: Fault) -> str:
        """What to do about a fault."""
        if fault.status == 400 and "api key" in fault.reason.lower():
            return f"the key was refused; check {self.key}"
        return super().remedy(fault)

    def _connect(self) -> Any:
        return connected(self.base_url)


def _answer(made: Any) -> Answer:
    read, written = counted(made.usage_metadata) or (None, None)
    if not made.candidates:
        return Answer(input=read, output=written, refused=is_blocked(made))
    first = made.candidates[0]
    parts = (first.content and first.content.parts) or []
    text = "".join(part.text or "" for part in parts if not part.thought)
    reason = ended(first)
    return Answer(text, None, read, written, reason == "MAX_TOKENS", reason in REFUSALS)


def counted(usage: Any) -> tuple[int, int] | None:
    """The tokens in and out, thoughts among them; None where the service does not say."""
    if not usage or usage.prompt_token_count is None:
        return None
    written = (usage.candidates_token_count or 0) + (usage.thoughts_token_count or 0)
    return usage.prompt_token_count, written


def is_blocked(made: Any) -> bool:
    """Whether an answer without candidates is a refusal."""
    return made.prompt_feedback is not None and bool(made.prompt_feedback.block_reason)


def ended(candidate: Any) -> str | None:
    """Why it ends here, if it does."""
    reason: str | None = getattr(candidate.finish_reason, "value", candidate.finish_reason)
    return reason
