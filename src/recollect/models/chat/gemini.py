"""Google's Gemini models, in conversation."""

from __future__ import annotations

import base64
import json
from typing import Any

from google.genai import errors, types

from ...ports.talk import NO_SIGNATURE, UNSIGNED
from ..gemini import fault_of
from ..llm.gemini import REFUSALS, GeminiService, counted, ended, is_blocked
from ..patience import Fault
from .voice import Draft, Request, Voice


class GeminiVoice(Voice, GeminiService):
    """`gemini:MODEL`, through generated content."""

    format = "gemini"

    def ask(self, request: Request, stream: bool) -> Any:
        """A generated content."""
        asked = request.asked
        more: dict[str, Any] = {"system_instruction": asked.system} if asked.system else {}
        if request.bounded:
            more["max_output_tokens"] = request.output
        if asked.tools:
            more["tools"] = [{"functionDeclarations": [tool.gemini for tool in asked.tools]}]
            off = {"function_calling_config": {"mode": "NONE"}}
            more |= {} if asked.calling else {"tool_config": off}
        config = types.GenerateContentConfig(
            http_options=types.HttpOptions(timeout=max(1, int(request.seconds * 1000))),
            automatic_function_calling=types.AutomaticFunctionCallingConfig(disable=True),
            **more,
        )
        models = self.client.aio.models if self.asynchronous else self.client.models
        send = models.generate_content_stream if stream else models.generate_content
        contents: Any = [self._content(one) for one in asked.messages]
        return send(model=self.model, contents=contents, config=config)

    def _content(self, message: Any) -> types.Content:
        """A turn. Newer models insist on the signature of the thought behind their calls, which is
        kept with them, or on this word for it where another model made the call."""
        made = types.Content.model_validate(message)
        calls = [part for part in made.parts or () if part.function_call is not None]
        signed = any(part.thought_signature for part in calls)  # of several calls, the first is
        if not signed and not self.model.startswith(UNSIGNED):
            for part in calls:
                part.thought_signature = NO_SIGNATURE
        return made

    def take(self, draft: Draft, event: Any) -> str:
        """A chunk."""
        if (usage := counted(event.usage_metadata)) is not None:
            draft.input, draft.output = usage
        if not event.candidates:
            if is_blocked(event):
                draft.refused = draft.end = True
            return ""
        first = event.candidates[0]
        new = "".join(_taken(draft, part) for part in (first.content and first.content.parts) or [])
        if reason := ended(first):
            draft.end, draft.cut = True, reason == "MAX_TOKENS"
            draft.refused = reason in REFUSALS
        return new

    def fault(self, error: Exception) -> Fault | None:
        """What an error of the package means."""
        return fault_of(error) if isinstance(error, errors.APIError) else super().fault(error)

    def hang_up(self, events: Any) -> Any:
        """Leave a stream."""
        return events.aclose() if self.asynchronous else events.close()

    def closing(self) -> Any:
        """Close the connections of the colour in use."""
        return self._client.aio.aclose() if self.asynchronous else self._client.close()


def _taken(draft: Draft, part: Any) -> str:
    """A part in the draft: a call, or words, which are given back."""
    call = part.function_call
    if call is not None:
        signature = base64.b64encode(part.thought_signature or b"").decode()
        draft.call(len(draft.calls), call.id, call.name, json.dumps(call.args or {}), signature)
    return "" if part.thought else draft.say(part.text)
