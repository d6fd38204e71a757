"""Questions for a fact of which there is only one: where one lives, works, how old one is.

What answers them may share no word with them, as "I moved to Porto." with "Where do I live?"; but
its note stands under a key that is known beforehand.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..orders import Candidate
from ..types import Note
from .bridges import cited

_NOW = r"(?:currently |now |actually |still )?"
_IS = r"(?:['’]s| is)"
SLOTS = {
    "home.place": rf"where (?:do i {_NOW}live|am i {_NOW}(?:living|based)|is my home\b)|(?:which"
    rf"|what) (?:city|town|country|place) do i {_NOW}live in",
    "work.employer": rf"where (?:do i {_NOW}work|am i {_NOW}working)|whom? do i {_NOW}work for"
    rf"|(?:which|what) company do i {_NOW}work|who{_IS} my (?:current |new )?employer",
    "work.job": rf"what do i {_NOW}do for (?:a living|work)|what{_IS} my (?:current |new )?(?:job"
    rf"|occupation|profession)\b",
    "age": rf"how old am i\b|what{_IS} my age\b",
    "name": rf"what{_IS} my (?:full )?name\b|who am i\b",
    "family.status": r"am i (?:still |already )?(?:married|single|engaged|divorced)\b",
}
_JETZT = r"(?: (?:jetzt|eigentlich|aktuell|derzeit|gerade|nochmal|noch|momentan))*"
_AHORA = r"(?:ahora |actualmente |yo )*"
_EST_CE = r"(?:est-ce que |est ce que )?"
GERMAN = {
    "home.place": rf"wo (?:wohne|lebe){_JETZT} ich\b|in welche[rm] (?:stadt|land|ort) (?:wohne"
    r"|lebe)"
    rf"{_JETZT} ich",
    "work.employer": r"wo arbeite ich\b|bei wem arbeite ich|(?:bei|f(?:ü"
    r"|ue)r) welche[rn]? (?:firma|unternehmen) arbeite ich|wer ist mein (?:\w+ )?arbeitgeber",
    "work.job": r"was (?:bin ich von beruf|ist mein (?:beruf|job)|arbeite ich)\b"
    r"|als was arbeite ich",
    "age": r"wie alt bin ich\b",
    "name": r"wie hei(?:ß|ss)e ich\b|wie ist mein name|wer bin ich\b",
    "family.status": r"bin ich (?:noch |schon )?(?:verheiratet|single|verlobt|geschieden)\b",
}
SPANISH = {
    "home.place": rf"d[oó]nde {_AHORA}(?:vivo|resido)\b|en qu[eé] (?:ciudad|pa[ií]s"
    rf"|sitio) {_AHORA}vivo",
    "work.employer": rf"d[oó]nde {_AHORA}trabajo\b|(?:para|con) qui[eé]n {_AHORA}trabajo\b|(?:en"
    rf"|para) qu[eé] empresa {_AHORA}trabajo",
    "work.job": r"(?:a qu[eé] me dedico|de qu[eé] trabajo|cu[aá]l es mi (?:trabajo"
    r"|profesi[oó]n))\b",
    "age": r"cu[aá]ntos a[nñ]os tengo\b|qu[eé] edad tengo\b",
    "name": r"c[oó]mo me llamo\b|cu[aá]l es mi nombre\b|qui[eé]n soy\b",
    "family.status": r"estoy (?:todav[ií]a |ya )?(?:casad[oa]|solter[oa]|divorciad[oa])\b",
}
FRENCH = {
    "home.place": rf"o[ùu] {_EST_CE}(?:j'habite|je vis)\b|o[ùu] habit[eé]-je|(?:j'habite"
    r"|je vis) o[ùu]\b|dans quelle ville (?:est-ce que )?(?:j'habite|je vis)",
    "work.employer": rf"o[ùu] {_EST_CE}je travaille\b|je travaille o[ùu]\b|(?:chez"
    rf"|pour) qui {_EST_CE}"
    r"je travaille\b|je travaille (?:chez|pour) qui\b",
    "work.job": r"quel est mon (?:m[ée]tier|travail|boulot|emploi)\b",
    "age": r"quel [âa]ge (?:ai-je|j'ai|est-ce que j'ai)\b|j'ai quel [âa]ge\b",
    "name": rf"comment {_EST_CE}je m'appelle\b|comment m'appell[ée]-je|je m'appelle comment\b"
    r"|quel est mon (?:nom|pr[ée]nom)\b|qui suis-je\b",
    "family.status": r"suis-je (?:encore |d[ée]j[àa] )?(?:mari[ée]e?|c[ée]libataire"
    r"|divorc[ée]e?)\b",
}
_FOREIGN = re.compile(
    r"\b(?:(?:ich|mein|vivo|resido|trabajo|dedico|profesi[oó]n|tengo|llamo|nombre|soy|estoy|je"
    r"|mon)\b|j['’])",
    re.IGNORECASE,
)
"""One of these is in every question of these three tables, and hardly in an English one."""


def _compiled(*tables: dict[str, str]) -> dict[str, re.Pattern[str]]:
    asked = {slot: "|".join(table[slot] for table in tables) for slot in SLOTS}
    return {
        f"user.{slot}": re.compile(rf"\b(?:{asks})", re.IGNORECASE) for slot, asks in asked.items()
    }


_ASKS = _compiled(SLOTS)
_ASKS_FOREIGN = _compiled(GERMAN, SPANISH, FRENCH)


def slots(words: str) -> tuple[str, ...]:
    """The keys of the facts that a question asks for."""
    found = [key for key, asks in _ASKS.items() if asks.search(words)]
    if _FOREIGN.search(words):
        plain = words.replace("’", "'")
        found += [key for key, asks in _ASKS_FOREIGN.items() if asks.search(plain)]
    return tuple(dict.fromkeys(found))


def answering(candidates: Sequence[Candidate], keys: tuple[str, ...]) -> list[Candidate]:
    """The candidates; what a rule took a note from, under one of these keys, is asked for as the
    note is."""
    if not keys:
        return list(candidates)
    asked_for = {
        id
        for one in candidates
        if isinstance(one.record, Note) and one.record.key in keys
        for id in cited(one.record)[-1:]
    }
    return [one._replace(key=True) if one.record.id in asked_for else one for one in candidates]
