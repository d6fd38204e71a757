"""German: its words, and a table of rules."""

from ..rule import Answer
from ..talk import Talk
from . import denials, partings, people, tastes, work
from .words import PIECES, WORDS

ANSWERS = (
    Answer(r"\bwie hei(?:ß|ss)(?:t du|en sie)\b|\bwie ist (?:dein|ihr) name\b", "Ich heiße {}."),
    Answer(r"\bwie alt (?:bist du|sind sie)\b", "Ich bin {} Jahre alt."),
    Answer(r"\bwo (?:wohnst|lebst) du\b|\bwo (?:wohnen|leben) sie\b", "Ich wohne in {}."),
    Answer(r"\bwo arbeite(?:st du|n sie)\b|\bbei wem arbeitest du\b", "Ich arbeite bei {}."),
)
GERMAN = Talk(WORDS).language(
    (*partings.RULES, *people.RULES, *work.RULES, *tastes.RULES),
    denials.RULES,
    PIECES,
    ANSWERS,
)
