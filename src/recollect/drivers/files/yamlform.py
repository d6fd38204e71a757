"""The YAML file: a field a line, a record a block, words of several lines as they are.

It is written by hand: much faster than a library would, and with the same look every time.
Reading is PyYAML's safe loader's, which makes nothing but plain values.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

from ..registry import require
from .broken import Broken

NAME = "YAML"
END = "..."
"""The closing line: a file that was cut off may still be YAML."""
HEAD = "recollect: 1\n\nmessages:"
"""How a file begins that was written here; no library leaves that line empty."""
PLAIN = re.compile(r"[A-Za-z](?:[\w ,.'!?()/@+-]*[\w.'!?()])?", re.ASCII)
WORDS = {"true", "false", "yes", "no", "on", "off", "null", "y", "n", "none"}
SPECIAL = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff]")
NOT_LITERAL = re.compile("[^\n\t\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd"
                         "\U00010000-\U0010ffff]")  # fmt: skip
ITEM = re.compile(r"^ *- ", re.MULTILINE)


def prepare() -> None:
    """Raise if the library is missing."""
    require("yaml", "yaml")


def dump(version: int, lists: Mapping[str, Iterable[Mapping[str, Any]]]) -> bytes:
    """The whole file."""
    parts = [f"recollect: {version}\n"]
    for name, records in lists.items():
        blocks = "\n".join(map(_block, records))
        parts.append(f"\n{name}:\n{blocks}" if blocks else f"\n{name}: []\n")
    parts.append(f"{END}\n")
    return "".join(parts).encode("utf-8", "surrogatepass")


def load(text: str) -> Any:
    """What a file says; Broken if it is not YAML."""
    yaml = require("yaml", "yaml")
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        return yaml.load(text, loader)
    except yaml.MarkedYAMLError as error:
        mark, why = error.problem_mark, error.problem or "it is no YAML"
        if mark is None:
            raise Broken(why) from None
        at_end = mark.index >= len(text.rstrip())
        if at_end and error.context_mark is not None:  # where that began which does not end
            mark = error.context_mark
        raise Broken(why, mark.line + 1, torn=at_end and not ended(text)) from None
    except yaml.reader.ReaderError as error:
        line = text.count("\n", 0, text.find(chr(error.character))) + 1
        raise Broken(f"U+{error.character:04X} may not stand in YAML", line) from None
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise Broken(str(error).partition("\n")[0]) from None


def ended(text: str) -> bool:
    """Whether its closing line is there."""
    return text.rstrip().endswith(f"\n{END}")


def own(text: str) -> bool:
    """Whether it begins as it is written here, however little of that is there."""
    return HEAD.startswith(text[: len(HEAD)])


def readable(text: str) -> dict[str, Any]:
    """What stands whole in a file whose end is missing: all before its last block."""
    first = ITEM.search(text)
    if first is None:
        return {}
    made = load(text[: text.rfind(f"\n{first[0]}") + 1])
    return made if isinstance(made, dict) else {}


def _block(record: Mapping[str, Any]) -> str:
    lines = [f"{name}: {_value(one)}\n" for name, one in record.items()]
    return "- " + "  ".join(lines)


def _value(value: Any) -> str:
    if not isinstance(value, str):
        return _flow(value)
    if "\n" in value and not _awkward(value):
        return _literal(value)
    if PLAIN.fullmatch(value) and value.lower() not in WORDS:
        return value
    return _quoted(value)


def _awkward(value: str) -> bool:
    """Whether a literal block would not give it back."""
    return bool(NOT_LITERAL.search(value)) or value.endswith("\n\n") or not value.strip()


def _literal(value: str) -> str:
    ending = "" if value.endswith("\n") else "-"
    start = "2" if value[0] in " \n\t" else ""
    lines = value.removesuffix("\n").split("\n")
    return f"|{start}{ending}\n" + "\n".join(f"    {line}" if line else "" for line in lines)


def _flow(value: Any) -> str:
    """As JSON has it, but for numbers that YAML would take for text."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_quoted(k)}: {_flow(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_flow, value)) + "]"
    if isinstance(value, str):
        return _quoted(value)
    made = json.dumps(value)
    return made.replace("e", ".0e", 1) if isinstance(value, float) and "." not in made else made


def _quoted(value: str) -> str:
    made = json.dumps(value, ensure_ascii=False)
    return SPECIAL.sub(lambda found: f"\\u{ord(found[0]):04x}", made)
