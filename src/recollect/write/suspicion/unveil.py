"""What a text says once its disguises are off: invisible, look-alike, spelled or coded letters."""

from __future__ import annotations

import base64
import binascii
import html
import re
from codecs import decode as codec
from collections.abc import Iterator
from urllib.parse import unquote

from ...text.fold import fold
from .said import Said

MOST = 20_000
"""Characters of one coded passage that are decoded."""
SINGLE, CODED = 6, 16
"""So many words of one or two letters may be a spelling; so long a word may be a code."""

_TAGS = re.compile("[\U000e0020-\U000e007e]{4,}")
_FLAG = re.compile("\U0001f3f4[\U000e0020-\U000e007f]{3,8}")
_INVISIBLE = re.compile("(?<=[a-z])[\u00ad\u200b-\u200d\u2060-\u2064\ufeff]+(?=[a-z])", re.I)
_UNSEEN = re.compile("[\u00ad\u200b-\u200d\u2060-\u2064\ufeff]")
_ALIKE = re.compile("[\u0370-\u04ff\u0250-\u02af\u1d00-\u1d7f]")
_BACKWARDS = re.compile("\u202e([^\u202c\n]{8,})")
_MARKUP = re.compile(r"<!--|-->|</?[a-z][a-z0-9-]*(?: [^<>]{0,200})?/?>|[*`~]+")
_ATTRIBUTE = re.compile(r"\b(?:alt|title|content|aria-label|placeholder)=[\"']([^\"'<>]{12,})[\"']")
_LETTERS = re.compile(
    "[\u00aa-\u02ff\u0370-\u1fff\u2070-\u209f\u2100-\u214f\u2460-\u24ff\u2c00-\ud7ff\uf900-\ufffd"
    "\U0001d400-\U0001d7ff\U0001f100-\U0001f1ff\U00020000-\U000fffff]"
)
_MIXED = re.compile(r"\b(?=\w*[a-z])(?=\w*[\u0370-\u04ff\u0250-\u02af\u1d00-\u1d7f])\w+\b")
_LEET = re.compile(r"\b(?=[a-z@$]*[0134578@$])(?:[a-z]+[0134578@$]+|[0134578@$]+[a-z]+)[\w@$]*")
_INSIDE = re.compile(r"[0134578@$](?<=[a-z@$].)[a-z@$]")
_SPELLED = re.compile(r"(?<!\w)(?:\w(?: {1,2}|[.\-_/])){9,}\w(?!\w)")
_BASE64 = re.compile(r"(?<![A-Za-z0-9+/=_-])[A-Za-z0-9+/_-]{24,}={0,2}(?![A-Za-z0-9+/=_-])")
# What `_BASE64` and `_SPELLED` are made of in ASCII: a glance tells that there is none.
_IN_BASE64 = "".join("x" if _BASE64.match(chr(code) * 24) else " " for code in range(128))
_IN_SPELLED = "".join(
    "x" if chr(code).isalnum() else " " if chr(code) in " .-/" else "|" for code in range(128)
)
_HEX = re.compile(r"(?:[2-7][0-9a-fA-F](?:[ ,:]{0,2}(?:\\x|0x)|[ ,:]?)){16,}")
_PERCENT = re.compile(r"(?:%[0-9A-Fa-f]{2}[\w.~-]*){3,}")
_ENTITY = re.compile(r"(?:&#x?[0-9a-fA-F]{2,6};){4,}")
_ESCAPED = re.compile(r"(?:\\u00[2-7][0-9a-fA-F]){4,}")
# "ignore", "disregard", "instructions", "previous", "system", "prompt", "user" by thirteen letters
REVERSED = {"erongi", "dragersid", "snoitcurtsni", "suoiverp", "tpmorp", "metsys"}
ROT13 = {"vtaber", "qvfertneq", "vafgehpgvbaf", "cerivbhf", "flfgrz", "cebzcg", "hfre"}

# Cyrillic, Greek and small capitals that look Latin, after case folding.
_LOOKALIKES = str.maketrans(
    "аеорсухкмнтвіјѕԁһԛԝьαονρτυικηωεɩɪɢɴᴏʀᴇᴅᴜᴛᴄᴘᴠᴡᴀʟʏʜᴍᴋʙғᴊᴢ",
    "aeopcyxkmhtbijsdhqwbaovptuiknweiignoreductpvwalyhmkbfjz",
)
_DIGITS = str.maketrans("0134578@$", "oieastbas")


def plain(text: str) -> str:
    """One line of folded words: no case, accents, markup, or letters that only look Latin."""
    folded = fold(text) if text.isascii() or _LETTERS.search(text) else _bare(text)
    if not folded.isascii() and _ALIKE.search(folded):
        folded = _MIXED.sub(lambda word: word[0].translate(_LOOKALIKES), folded)
    if "<" in folded or ("*" in folded and "-->" in folded):
        folded = _MARKUP.sub(_kept, folded)
    elif "*" in folded:  # the rest of the markup is single signs
        folded = folded.replace("*", " ").replace("`", " ").replace("~", " ")
    return _spaced(folded)


