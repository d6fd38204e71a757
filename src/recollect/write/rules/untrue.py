"""What somebody says is not true of him: "It's not true that I live in Chicago"."""

from __future__ import annotations

import re
from dataclasses import dataclass

_OPENS = (
    r"\W*(?:(?:no|nope|hey|wait|sorry|actually|but|and|so|also|well|nein|nee|aber|also|und|doch"
    r"|pero|pues|y|non|mais|et|ben)\b[,.!:]? )*"
)
# What is denied then is a reason, a limit or a time, and not the thing.
_OR_MORE = re.compile(
    r"\b(?:because|only|just|since|until|yet|always|ever|still|any ?more|no longer|alone|weil|nur"
    r"|bloß|noch|immer|schon|mehr|porque|s[oó]lo|solamente|siempre|todav[ií]a|a[uú]n|ya|desde|parce"
    r"|seulement|que pour|toujours|encore|depuis|plus|qu'à)\b",
    re.IGNORECASE,
)
_OTHERS = re.compile(
    r"\b(?:says?|said|claims?|sagt|sagte|meint|meinte|dice|dijo|dit|disait|d'après|laut|seg[uú]n)\b",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r"[,;:.!?]| (?:but|aber|sondern|pero|sino|mais)\b")


@dataclass(frozen=True, slots=True)
class _Lead:
    pattern: re.Pattern[str]
    """What opens such a sentence."""
    reads: str = ""
    """What opens the clause instead, so that it is read as a statement."""
    plain: tuple[tuple[str, str], ...] = ()
    """Moods of the verb that no statement has, and those it has."""


def _lead(pattern: str, reads: str = "", plain: tuple[tuple[str, str], ...] = ()) -> _Lead:
    return _Lead(re.compile(rf"{_OPENS}(?:{pattern})", re.IGNORECASE), reads, plain)


_LEADS = (
    _lead(
        r"(?:(?:it(?:'?s| is) )?(?:\w+ )?not (?:true|correct|the case)|it isn'?t (?:true|the case)"
        r"|it(?:'?s| is) (?:false|untrue|a lie)) that (?=(?:i|i'm|im|my|we)\b)"
    ),
    _lead(
        r"(?:es |das )?(?:stimmt (?:\w+ )?nicht|ist (?:\w+ )?(?:nicht (?:wahr|richtig|so|der fall)"
        r"|falsch|gelogen)|trifft nicht zu),? da(?:ss|ß|s) (?=ich\b)",
        reads="weil ",
    ),
    _lead(
        r"(?:eso )?(?:no es (?:(?:verdad|cierto) )?|es (?:falso|mentira) )(?:eso )?(?:de )?que "
        r"(?:yo )?(?=no\b|me\b|viva|vivo|sea|soy|trabaj|teng|est[eéo]|com[ao]\b|mi\b)",
        plain=(
            (r"viva", "vivo"), (r"sea", "soy"), (r"trabaje", "trabajo"), (r"tenga", "tengo"),
            (r"est[eé]", "estoy"), (r"coma", "como"), (r"(?<=me )llame", "llamo"),
            (r"(?<=me )guste(n?)", r"gusta\1"), (r"(?<=me )encante(n?)", r"encanta\1"),
        ),
    ),
    _lead(
        r"(?:(?:ce|il) n'est pas (?:vrai|exact)|c'est pas (?:vrai|exact)|(?:c'|il )est faux) que? ?"
        r"(?=je\b|j')",
        plain=((r"je (ne )?sois", r"je \1suis"), (r"j'aie", "j'ai"), (r"je vive", "je vis")),
    ),
)  # fmt: skip


def untrue(sentence: str) -> str:
    """What a sentence says is not true, as a statement that it is; "" if it says no such thing."""
    for lead in _LEADS:
        if not (found := lead.pattern.match(sentence)):
            continue
        rest = sentence[found.end() :]
        cut = _CLAUSE.search(rest)
        clause = rest[: cut.start()] if cut else rest
        if _OR_MORE.search(clause) or _OTHERS.search(rest) or rest.rstrip().endswith("?"):
            return ""
        for said, meant in lead.plain:
            clause = re.sub(rf"\b{said}\b", meant, clause, count=1, flags=re.IGNORECASE)
        return lead.reads + clause
    return ""
