"""What nobody would see, or what means something to Markdown here, spelt so that it lasts."""

from __future__ import annotations

import re

SPELT = re.compile(r"&#(0|9|10|13|32|35|38|42|45|183);")
DASHES = re.compile(r"-(?=[- \t]*(?:\n|\Z))")
EDGE = re.compile(r"\A[ \t\n]+|[ \t\n]+\Z")
NOTHING = "&#0;"


def spelt(text: str) -> str:
    """A text whose spaces at either end last, and that is no nothing."""
    made = text.replace("&#", "&#38;#").replace("\r", "&#13;")
    if DASHES.match(made):  # behind a bullet they would be a line across the page
        made = f"&#45;{made[1:]}"
    return EDGE.sub(lambda edge: _all(edge[0]), made) or NOTHING


def spelt_name(name: str, letters: str) -> str:
    """A name without some letters."""
    made = spelt(name)
    return "".join(f"&#{ord(c)};" if c in letters else c for c in _kept_whole(made))


def read(text: str) -> str:
    """What was spelt."""
    return SPELT.sub(lambda found: "" if found[1] == "0" else chr(int(found[1])), text)


def _all(letters: str) -> str:
    return "".join(f"&#{ord(letter)};" for letter in letters)


def _kept_whole(text: str) -> list[str]:
    """Letters, and what is spelt already."""
    return re.findall(r"&#\d+;|.|\n", text)
