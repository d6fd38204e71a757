"""English: a table of rules for each topic, and the wording they share."""

from .. import wording
from ..rule import Language
from . import (
    amends,
    careers,
    corrections,
    dates,
    decisions,
    denials,
    events,
    explicit,
    family,
    guards,
    habits,
    health,
    home,
    identity,
    others,
    partings,
    plans,
    possessions,
    preferences,
    procedures,
    relatives,
    typed,
    voice,
    work,
)
from .pieces import OWN, OWN_PIECES, OWN_WORDS, PIECES

# Where two rules want the same words, the earlier topic has them.
TOPICS = (
    explicit,
    procedures,
    identity,
    corrections,
    home,
    health,
    partings,
    family,
    relatives,
    work,
    careers,
    dates,
    decisions,
    plans,
    possessions,
    preferences,
    habits,
    events,
    others,
)

ENGLISH = Language(
    rules=tuple(rule for topic in TOPICS for rule in topic.RULES),
    denials=denials.RULES,
    pieces=PIECES,
    own=OWN,
    own_pieces=OWN_PIECES,
    own_words=OWN_WORDS,
    answers=identity.ANSWERS,
    people=wording.people,
    unfit=guards.unfit,
    statement=guards.statement,
    takes_back=guards.takes_back,
    free=guards.free,
    scope=guards.scope,
    word=voice.word,
    finish=wording.finish,
    amended=amends.amended,
    read=typed.read,
)
