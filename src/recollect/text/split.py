"""Cut a folded chunk of text (one without white space) into words and unspaced runs."""

from __future__ import annotations

import re
from functools import cache

from .lists import STOP_CHARACTERS

# Scripts written without spaces between words: Han, kana, bopomofo, Thai, Lao, Burmese, Khmer.
# Hangul has spaces, but glues its particles to the word.
_HAN = "\u3005-\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_HANGUL = "\u1100-\u11ff\uac00-\ud7a3"
_UNSPACED = (
    _HAN
    + _HANGUL
    + "\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3105-\u312f\u31f0-\u31ff"
    + "\u0e01-\u0e30\u0e32\u0e33\u0e40-\u0e46\u0e81-\u0eb0\u0eb2\u0eb3\u0ebd-\u0ec6\u0edc-\u0edf"
    + "\u1000-\u102a\u103f\u1050-\u1055\u1780-\u17b3"
)
# Where marks that spell a word are found; accents are folded away before.
_MARKED = (range(0x300, 0x1D00), range(0x3099, 0x309B), range(0xA66F, 0xAC00))
# Rare Indic scripts, taken whole: hundreds of single ranges beyond U+FFFF make a slow pattern.
_MARKED_RARE = "\U00010a00-\U00011fff"

# A compound is words held together by single joints, with a C++ or C# ending if it has one.
_JOINT = r"(?:['\-.:@&]|_++|(?<=\d),(?=\d{3}(?!\d)))"
_ENDING = r"(?:\+\+|\#)?"
_ASCII = re.compile(rf"[a-z0-9]++(?>(?:{_JOINT}[a-z0-9]++)*){_ENDING}")
_JOINTS = re.compile(r"['\-.:@&_]+")
# Joints that do not stand between two digits.
_LOOSE = re.compile(r"['\-.:@&_]++(?!\d)|(?<!\d)['\-.:@&_]++")
_CLITIC = re.compile(r"'(?:s|d|m|ll|re|ve)$")


def split(chunk: str) -> tuple[list[str], list[list[str]]]:
    """The words, simple or compound, and the unspaced runs as characters with their marks."""
    if chunk.isascii():
        return _ASCII.findall(chunk), []
    piece, character = _patterns()
    words: list[str] = []
    runs: list[list[str]] = []
    for match in piece.finditer(chunk):
        if match.lastgroup == "run":
            runs.append(character.findall(match[0]))
        else:
            words.append(match[0])
    return words, runs


def parts(word: str) -> tuple[list[str], str]:
    """The simple words in a word, and its joined form ("" when it is not a compound).

    The joined form drops the joints, so that e-mail meets email and wi-fi meets wifi, but keeps
    those between digits, which tell 3.14 from 314.
    """
    word = _CLITIC.sub("", word).replace(",", "").removeprefix("www.")
    simple = _JOINTS.split(word.rstrip("+#"))
    joined = _LOOSE.sub("", word)
    if joined == simple[0]:
        return simple, ""
    if word.endswith("n't"):
        return [joined], ""
    # A letter of e-mail, R&D or C++ means nothing alone.
    return [part for part in simple if len(part) > 1 or not part.isalpha()], joined


def singles(run: list[str]) -> list[str]:
    """The characters of an unspaced run that can be words alone: Han and Hangul, not particles."""
    return _single().findall("".join(run))


def is_hiragana(pair: str) -> bool:
    """Whether a pair of characters is written in hiragana alone."""
    return "\u3041" <= pair[0] <= "\u309f" and "\u3041" <= pair[-1] <= "\u309f"


@cache
def _single() -> re.Pattern[str]:
    return re.compile(f"(?![{''.join(STOP_CHARACTERS)}])[{_HAN}{_HANGUL}]")


@cache
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str]]:
    # On first use, since ASCII text never needs them and they take a few milliseconds.
    from unicodedata import category

    marks = _MARKED_RARE + "".join(
        chr(code) for block in _MARKED for code in block if category(chr(code)).startswith("M")
    )
    letters = rf"(?>(?:[^\W_{_UNSPACED}][{marks}]*+)+)"
    # Nothing real has more marks on one character, and a pair of them must stay short.
    character = rf"[{_UNSPACED}][{marks}]{{0,8}}+"
    piece = rf"(?P<run>(?>(?:{character})+))|{letters}(?>(?:{_JOINT}{letters})*){_ENDING}"
    return re.compile(piece), re.compile(character)
