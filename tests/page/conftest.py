"""One server and one browser for all; each test has a user and a window of its own."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import quote, urlencode

import pytest

from tests.page.house import House, browsing, furnish, serving

NUMBERS = itertools.count(1)
WATCH = """
addEventListener("securitypolicyviolation",
  (event) => console.error(`policy: ${event.violatedDirective}`));
"""


@pytest.fixture(scope="session")
def house() -> Iterator[House]:
    """A server without keys."""
    with TemporaryDirectory(prefix="recollect-") as folder, serving(Path(folder)) as made:
        yield made


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """A browser."""
    with browsing() as made:
        yield made


@pytest.fixture(scope="session")
def expect() -> Any:
    """What waits until something holds; the browser's driver is there for these tests only."""
    from playwright.sync_api import expect

    return expect


@pytest.fixture
def user() -> str:
    """Somebody whom no other test knows."""
    return f"user {next(NUMBERS)}"


@pytest.fixture
def ids(house: House, user: str) -> dict[str, str]:
    """The user has said and done things."""
    return furnish(house, user)


@dataclass
class Window:
    """A page in the browser. What its console says is an error, unless it is expected."""

    page: Any
    url: str
    expected: list[str] = field(default_factory=list)
    said: list[str] = field(default_factory=list)

    def watch(self) -> None:
        """Listen to the console."""
        self.page.on("console", lambda one: self.said.append(f"{one.type}: {one.text}"))
        self.page.on("pageerror", lambda error: self.said.append(f"thrown: {error}"))

    def open(self, view: str = "", **params: str) -> Any:
        """Go to a view by its address, as a link from elsewhere would; the page."""
        self.page.goto("about:blank")
        self.page.goto(self.at(view, **params))
        return self.settled()

    def at(self, view: str, **params: str) -> str:
        """The address of a view."""
        return f"{self.url}#/{view}?{urlencode(params, quote_via=quote)}" if view else self.url

    def settled(self) -> Any:
        """Wait until the view is there."""
        self.page.wait_for_selector("main[aria-busy=false] h1")
        return self.page

    def check(self) -> None:
        """Nothing unexpected was said."""
        odd = [one for one in self.said if not any(word in one for word in self.expected)]
        assert odd == []


@pytest.fixture
def windows(browser: Any) -> Iterator[Callable[..., Window]]:
    """Windows, with options of the browser's."""
    opened: list[tuple[Window, Any]] = []

    def make(house: House, **options: Any) -> Window:
        context = browser.new_context(**{"reduced_motion": "reduce", **options})
        context.set_default_timeout(20_000)
        context.add_init_script(WATCH)
        window = Window(context.new_page(), house.url)
        window.watch()
        opened.append((window, context))
        return window

    yield make
    for window, context in opened:
        window.page.unroute_all(behavior="ignoreErrors")  # a request may still be under way
        context.close()
        window.check()


@pytest.fixture
def window(windows: Callable[..., Window], house: House) -> Window:
    """A window on the server without keys."""
    return windows(house)
