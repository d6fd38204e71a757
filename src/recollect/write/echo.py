"""What was recalled lately: when the assistant repeats it, that is no news."""

from __future__ import annotations

import re
from collections import OrderedDict, deque
from collections.abc import Iterable

from ..text.fold import fold
from ..types import Owner
from .extract import Claim

TEXTS = 256
OWNERS = 64
_WORD = re.compile(r"\w+")


class Echo:
    """Remembers the last texts that were recalled for each owner, as long as the process lives."""

    def __init__(self) -> None:
        self._texts: OrderedDict[Owner, deque[str]] = OrderedDict()

    def recalled(self, owner: Owner, texts: Iterable[str]) -> None:
        """These were shown just now."""
        held = self._texts.setdefault(owner, deque(maxlen=TEXTS))
        self._texts.move_to_end(owner)
        held.extend(texts)
        while len(self._texts) > OWNERS:
            self._texts.popitem(last=False)

    def is_news(self, claim: Claim) -> bool:
        """Whether a claim says more than what the assistant was shown."""
        held = self._texts.get(claim.scope.owner)
        if claim.message.role != "assistant" or not held:
            return True
        said = {_words(claim.words), _words(claim.note.text)}
        return not any(words in shown for shown in map(_words, list(held)) for words in said)


def _words(text: str) -> str:
    return f" {' '.join(_WORD.findall(fold(text)))} "
