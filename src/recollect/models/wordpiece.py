"""The uncased BERT tokenizer in plain Python: text in, WordPiece ids out."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence

CLS, SEP = "[CLS]", "[SEP]"
_UNKNOWN = "[UNK]"
_SPECIAL = re.compile(r"(\[(?:PAD|UNK|CLS|SEP|MASK)\])")
_GAP = re.compile(r"[ \t\n\r]")

_LONGEST_WORD = 100  # characters; BERT calls a longer word unknown
_WINDOW = 4096  # characters read at a time, so that a long text stops at its limit
_WORDS_KEPT = 50_000
_CHARACTERS_KEPT = 20_000

# What BERT takes for Chinese. The gap at U+2B820 is the reference's own slip: kept.
_CHINESE = (
    (0x4E00, 0x9FFF),
    (0x3400, 0x4DBF),
    (0x20000, 0x2A6DF),
    (0x2A700, 0x2B73F),
    (0x2B740, 0x2B81F),
    (0x2B920, 0x2CEAF),
    (0xF900, 0xFAFF),
    (0x2F800, 0x2FA1F),
)

# The reference knows the character classes of Unicode 8. A mark, a punctuation or a format
# character of a later version is a plain letter to it; three others have changed class since.
# Without this table the same text would also differ between versions of Python.
_NEWER = (
    (0x5C8, 0x5C9), (0x61D, 0x61D), (0x7FD, 0x7FD), (0x890, 0x8E2), (0x9FD, 0x9FE),
    (0xA76, 0xA76), (0xAFA, 0xAFF), (0xB53, 0xB55), (0xC04, 0xC3C), (0xC77, 0xC77),
    (0xC84, 0xC84), (0xD00, 0xD00), (0xD3B, 0xD3C), (0xD81, 0xD81), (0xEBA, 0xEBA),
    (0xECE, 0xECE), (0x180F, 0x1886), (0x1ABF, 0x1AF0), (0x1B4E, 0x1B4F), (0x1B7D, 0x1B7F),
    (0x1DF6, 0x1DFB), (0x2E43, 0x2E63), (0xA82C, 0xA82C), (0xA8C5, 0xA8C5), (0xA8FF, 0xA8FF),
    (0xA9BD, 0xA9BD), (0x10D24, 0x10F89), (0x11070, 0x11074), (0x110C2, 0x110CD),
    (0x111CF, 0x111CF), (0x1123E, 0x11241), (0x1133B, 0x1133B), (0x113BB, 0x1145E),
    (0x11660, 0x1166C), (0x116B9, 0x116B9), (0x1182F, 0x11FFF), (0x12FF1, 0x1612F),
    (0x16D6D, 0x16F4F), (0x16FE2, 0x16FE4), (0x1CF00, 0x1D128), (0x1D25B, 0x1D25C),
    (0x1E000, 0x1E6F5), (0x1E944, 0x1E95F),
)  # fmt: skip
_CHANGED = {0x166D: "Po", 0x1734: "Mn", 0x111C9: "Po"}


class WordPiece:
    """Splits text the way `BertTokenizerFast` does for bert-base-uncased."""

    def __init__(self, vocabulary: Iterable[str]) -> None:
        self._ids = {piece: number for number, piece in enumerate(vocabulary)}
        self._longest = max(map(len, self._ids))
        self._unknown = (self._ids[_UNKNOWN],)
        self._ends = self._ids[CLS], self._ids[SEP]
        self._characters = _Characters()
        self._words: dict[str, tuple[int, ...]] = {}

    def encode(self, text: str, limit: int) -> list[int]:
        """The ids of a text with [CLS] and [SEP] around it, at most `limit` in all."""
        first, last = self._ends
        ids = [first]
        for word in self._split(text):
            ids.extend(self._words.get(word) or self._word(word))
            if len(ids) >= limit:
                del ids[limit - 1 :]
                break
        ids.append(last)
        return ids

    def _split(self, text: str) -> Iterator[str]:
        for window in _windows(text):
            # The reference finds special tokens in the raw text, before it is lowered.
            for part in _SPECIAL.split(window) if "[" in window else (window,):
                if _SPECIAL.fullmatch(part):
                    yield part
                else:
                    yield from part.translate(self._characters).split()

    def _word(self, word: str) -> tuple[int, ...]:
        pieces = self._pieces(word)
        if len(word) <= _LONGEST_WORD:
            if len(self._words) >= _WORDS_KEPT:
                self._words.clear()
            self._words[word] = pieces
        return pieces

    def _pieces(self, word: str) -> tuple[int, ...]:
        if _SPECIAL.fullmatch(word):
            return (self._ids[word],)
        if len(word) > _LONGEST_WORD:
            return self._unknown
        found: list[int] = []
        start = 0
        while start < len(word):
            end = min(len(word), start + self._longest)
            while (piece := self._ids.get(_piece(word, start, end))) is None:
                end -= 1
                if end == start:
                    return self._unknown
            found.append(piece)
            start = end
        return tuple(found)


class _Characters(dict[int, str | None]):
    """What `str.translate` puts in place of a character, worked out when it is first met.

    Cleaning, spacing out, stripping accents and lowering all look at one character at a time,
    so one table does the four steps of BERT in one pass.
    """

    def __missing__(self, code: int) -> str | None:
        if len(self) >= _CHARACTERS_KEPT:
            self.clear()
        self[code] = replacement = _normalise(chr(code))
        return replacement


def _normalise(character: str) -> str | None:
    if character in "\t\n\r":
        return " "
    if character == "\ufffd" or _category(character) in ("Cc", "Cf", "Cs", "Co"):
        return None
    if character.isspace():
        return " "
    letters = [
        letter.lower()
        for letter in unicodedata.normalize("NFD", character)
        if _category(letter) != "Mn"
    ]
    text = "".join(f" {part} " if _is_punctuation(part) else part for part in letters)
    return f" {text} " if _within(ord(character), _CHINESE) else text


def _is_punctuation(character: str) -> bool:
    if character.isascii():
        return character.isprintable() and not character.isalnum() and character != " "
    return _category(character[0]).startswith("P")


def _category(character: str) -> str:
    code = ord(character)
    if code in _CHANGED:
        return _CHANGED[code]
    category = unicodedata.category(character)
    late = (category in ("Mn", "Cf") or category[0] == "P") and _within(code, _NEWER)
    return "Lo" if late else category


def _within(code: int, ranges: tuple[tuple[int, int], ...]) -> bool:
    return any(low <= code <= high for low, high in ranges)


def _windows(text: str) -> Sequence[str] | Iterator[str]:
    return (text,) if len(text) <= _WINDOW else _cut(text)


def _cut(text: str) -> Iterator[str]:
    start = 0
    while start < len(text):
        gap = _GAP.search(text, start + _WINDOW)
        end = gap.end() if gap else len(text)
        yield text[start:end]
        start = end


def _piece(word: str, start: int, end: int) -> str:
    return word[start:end] if start == 0 else "##" + word[start:end]
