"""A script in JSON: rules, of which the first that fits answers.

    [{"when": "which mode", "seen": "dark", "say": "Dark mode."},
     {"fail": "rate_limit", "wait": 1, "once": true},
     {"call": "weather", "arguments": {"city": "Porto"}, "when": "warm"},
     {"say": "I do not know."}]

`when` is looked for in the newest words of the user, `seen` in all that the model is shown; both
are regular expressions, whatever the case. In what is said, `{name}` is a group of either. `thinks`
is how many seconds an answer takes.
"""

from __future__ import annotations

import json
import re
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .requests import Request
from .says import Call, Drop, Fail, Reply, Say, Stall


@dataclass
class Rule:
    """One line of a script."""

    say: str = ""
    when: str = ""
    seen: str = ""
    refuse: str | None = None
    call: str = ""
    arguments: dict[str, Any] | None = None
    fail: str = ""
    wait: float | None = None
    drop: int | None = None
    stall: int | None = None
    once: bool = False
    thinks: float = 0.0

    def reply(self, request: Request) -> Reply | None:
        """What it answers to a request, or None if it does not fit."""
        found: dict[str, str] = {}
        for pattern, text in ((self.when, request.asked), (self.seen, request.seen)):
            match = re.search(pattern, text, re.IGNORECASE | re.DOTALL)
            if match is None:
                return None
            found |= {name: value or "" for name, value in match.groupdict().items()}
        text = re.sub(r"\{(\w+)\}", lambda m: found.get(m[1], m[0]), self.say)
        calls = (Call(self.call, self.arguments or {}),) if self.call else ()
        said = Say(text, calls, self.refuse)
        if self.fail:
            return Fail(self.fail, wait=self.wait)
        if self.drop is not None:
            return Drop(said, self.drop)
        return said if self.stall is None else Stall(said, self.stall)


def ruled(rules: Sequence[Rule]) -> Callable[[Request], Reply]:
    """A script as a function."""
    left, lock = list(rules), threading.Lock()

    def answer(request: Request) -> Reply:
        with lock:
            fits = ((rule, rule.reply(request)) for rule in left)
            rule, reply = next(((r, a) for r, a in fits if a is not None), (Rule(), None))
            if rule.once:
                left.remove(rule)
        time.sleep(rule.thinks)
        return reply or Say("I see.")

    return answer


def loaded(path: Path) -> Callable[[Request], Reply]:
    """A script from its file."""
    return ruled([Rule(**one) for one in json.loads(path.read_text("utf-8"))])