def _spaced(text: str) -> str:
    """Text with one space wherever there is any, also before and behind it."""
    if not text or text.isspace():
        return text and " "
    return " " * text[0].isspace() + " ".join(text.split()) + " " * text[-1].isspace()


def _kept(tag: re.Match[str]) -> str:
    """What a tag says in words: the text of a picture, a title."""
    said = _ATTRIBUTE.findall(tag[0]) if "=" in tag[0] else ()
    return f" {'. '.join(said)} " if said else " "


def _bare(text: str) -> str:
    """Text whose only other characters are signs and pictures, which can go."""
    for quote in "\u2018\u2019":
        text = text.replace(quote, "'")
    for quote in "\u201c\u201d":
        text = text.replace(quote, '"')
    return fold(text.encode("ascii", "ignore").decode("ascii"))


def disguises(text: str) -> list[str]:
    """The names of the disguises that a text wears."""
    if text.isascii():
        return []
    found = []
    if _TAGS.search(_FLAG.sub("", text)):
        found.append("hidden.tags")
    if _UNSEEN.search(text) and len(_INVISIBLE.findall(text)) >= 3:
        found.append("hidden.invisible")
    if _BACKWARDS.search(text):
        found.append("hidden.backwards")
    if _ALIKE.search(text) and len(_MIXED.findall(text.lower())) >= 2:
        found.append("hidden.lookalikes")
    return found


def decoded(text: str, said: Said) -> Iterator[str]:
    """What hidden and coded passages of a text say; its words tell which to look for."""
    lengths = [*map(len, said.words)]
    if not text.isascii():
        for hidden in _TAGS.findall(_FLAG.sub("", text)):
            yield "".join(chr(ord(sign) - 0xE0000) for sign in hidden)
        yield from (found[1][::-1] for found in _BACKWARDS.finditer(text))
    if (lengths.count(1) >= SINGLE or "_" in said.text) and not _plainly_unspelled(text):
        yield from (_together(run) for run in _SPELLED.findall(text))
    if lengths.count(2) >= SINGLE or max(lengths, default=0) >= CODED:
        if not text.isascii() or "x" * 24 in text.translate(_IN_BASE64):
            yield from _from_base64(text)
        if sum(map(text.count, "234567")) >= 16:
            yield from _from_hex(text)
    if "%" in text and _PERCENT.search(text):
        yield unquote(text[:MOST])
    if "&#" in text and _ENTITY.search(text):
        yield html.unescape(text[:MOST])
    if "\\u00" in text and _ESCAPED.search(text):
        yield _ESCAPED.sub(lambda run: codec(run[0], "unicode_escape"), text[:MOST])
    if not REVERSED.isdisjoint(said.words):
        yield text[:MOST][::-1]
    if not ROT13.isdisjoint(said.words):
        yield codec(text[:MOST], "rot13")


def unleeted(folded: str) -> str | None:
    """Folded text with its digits read as letters, if any stands within a word."""
    if not _INSIDE.search(folded):
        return None
    made, count = _LEET.subn(lambda word: word[0].translate(_DIGITS), folded)
    return made if count >= 2 else None


def _plainly_unspelled(text: str) -> bool:
    """Whether a text has no ten signs one by one."""
    if not text.isascii() or "_" in text:
        return False
    return " ".join("x" * 10) not in text.translate(_IN_SPELLED).replace("  ", " ")


def _together(run: str) -> str:
    """Letters spelled one by one: two spaces part words, one space parts letters."""
    return "".join(" " if part == "" else part for part in re.split(r"[ .\-_/]", run))


def _from_base64(text: str) -> Iterator[str]:
    for run in _BASE64.findall(text):
        body = run[:MOST].rstrip("=").replace("-", "+").replace("_", "/")
        body = body[: len(body) - (len(body) % 4 == 1)]
        try:
            yield from _readable(base64.b64decode(body + "=" * (-len(body) % 4)))
        except binascii.Error:
            continue


def _from_hex(text: str) -> Iterator[str]:
    for run in _HEX.findall(text):
        digits = re.sub(r"\\x|0x|[ ,:]", "", run[: 2 * MOST])
        yield from _readable(bytes.fromhex(digits[: len(digits) // 2 * 2]))


def _readable(made: bytes) -> Iterator[str]:
    """Bytes that are text with words in it; most strings of such letters are not."""
    try:
        text = made.decode("utf-8")
    except UnicodeDecodeError:
        return
    if text.isprintable() and " " in text:
        yield text
