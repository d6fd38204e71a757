"""Names of people and things, as the graph compares them, and how a question mentions them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..types import Note

ALIAS = "ALIAS_OF"
"""The relation between two names of one entity."""

WORDS = 64
"""So many words of a question may mention somebody, and as many characters of unspaced writing."""
LONGEST = 5
"""Words in a mentioned name."""
UNSPACED = 8
"""Characters in a mentioned name in a script without spaces."""

_SENTENCE = ".,;:?!…()[]{}\"'“”‘’«»„¿¡。，、？！"
_OUTER = re.compile(r"^\W+|\W+$")
_POSSESSIVE = re.compile(r"['’]s$")
_RUN = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]+"
)
_JOINT = re.compile(r"(?<=[^\W\d_])(?=[A-Z][a-z])|(?<=[a-z])(?=[A-Z])")


def folded(name: str) -> str:
    """A name without regard to case, width and spacing."""
    if name.isascii():
        return " ".join(name.lower().split())
    from unicodedata import normalize

    return " ".join(normalize("NFKC", normalize("NFKC", name).casefold()).split())


def entities(note: Note) -> list[str]:
    """What a note relates: its subject and its object, folded."""
    return related(note.subject, note.object)


def related(*names: str | None) -> list[str]:
    """The names that there are, folded, each once."""
    return sorted({folded(name) for name in names if name})


def relation(words: str) -> str:
    """A kind of relation under its one name: `works at`, `worksAt` and `WORKS_AT` are the same."""
    from unicodedata import category, normalize

    spelled = normalize("NFC", normalize("NFKC", _JOINT.sub("_", words)).upper())
    kept = (sign if category(sign)[0] in "LMN" else " " for sign in spelled)
    return "_".join("".join(kept).split())


def mentions(question: str) -> tuple[str, ...]:
    """Every run of words in a question that may be a name, folded; it need not be one."""
    text = folded(question[: 32 * WORDS])
    found = dict.fromkeys(_grams(text.split()[:WORDS]))
    if runs := _RUN.findall(text):
        found |= dict.fromkeys(_grams(_RUN.sub(" ", text).split()[:WORDS]))
        found |= dict.fromkeys(_pieces(" ".join(runs)[:WORDS]))
    return tuple(found)


def _grams(words: list[str]) -> Iterator[str]:
    plain = [word.isalnum() for word in words]
    for start in range(len(words)):
        for end in range(start + 1, min(start + LONGEST, len(words)) + 1):
            gram = " ".join(words[start:end])
            if plain[start] and plain[end - 1]:
                yield gram
                continue
            for name in (gram, gram.strip(_SENTENCE), _OUTER.sub("", gram)):
                if name:
                    yield name
                    yield _POSSESSIVE.sub("", name)


def _pieces(run: str) -> Iterator[str]:
    for start in range(len(run)):
        for end in range(start + 2, min(start + UNSPACED, len(run)) + 1):
            if " " not in run[start:end]:
                yield run[start:end]
