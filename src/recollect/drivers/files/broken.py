"""What a form says of a file it cannot read."""

from __future__ import annotations

import codecs


class Broken(Exception):
    """The file cannot be read. `torn` if all that is wrong is that its end is missing."""

    def __init__(self, why: str, line: int | None = None, *, torn: bool = False) -> None:
        super().__init__(why if line is None else f"line {line}: {why}")
        self.torn = torn


def decoded(data: bytes) -> str:
    """The words of a file, without half a letter or zeros that a crash left at its end."""
    whole = data.rstrip(b"\0")
    try:
        text = codecs.getincrementaldecoder("utf-8-sig")().decode(whole)
    except UnicodeDecodeError as error:
        line = whole[: error.start].count(b"\n") + 1
        raise Broken("it is not UTF-8 text", line) from None
    return text.replace("\r\n", "\n")
