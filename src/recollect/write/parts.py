"""Chat messages as the providers write them: text, parts, tool calls → the words to keep."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from ..errors import InputError

LONG = 1_000
EXACT = 32_000
"""Characters of tool calls or results that metadata keeps as they are."""
SPELLED = "[tool call"
CALLS = ("tool_use", "function_call", "server_tool_use")
RESULTS = ("tool_result", "function_call_output")
TEXTS = ("text", "input_text", "output_text", "refusal")
UNSAID = ("thinking", "redacted_thinking", "reasoning")
"""What a model thought is not what it said."""
NOTHING = "(nothing)"
"""What a tool answered that answered without a word: its call has a result."""


def dumped(given: Any) -> Any:
    """An object of a provider's client as the dict that it stands for; all else as it is."""
    dump = None if isinstance(given, type) else getattr(given, "model_dump", None)
    return dump() if callable(dump) else given


def undressed(chat: Mapping[str, Any]) -> Mapping[str, Any]:
    """A chat dict whose parts and tool calls are dicts, too."""
    lists = {name: chat[name] for name in ("content", "tool_calls") if name in chat}
    return {**chat} | {
        name: [dumped(one) for one in given]
        for name, given in lists.items()
        if isinstance(given, list)
    }


def words(chat: Mapping[str, Any]) -> tuple[str, list[Any]]:
    """The text of a chat dict, and the parts of it that are not text.

    Pictures, sounds and files become a mark such as `[image]`; tool calls and results are spelled
    out, so that they can be found again.
    """
    content, calls = chat.get("content"), chat.get("tool_calls") or []
    answers = chat.get("role") in ("tool", "function") or chat.get("tool_call_id") is not None
    if content is None and not calls and not answers:
        raise InputError("a chat message needs content (text or a list of parts)")
    parts = content if isinstance(content, list) else []
    if content is not None and not isinstance(content, str | list):
        raise InputError(f"content must be text or a list of parts, not {type(content).__name__}")
    lines = [content] if isinstance(content, str) and content else []
    lines += [_spoken(part) for part in parts if _kind(part) not in UNSAID] or map(_mark, parts)
    lines += [_call(_inner(call)) for call in _mappings(calls)]
    try:
        others = [_short(part) for part in [*parts, *calls] if _kind(part) not in TEXTS[:3]]
    except RecursionError:
        raise InputError("a content part is nested too deeply to be kept") from None
    text = "\n".join(line for line in lines if line)
    return _something(text) if answers else text, others


