"""Spanish: its words, and a table of rules."""

from ..rule import Answer
from ..talk import Talk
from . import denials, partings, people, tastes, work
from .words import PIECES, WORDS

ANSWERS = (
    Answer(
        r"\bc[oó]mo (?:te llamas|se llama(?: usted)?)\b|\bcu[aá]l es (?:tu|su) nombre\b",
        "Me llamo {}.",
    ),
    Answer(
        r"\bcu[aá]ntos años (?:tienes|tiene)\b|\bqu[eé] edad (?:tienes|tiene)\b", "Tengo {} años."
    ),
    Answer(r"\bd[oó]nde (?:vives|vive usted)\b", "Vivo en {}."),
    Answer(r"\b(?:para qui[eé]n|para qu[eé] empresa) (?:trabajas|trabaja)\b", "Trabajo para {}."),
)
SPANISH = Talk(WORDS).language(
    (*partings.RULES, *people.RULES, *work.RULES, *tastes.RULES),
    denials.RULES,
    PIECES,
    ANSWERS,
)
