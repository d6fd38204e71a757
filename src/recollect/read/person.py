"""Questions about "the user", put as the user would: agents ask so, and people say "I" and "my"."""

from __future__ import annotations

import re

_MOOD = "did|had|can|could|will|would|should|may|might|must"
_ACTS = (
    rf"{_MOOD}|was|never|always|often|usually|also|just|still|already|really|ever|currently"
    r"|likes?|prefers?|wants?|needs?|loves?|hates?|enjoys?|lives?|works?|owns?|uses?|plays?|eats?"
    r"|drinks?|drives?|reads?|thinks?|knows?|plans?|pays?|says?|said|told|went|bought|ate|saw|got"
    r"|made|took|met|gave|chose|felt|spent|began|\w+ed"
)
_VERBS = {"does": "do", "is": "am", "has": "have"}
_ASKED = re.compile(rf"\b(does|is|has|was|{_MOOD}) the user\b(?!['’])", re.IGNORECASE)
_DOES = re.compile(r"\bthe user (does|is|has)\b", re.IGNORECASE)
_DID = re.compile(rf"\bthe user(?= (?:{_ACTS})\b)", re.IGNORECASE)
_OWN = re.compile(r"(?:\bthe |\A\W*)user['’]s\b", re.IGNORECASE)
_OTHERWISE = re.compile(r"\bthe user(?=\W*\Z|[,.;:!?)]|\s+(?:and|or)\b)", re.IGNORECASE)


def first_person(words: str) -> str:
    """Some words about the user as the user would say them; about "the user table", as they are."""
    if "user" not in words.lower():
        return words
    words = _ASKED.sub(lambda found: f"{_verb(found[1])} I", words)
    words = _DOES.sub(lambda found: f"I {_verb(found[1])}", words)
    words = _OWN.sub("my", _DID.sub("I", words))
    return _OTHERWISE.sub("me", words)


def _verb(said: str) -> str:
    verb = _VERBS.get(said.lower(), said.lower())
    return verb.capitalize() if said[0].isupper() else verb
