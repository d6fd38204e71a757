"""The words of a piece of HTML."""

from __future__ import annotations

import re
from html.parser import HTMLParser

BLOCKS = {
    "blockquote", "br", "div", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "li", "ol", "p", "pre",
    "table", "tr", "ul",
}  # fmt: skip
UNSEEN = {"script", "style", "head"}


class _Words(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[str] = []
        self._literal, self._unseen = 0, 0

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag in BLOCKS:
            self.found.append("\n")
        if tag == "li":
            self.found.append("- ")
        self._literal += tag == "pre"
        self._unseen += tag in UNSEEN

    def handle_endtag(self, tag: str) -> None:
        if tag in BLOCKS and tag != "br":
            self.found.append("\n")
        elif tag in ("td", "th"):
            self.found.append(" ")
        self._literal -= tag == "pre" and self._literal > 0
        self._unseen -= tag in UNSEEN and self._unseen > 0

    def handle_data(self, data: str) -> None:
        if not self._unseen:
            self.found.append(data if self._literal else re.sub(r"\s+", " ", data))


def plain(html: str) -> str:
    """The text without its tags: a block begins a line, and only what is preformatted keeps its
    spaces."""
    parser = _Words()
    parser.feed(html)
    parser.close()
    lines = (line.rstrip() for line in "".join(parser.found).split("\n"))
    return re.sub(r"\n{2,}", "\n", "\n".join(lines)).strip()
