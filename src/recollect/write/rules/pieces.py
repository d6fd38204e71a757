"""Pieces of patterns that languages share."""

from .tools import NO_PLACE

UP = r"(?-i:[A-ZÀ-ÖØ-ÞŒŠŽĄĆŁŃŚŹŻČĎĚŇŘŤŮĐ])"
START = r"(?<![\w'’-])"
WORD = r"[^\W\d_][\w.'’&+-]*"
DAY = r"(?P<day>0?[1-9]|[12]\d|3[01])"
# "New York", "los angeles": places of more than one word, in small letters.
_PARTS = (
    r"(?:new|san|santa|santo|rio|buenos|bad|st\.?|saint|sankt|ciudad|nueva|puerto|palma|mar|costa"
    r"|villa|north|south|west|east|cape|hong|kuala|tel|são|sao|belo|santiago|clermont|boulogne"
    r"|salt|los(?= angeles| cabos)|las(?= palmas| vegas)|la(?= paz| habana| plata| rochelle)"
    rf"|le(?= havre| mans)|el(?= paso| cairo)|(?:la|las|los|el|le|les)(?= {UP}))"
)
_WITHIN = r"(?:am|an der|bei|im|auf|ob der|in der|de|del|de la|de los|du|des|sur|en|lès|la|y|do|da)"
PLACE = (
    rf"{NO_PLACE}(?:{_PARTS} {WORD}(?: (?:{_WITHIN} )?{UP}[\w'’-]*){{0,3}}"
    rf"|{UP}[\w.'’-]*(?:,? (?:{_WITHIN} )?{UP}[\w.'’-]*\w){{0,4}}|{WORD}(?! {UP}))"
)
NAME = rf"{WORD}(?: (?:(?:von|van|de|del|de la|da|di|du|la|le) )?{UP}[\w.'’-]*){{0,3}}"
BIG_NAME = rf"{UP}\w[\w.'’-]*(?: (?:(?:von|van|de|del|de la|da|di|du) )?{UP}[\w'’-]*){{0,2}}"
FIRM = (
    rf"(?:{UP}[\w.'’&+-]*(?: (?:{UP}[\w.'’&+-]*|&|\+|und(?= {UP})|de|del|der|du)){{0,4}}"
    rf"|{WORD}(?! {UP}))"
)
