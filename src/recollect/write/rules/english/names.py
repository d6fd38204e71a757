"""Names in small letters: "i live in berlin". They are read as names after words that ask for one,
if they are not what may stand there, too: "i live in fear"."""

from __future__ import annotations

import re
from functools import cache

from ..given import GIVEN
from ..tools import FIRMS, NOT_PLACES
from .ordinary import NAMES_TOO, ORDINARY, PLAIN
from .pieces import CIRCLE, FAMILY, PET
from .places import KNOWN

_WORD = r"[^\W\d_][\w'-]*"
_KNOWN = rf"(?:{'|'.join(sorted(KNOWN, key=len, reverse=True))})(?![\w'-])"
_TOWN = (
    r"(?:san|santa|saint|st\.?|fort|port|mount|lake|los|las|el|palm|cape|costa|puerto|north|south"
    rf"|east|west|northern|southern|eastern|western|central) {_WORD}"
    rf"|{_WORD} (?:city|county|beach|hills|springs|falls|heights|valley|bay|grove)\b|{_WORD}"
)
_OFTEN = r"(?: (?:just|also|now|currently|actually|still|recently|finally|originally|already))*"
_KIN = rf"[Mm]y (?:\w+ )?(?:{FAMILY}|{CIRCLE}|{PET})"
_BREED = (
    "(?:retriever|terrier|labrador|lab|poodle|beagle|bulldog|shepherd|tabby|corgi|husky|dachshund"
    "|chihuahua|pug|spaniel|collie|pony|lizard|snake|gecko|tortoise|ferret)"
)

_HOME = (
    rf"\b(?:(?:(?:I|[Ww]e){_OFTEN} (?:live|reside)|(?:I'm|I am|[Ww]e're|[Ww]e are){_OFTEN} "
    r"(?:living|based)|(?:I|[Ww]e)(?:'ve| have) lived)(?: here)? in"
    rf"|(?:I'm|I am){_OFTEN} from) "
    rf"(?P<name>(?P<known>{_KNOWN}(?:(?:,| and)? {_KNOWN})?)|(?P<town>{_TOWN})(?:,? {_KNOWN})?)"
)
_MOVED = (
    rf"\b(?:I|[Ww]e)(?:'ve| have)?{_OFTEN} (?:moved|relocated|been)(?: back)? "
    rf"(?P<name>(?:from {_KNOWN} )?to (?P<known>{_KNOWN}(?:,? {_KNOWN})?))"
)
_LIVES = (
    rf"\b(?:lives?|living|moved|relocated|works)(?: back)? (?:in|to) "
    rf"(?P<name>(?P<known>{_KNOWN}(?:,? {_KNOWN})?))"
)
_PERSON = re.compile(
    r"\b(?:[Mm]y (?:(?:full|first|real|legal) )?name(?:'s| is)"
    rf"|{_KIN}(?:'s name is|(?:'s| is) (?:called|named))"
    rf"|(?:I|[Ww]e)(?:'ve| have)?(?: got| have| adopted| own)? (?:an?|another) (?:[\w-]+ ){{0,3}}"
    rf"(?:{FAMILY}|{PET}|{_BREED}) (?:named|called)) "
    rf"(?P<name>(?P<first>{_WORD})(?P<last>(?: {_WORD})?)(?=[.,;!]|$| and (?:I|my)\b)|{_WORD})"
)
_FRIEND = re.compile(
    rf"\b(?:[Mm]y|[Oo]ur) (?:\w+ )?(?:{FAMILY}|{CIRCLE}|{PET})(?:,| is|'s)? "
    r"(?P<name>[a-z]{2,})(?![\w-])(?! (?:out|weight|size|age|speed|dose)\b)"
)
_SELF = re.compile(
    r"^(?:(?:[Hh]i|[Hh]ello|[Hh]ey|[Ss]o|[Bb]tw|[Oo]k|[Ww]ell)\b(?: there| all| everyone)?[,!]* )*"
    r"I(?:'m| am) (?P<name>[a-z]{2,})(?=[.,!]|$| and\b| btw| by the way| nice| here| from )"
)
_PAIR = re.compile(
    r"(?:^(?=[a-z]+ (?:and I|left me|dumped me)\b)|\b[Mm]e and (?=[a-z]+ (?:broke|split"
    r"|separated|are|have|got|just)\b))"
    r"(?P<name>[a-z]{2,})"
)
_CALLED = re.compile(
    rf"(?:^|\b(?:you can|just|please|everyone|friends|people) )[Cc]alls? me (?P<name>{_WORD})"
    r"(?=[.,!]|$| and I\b)"
)
_FIRM = re.compile(rf"\b(?:at|for|with|joined|left) (?P<name>(?P<known>{FIRMS}))\b", re.IGNORECASE)
_TONGUES = (
    "spanish|french|german|italian|portuguese|dutch|russian|polish|greek|turkish|arabic|hebrew"
    "|hindi|urdu|bengali|chinese|mandarin|cantonese|japanese|korean|vietnamese|thai|swedish"
    "|norwegian|danish|finnish|latin|english|ukrainian|romanian|hungarian|czech|persian|farsi"
)
_SPEAKS = re.compile(
    r"\b(?:speak|learning|fluent in) (?:(?:fluent|some|a little|basic) )?"
    rf"(?P<name>(?:{_TONGUES})\b(?:(?:,? and|,) (?:{_TONGUES})\b)*)"
)
_NO_TOWN = re.compile(NOT_PLACES, re.IGNORECASE)
_ABSTRACT = re.compile(
    r".{3,}(?:ness|tion|sion|ment|[ei]ty|ism|ship|hood|[ae]nce|ful|less|ous|ing|'s?)"
)
_NEXT = re.compile(rf"\W*\Z|[.,;:!?()–—-]| -|\s+(?P<next>{_WORD})(?: (?P<after>{_WORD}))?")

