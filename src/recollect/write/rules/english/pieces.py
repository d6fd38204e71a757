"""The pieces that patterns are written with: `{I}`, `{my}`, `{Name}`, `{rest}` …"""

from __future__ import annotations

import re

from ..tools import NO_PLACE
from .places import KNOWN

_ADVERB = (
    r"(?>(?: (?:really|also|just|actually|currently|still|already|absolutely|definitely|personally"
    r"|mainly|mostly|recently|finally|do|honestly|totally|truly|only|now|both|even|especially"
    r"|particularly|super|very|so|pretty|quite|kinda|always|generally|usually|officially|"
    r"originally|proudly|strongly|much|basically|technically|naturally|therefore)\b)*)"
)
_START = r"(?<![\w'’-])"

FAMILY = (
    r"(?:wife|husband|partner|girlfriend|boyfriend|fianc[eé]e?|spouse|mother|mom|mum|mama|father"
    r"|dad|papa|parents|sister|brother|siblings?|son|daughter|kids?|child|children|baby|toddler"
    r"|twins|grandmother|grandfather|grandma|grandpa|granddaughter|grandson|grandparents|aunt|uncle"
    r"|cousin|niece|nephew|mother-in-law|father-in-law|sister-in-law|brother-in-law|stepson"
    r"|stepdaughter|stepmother|stepfather|in-laws"
    r"|ex[- ](?:wife|husband|girlfriend|boyfriend|partner|fianc[eé]e?)|ex)"
)
CIRCLE = (
    r"(?:friend|roommate|flatmate|housemate|colleague|co-?worker|teammate|boss|manager|supervisor"
    r"|neighbou?r|teacher|tutor|professor|coach|trainer|mentor|mentee|therapist|doctor|dentist"
    r"|advisor|adviser|lawyer|accountant|landlord|assistant manager|business partner|co-?founder"
    r"|client|instructor|counsel(?:l)?or|veterinarian|vet|agent)"
)
PET = (
    r"(?:dog|cat|puppy|kitten|parrot|rabbit|hamster|horse|guinea "
    r"pig|goldfish|turtle|bunny|pup|bird)"
)
_KIN = (
    r"(?:(?:older|younger|elder|little|big|twin|eldest|oldest|youngest|best|close|good|old|dear|new"
    r"|late|former|first|second|high school|college|childhood|work|direct|\w+-year-old|golden"
    r" retriever|family|real estate|rescue|next-door|piano|guitar|yoga|[A-Z]\w+) )?"
)
TITLE = r"(?:(?:Dr|Mrs?|Ms|Prof)\b\.? )?"
_NUMBER = r"(?:\d+|an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|several|a couple of)"
_MONTH = (
    r"(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?"
    r"|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)"
)

# A name, not a word that only opens a sentence: "Maybe Alice manages …" names nobody.
_OPENS = (
    "The This That These Those It He She They There Here Who What Which When Where Why How And But"
    " So Or If As My Our Your His Her Their I We You Maybe Perhaps Suppose Supposing Imagine"
    " Pretend Since Because While Although Though Unless Whether Once Now Then Today Tomorrow"
    " Yesterday Yes No Yeah Well Also Actually Apparently Allegedly Supposedly Hopefully Probably"
    " Possibly Say Let Oh Ok Okay Hey Hi Hello Please Thanks Everyone Everybody Someone Nobody"
    " Nothing Everything Something Another Each Every Some Any All Most Many Both One Does Do Did"
    " Is Are Was Were Will Would Could Should Can May Might Has Have Had Only Even Just"
)
NAME = rf"(?P<name>{TITLE}(?!(?:{_OPENS.replace(' ', '|')})\b)[A-Z][\w-]+(?: [A-Z][\w-]+){{0,3}})"

# What may follow the place where somebody lives or works.
WITH = (
    r"(?P<rest>(?: (?:with|near|for|since|last|this|in|to|from|on|at|as|after|next)"
    r"(?! (?:I|we|he|she|it|they|you|my|his|her|their|is|was|then|now|so|can|could|would)\b)"
    r"(?![^,;.]* (?:his|her|him|their|them)\b) [^,;.]{2,60})?)"
    r"(?P<part>(?: and works (?:at|for|as|in) [^,;.]{2,40})?)"
)

# A word of a noun phrase; `{noun}(?: {noun}){0,8}` is the phrase after its article.
_NOUN = (
    r"(?!(?:and|or|to|that|which|is|was|are|way|one|time|only|last|most|best|same"
    r"|what|i|things?|idea|tips"
    r"|(?<!from )(?<!of )(?:the|my))\b)[\w'’&-]++"
)
OWN = re.compile(rf"{_START}(?:[Ii]|[Ww]e|[Mm]y|[Oo]ur)(?![\w-])")
OWN_WORDS = frozenset(("i", "we", "my", "our"))
OWN_PIECES = (
    "{I", "{we", "{my}", "{our}", "{start}[Ii]", "{start}(?:[Ii]", "{start}[Ww]e",
)  # fmt: skip

PIECES = {
    "I": rf"{_START}[Ii]{_ADVERB}",
    "we": rf"{_START}(?:[Ii]|[Ww]e|[Mm]y (?:\w+ )?{FAMILY} and [Ii]){_ADVERB}",
    "I am": rf"{_START}[Ii](?:'m| am){_ADVERB}",
    "we are": rf"{_START}(?:[Ii](?:'m| am)|[Ww]e(?:'re| are)|[Mm]y (?:\w+ )?{FAMILY} and "
    rf"[Ii] are){_ADVERB}",
    "I have": rf"{_START}[Ii](?:'ve| have){_ADVERB}",
    "we have": rf"{_START}(?:[Ii]|[Ww]e)(?:'ve| have){_ADVERB}",
    "my": rf"{_START}[Mm]y",
    "our": rf"{_START}(?:[Mm]y|[Oo]ur)",
    "Name": rf"{TITLE}[A-Z][\w-]*\w(?: [A-Z][\w-]*\w){{0,3}}",
    "Given": r"[A-Z][a-z]+",
    "Place": NO_PLACE + r"(?:the )?(?:(?:St|Ft|Mt)\. )?[A-Z][\w.'-]*\w"
    r"(?:,? (?:(?!I')[A-Z][\w.'-]*\w|of|de|the|and(?= [A-Z]))){0,5}",
    "Known": rf"(?i:{'|'.join(sorted(KNOWN, key=len, reverse=True))})\b",
    "Address": r"(?!I')(?:[A-Z][\w.'-]*\w|\d[\w-]*)(?: (?:[A-Z][\w.'-]*\w|\d[\w-]*|of|upon))*",
    "family": rf"{_KIN}{FAMILY}",
    "title": TITLE,
    "kin": rf"{_KIN}(?:{FAMILY}|{CIRCLE}|{PET})",
    "circle": rf"{_KIN}{CIRCLE}",
    "pet": rf"{PET}",
    "number": _NUMBER,
    "Weekday": r"(?i:mon|tues|wednes|thurs|fri|satur|sun)day",
    "Month": _MONTH,
    "noun": _NOUN,
    "rest": r".{2,400}",
    "start": _START,
}
