"""Gemini's generateContent and streamGenerateContent."""

from __future__ import annotations

import base64
import re
from dataclasses import dataclass, field
from typing import Any

from ...ports.talk import NO_SIGNATURE, UNSIGNED
from ...read.formats import rendered
from .base import SEEN, Addition, Hearing, Json, Turn, Wire, is_memory, last_of, listed

ASKS = re.compile(r"/models/([^/]+):(?:generateContent|streamGenerateContent)$")
SYSTEM = ("systemInstruction", "system_instruction")
RAN = ("executableCode", "codeExecutionResult", "executable_code", "code_execution_result")
"""What Gemini ran by itself, and what came of it."""
CACHED = ("cachedContent", "cached_content")
WILLING = (None, "STOP", "MAX_TOKENS", "FINISH_REASON_UNSPECIFIED")


class GeminiWire(Wire):
    """`POST …/models/{model}:generateContent`, and the same streamed."""

    name = "gemini"
    signs = False
    """Whether the model insists on signatures of the thoughts behind its calls."""

    def fits(self, path: str) -> bool:
        """Whether a request to this path asks a model."""
        return ASKS.search(path) is not None

    def at(self, path: str) -> Wire:
        """The wire for the model that a path names."""
        made = GeminiWire()
        asked = ASKS.search(path)
        made.signs = asked is not None and not asked[1].startswith(UNSIGNED)
        return made

    def turns(self, body: Json) -> list[Turn]:
        """The turns of a request."""
        made = [_turn(one.get("role"), one.get("parts")) for one in _contents(body)]
        return [turn for turn in made if turn is not None]

    def placed(self, body: Json, added: Addition) -> Json:
        """The request with memory in it: what stays as a part of the system's instruction behind
        the caller's own, what was recalled as a part before the user's words. Beside a cached
        content, which has the system's instruction, both are such parts."""
        contents = _contents(body)
        place = last_of(contents, _speaks)
        cached = any(body.get(name) for name in CACHED)
        told = [text for text in (added.steady if cached else "", added.recalled) if text]
        if told and place is not None:
            parts = _parts(contents[place]["parts"])
            first = next(n for n, part in enumerate(parts) if part.get("text"))
            parts[first:first] = [{"text": text} for text in told]
            contents[place] = {**contents[place], "parts": parts}
        earlier = rendered(added.earlier, "gemini")
        if self.signs:
            _sign(earlier)
        made = {**body, "contents": [*earlier, *contents]}
        if added.steady and not cached:
            name = next((one for one in SYSTEM if one in body), SYSTEM[0])
            own = body.get(name) or {}
            made[name] = {**own, "parts": [*_parts(own.get("parts")), {"text": added.steady}]}
        return made

    def reply(self, body: Json) -> Turn | None:
        """What the model said; of several candidates, the first."""
        heard = GeminiHearing()
        heard.hear(body)
        return heard.turn()

    def hearing(self) -> Hearing:
        """Ears for a streamed answer."""
        return GeminiHearing()


@dataclass
class GeminiHearing(Hearing):
    """Answers that each have a few parts more."""

    parts: list[Json] = field(default_factory=list)
    refusal: str = ""

    def hear(self, event: Json) -> None:
        """One answer, whole or the next bit."""
        blocked = (event.get("promptFeedback") or {}).get("blockReason")
        for candidate in listed(event.get("candidates"))[:1]:
            self.parts += _parts((candidate.get("content") or {}).get("parts"))
            finish = candidate.get("finishReason")
            blocked = blocked or (finish if finish not in WILLING else None)
            self.ended = self.ended or finish is not None
        if blocked:
            self.refusal, self.ended = str(blocked), True

    def turn(self) -> Turn | None:
        """What was said so far. Gemini refuses without a word, so its reason stands for one."""
        made = _turn("model", _joined(self.parts))
        if self.refusal and made is None:
            made = Turn({"role": "assistant", "content": f"[refused: {self.refusal}]"})
        if self.refusal and made is not None:
            made.said["metadata"] = {"refusal": True}
        return made


def _sign(contents: list[Json]) -> None:
    """Calls that another model made have no signature: this word stands for it."""
    for content in contents:
        calls = [part for part in content["parts"] if "functionCall" in part]
        if not any("thoughtSignature" in part for part in calls):
            for part in calls:
                part["thoughtSignature"] = base64.b64encode(NO_SIGNATURE).decode()


def _contents(body: Json) -> list[Json]:
    given = body.get("contents")
    return [given] if isinstance(given, dict) else listed(given)


def _parts(given: Any) -> list[Json]:
    return [given] if isinstance(given, dict) else listed(given)


def _joined(parts: list[Json]) -> list[Json]:
    """Streamed bits of text as the one text that they are."""
    made: list[Json] = []
    for part in parts:
        last = made[-1] if made else {}
        if "text" in part and "text" in last and part.get("thought") == last.get("thought"):
            made[-1] = {**last, "text": last["text"] + part["text"]}
        else:
            made.append(part)
    return made


def _turn(role: Any, given: Any) -> Turn | None:
    parts = [part for part in _parts(given) if not (part.get("thought") or is_memory(part))]
    content = [made for made in map(_part, parts) if made is not None]
    if not content:
        return None
    speaker = "assistant" if role == "model" else "user"
    words = "\n".join(one["text"] for one in content if one["type"] == "text")
    plain = all(one["type"] == "text" for one in content)
    said: Json = {"role": speaker, "content": words if plain else content}
    return Turn(said, words if speaker == "user" else "")


def _part(part: Json) -> Json | None:
    """A part in the form that `add` takes; Gemini often names calls by their function alone."""
    call = part.get("functionCall") or part.get("function_call")
    result = part.get("functionResponse") or part.get("function_response")
    if call:
        id, name, given = call.get("id"), call.get("name"), call.get("args") or {}
        made = {"type": "function_call", "id": id or name, "name": name, "arguments": given}
        signature = part.get("thoughtSignature") or part.get("thought_signature")
        return made | ({"thought_signature": signature} if signature else {})
    if result:
        id = result.get("id") or result.get("name")
        return {"type": "function_call_output", "call_id": id, "output": _output(result)}
    if isinstance(part.get("text"), str):
        return {"type": "text", "text": part["text"]} if part["text"] else None
    blob = part.get("inlineData") or part.get("inline_data")
    blob = blob or part.get("fileData") or part.get("file_data")
    if isinstance(blob, dict):
        kind = str(blob.get("mimeType") or blob.get("mime_type")).split("/")[0]
        return {"type": kind if kind in SEEN else "file", "source": blob}
    ran = [name for name in RAN if isinstance(part.get(name), dict)]
    return {"type": ran[0], **part[ran[0]]} if ran else None


def _output(result: Json) -> Any:
    """What a tool answered; a text alone under `result` is what it is."""
    given = result.get("response")
    alone = given.get("result") if isinstance(given, dict) and len(given) == 1 else None
    return alone if isinstance(alone, str) else given


def _speaks(content: Any) -> bool:
    user = content.get("role", "user") == "user"
    return user and any(part.get("text") for part in _parts(content.get("parts")))
