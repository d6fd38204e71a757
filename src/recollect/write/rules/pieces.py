"""Pieces of patterns that the languages other than English share."""

UP = r"(?-i:[A-ZÀ-ÖØ-ÞŒŠŽĄĆŁŃŚŹŻČĎĚŇŘŤŮĐ])"
START = r"(?<![\w'’-])"
WORD = r"[^\W\d_][\w.'’&+-]*"
DAY = r"(?P<day>0?[1-9]|[12]\d|3[01])"
# "New York", "los angeles": the first words of places that have more than one, in small letters.
_PARTS = (
    r"(?:new|san|santa|santo|los|las|la|le|les|el|rio|buenos|bad|st\.?|saint|sankt|ciudad|nueva"
    r"|puerto|palma|mar|costa|villa|north|south|west|east|den|cape|hong|kuala|tel|el|são|sao"
    r"|belo|porto|santiago|aix|clermont|boulogne|salt)"
)
_WITHIN = r"(?:am|an der|bei|im|auf|ob der|in der|de|del|de la|de los|du|des|sur|en|lès|la|y|do|da)"
PLACE = rf"(?:{_PARTS} {WORD}(?: {UP}[\w'’-]*)?|{WORD}(?:,? (?:{_WITHIN} )?{UP}[\w.'’-]*\w){{0,4}})"
NAME = rf"{WORD}(?: (?:(?:von|van|de|del|de la|da|di|du|la|le) )?{UP}[\w.'’-]*){{0,3}}"
BIG_NAME = rf"{UP}\w[\w.'’-]*(?: (?:(?:von|van|de|del|de la|da|di|du) )?{UP}[\w'’-]*){{0,2}}"
FIRM = rf"{WORD}(?: (?:{UP}[\w.'’&+-]*|&|\+|und(?= {UP})|de|del|der|du)){{0,4}}"
