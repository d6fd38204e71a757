"""French: its words, and a table of rules."""

from ..rule import Answer
from ..talk import Talk
from . import denials, partings, people, tastes, work
from .words import PIECES, WORDS

ANSWERS = (
    Answer(
        r"\bcomment (?:tu t'appelles|t'appelles-tu|vous vous appelez|vous appelez-vous)\b"
        r"|\bquel est (?:ton|votre) (?:nom|pr[ée]nom)\b|\btu t'appelles comment\b",
        "Je m'appelle {}.",
    ),
    Answer(r"\bquel [âa]ge (?:as-tu|avez-vous|tu as)\b", "J'ai {} ans."),
    Answer(
        r"\bo[ùu] (?:habites-tu|habitez-vous|vis-tu|vivez-vous|est-ce que tu habites)\b",
        "J'habite à {}.",
    ),
    Answer(
        r"\bo[ùu] (?:travailles-tu|travaillez-vous|est-ce que tu travailles)\b",
        "Je travaille chez {}.",
    ),
)
FRENCH = Talk(WORDS).language(
    (*partings.RULES, *people.RULES, *work.RULES, *tastes.RULES),
    denials.RULES,
    PIECES,
    ANSWERS,
)