_BIG = frozenset("us usa uk uae nyc la dc sf".split())
_LITTLE = frozenset("of de the and from to".split())
_SPELLED = {firm.lower(): firm for firm in re.findall(r"\w+", FIRMS)}

ASKS = _SPELLED.keys() | frozenset(
    "live lives reside living based lived from moved relocated been works speak learning"
    " fluent".split()
)
"""Words that come with a known name."""


def named(text: str, small: bool) -> str:
    """A sentence with capitals for its names: those that are known in any message, and whatever
    stands in the place of a name where a writer uses no capitals."""
    text = _SPEAKS.sub(_capitals, text)
    text = _compiled(_MOVED).sub(_known, _FIRM.sub(_known, text))
    text = _compiled(_HOME).sub(_home if small else _known, text)
    text = _compiled(_LIVES).sub(_known, text)
    return _CALLED.sub(_nick, _PERSON.sub(_person, text)) if small else text


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    """One that takes long to compile, for every place that is known: when it is first asked for,
    which in most commands it is not."""
    return re.compile(pattern)


def _known(found: re.Match[str]) -> str:
    """A name that is known, unless it is part of something else: "new york style"."""
    return _capitals(found) if found["known"] and _goes_on(found) else found[0]


def introduced(text: str) -> str:
    """A sentence with capitals for the first names of who speaks and of his friends."""
    for found in (_FRIEND, _SELF, _PAIR):
        text = found.sub(_given, text)
    return text


def _given(found: re.Match[str]) -> str:
    return _capitals(found) if found["name"] in GIVEN else found[0]


def _home(found: re.Match[str]) -> str:
    town = found["town"]
    if town is None:
        return _known(found)
    ordinary = any(word in ORDINARY for word in town.split()) or len(town) < 3
    if ordinary or _NO_TOWN.fullmatch(town) or _ABSTRACT.fullmatch(town) or not _goes_on(found):
        return found[0]
    return _capitals(found)


def _person(found: re.Match[str]) -> str:
    first, last = found["first"] or found["name"], found["last"] or ""
    if nobody(first) or not (found["first"] or _goes_on(found, listed=True)):
        return found[0]
    return _capitals(found, first) + last if nobody(last.strip()) else _capitals(found)


def _nick(found: re.Match[str]) -> str:
    name = found["name"]
    return found[0] if nobody(name) or _ABSTRACT.fullmatch(name) else _capitals(found)


def nobody(word: str) -> bool:
    """Whether a word in small letters is nobody's name."""
    return word in ORDINARY and word not in NAMES_TOO


def _goes_on(found: re.Match[str], listed: bool = False) -> bool:
    """Whether a name ends here: the sentence does, or goes on with a word that is in no name. One
    that may be `listed` is not followed by another: "rex and max"."""
    after = _NEXT.match(found.string, found.end())
    if after is None or (listed and after["next"] == "and" and after["after"] not in PLAIN):
        return False
    return after["next"] is None or after["next"].lower() in PLAIN


def _capitals(found: re.Match[str], name: str | None = None) -> str:
    said = found[0][: found.start("name") - found.start()]
    return said + re.sub(_WORD, _capital, name or found["name"])


def _capital(word: re.Match[str]) -> str:
    said = word[0]
    if said in _LITTLE:
        return said
    return said.upper() if said in _BIG else _SPELLED.get(said.lower(), said[:1].upper() + said[1:])