def tools(chat: Mapping[str, Any]) -> dict[str, list[dict[str, Any]]]:
    """The tool calls and results of a chat dict, exact, so that a prompt can show them again.

    What takes more than metadata may hold is still spelled out in the words: calls are kept with
    the texts in their arguments cut, and results are left out.
    """
    content = chat.get("content")
    parts = (
        [one for one in content if isinstance(one, Mapping)] if isinstance(content, list) else []
    )
    made = {
        "tool_calls": [
            *(_called(call) for call in _mappings(chat.get("tool_calls") or [])),
            *(_called(part) for part in parts if _kind(part) in CALLS),
        ],
        "tool_results": [
            {
                "id": str(part.get("tool_use_id") or part.get("call_id") or ""),
                "content": _result(part.get("content", part.get("output"))),
            }
            for part in parts
            if _kind(part) in RESULTS
        ],
    }
    for most in (LONG, LONG // 10):
        if len(str(made["tool_calls"])) > EXACT:
            made["tool_calls"] = [_cut_call(call, most) for call in made["tool_calls"]]
    return {name: kept for name, kept in made.items() if kept and len(str(kept)) <= EXACT}


def within(parts: list[Any], most: int) -> list[Any]:
    """Parts as they are; if they take more characters than that, only of which kinds they are."""
    if len(str(parts)) <= most:
        return parts
    return [{"type": kind} for kind in dict.fromkeys(map(_kind, parts))]


def spelled(name: str, arguments: str) -> str:
    """A tool call in words."""
    return f"{SPELLED} {name} {arguments}]"


def unspelled(text: str, name: str, arguments: str, length: int) -> str:
    """Words without a tool call that is spelled out among them. `length` is how many characters it
    takes there if its arguments were cut, else 0."""
    if not length:
        return text.replace(spelled(name, arguments), "", 1)
    start = text.find(f"{SPELLED} {name} ")
    return text if start < 0 else text[:start] + text[start + length :]


def brief(arguments: str, most: int) -> str:
    """Arguments whose texts have so many characters at most; what is JSON stays JSON."""
    if len(arguments) <= most:
        return arguments
    try:
        return json.dumps(_cut(json.loads(arguments), most), ensure_ascii=False)
    except (ValueError, RecursionError):
        return str(_cut(arguments, most))


def _cut(value: Any, most: int) -> Any:
    if isinstance(value, str):
        return value if len(value) <= most else f"{value[:most]}…"
    if isinstance(value, dict):
        return {key: _cut(one, most) for key, one in value.items()}
    return [_cut(one, most) for one in value] if isinstance(value, list) else value


def _cut_call(call: dict[str, Any], most: int) -> dict[str, Any]:
    length = call.get("length") or len(spelled(call["name"], call["arguments"]))
    return {**call, "arguments": brief(call["arguments"], most), "length": length}


def _called(call: Mapping[str, Any]) -> dict[str, str]:
    function = _inner(call)
    id = call.get("call_id") or call.get("id") or ""
    made = {"id": str(id), "name": str(function.get("name", "?")), "arguments": _given(function)}
    signature = call.get("thought_signature")
    return made | ({"signature": signature} if isinstance(signature, str) and signature else {})


def _inner(call: Mapping[str, Any]) -> Any:
    """Where a call has its name and what is given: a function's, a custom tool's, or its own."""
    return call.get("function", call.get("custom", call))


def _spoken(part: Any) -> str:
    if isinstance(part, str):
        return part
    kind = _kind(part)
    if kind in TEXTS:
        return str(part.get("text") or part.get(kind) or "")
    if kind in CALLS:
        return _call(part)
    if kind in RESULTS:
        return _result(part.get("content", part.get("output")))
    return _mark(part)


def _mark(part: Any) -> str:
    """What stands for a part that has no words."""
    return f"[{_kind(part).removeprefix('input_').removesuffix('_url') or 'part'}]"


def _call(call: Any) -> str:
    if not isinstance(call, Mapping):
        raise InputError(f"a tool call's function must be a dict, not {type(call).__name__}")
    return spelled(call.get("name", "?"), _given(call))


def _given(call: Mapping[str, Any]) -> str:
    """What a call is given, by the names that OpenAI, Anthropic and LangChain have for it."""
    names = ("arguments", "input", "args")
    return _spelled(next((call[name] for name in names if name in call), {}))


def _result(content: Any) -> str:
    if isinstance(content, list):
        made = "\n".join(_spoken(part) for part in content)
    else:
        made = "" if content is None else _spelled(content)
    return _something(made)


def _something(result: str) -> str:
    return result if result.strip() else NOTHING


def _spelled(value: Any) -> str:
    if isinstance(value, str):
        return value
    try:
        return json.dumps(value, ensure_ascii=False, allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        raise InputError(f"tool calls and results must be JSON: {error}") from None


def _kind(part: Any) -> str:
    if isinstance(part, str):
        return "text"
    if not isinstance(part, Mapping):
        raise InputError(f"a content part must be a dict, not {type(part).__name__}")
    kind = part.get("type") or ("text" if "text" in part else "part")
    return str(kind)


def _mappings(calls: Any) -> list[Mapping[str, Any]]:
    if not isinstance(calls, list) or not all(isinstance(call, Mapping) for call in calls):
        raise InputError("tool_calls must be a list of dicts")
    return calls


def _short(value: Any) -> Any:
    """The same JSON with long strings, such as pictures in base64, named by their hash."""
    if isinstance(value, Mapping):
        return {str(key): _short(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_short(item) for item in value]
    if isinstance(value, str) and len(value) > LONG:
        digest = hashlib.sha256(value.encode("utf-8", "surrogatepass")).hexdigest()
        return {"sha256": digest, "length": len(value)}
    return value
