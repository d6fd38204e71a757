"""Stored text cannot act on a terminal."""

from __future__ import annotations

import pytest

from recollect.cli.terminal import one_line, safe

from .conftest import Cli

EVIL = (
    "\x1b[31mred\x1b]8;;http://x\x07link \x9b2J \u202eright-to-left \u2066hidden\u2069 \x08\x7f "
    "\u2028new line \U000e0041tag \r overwritten"
)
ACTING = "\x1b\x07\x9b\u202e\u2066\u2069\x08\x7f\u2028\U000e0041\r"


def test_what_acts_is_spelled_out() -> None:
    made = safe(EVIL)
    assert not set(made) & set(ACTING)
    assert made.startswith("\\x1b[31mred")
    assert "\\u202eright" in made
    assert "\\U000e0041tag" in made


def test_writing_of_the_world_stays() -> None:
    for text in ("naïve\n\tindented", "日本語", "שלום", "می‌خواهم", "👩‍💻", "a\r\nb"):
        assert safe(text) == text.replace("\r\n", "\n")
    assert one_line("a\nb " * 100, 10) == "a b a b a…"


@pytest.mark.parametrize(
    "verb", ["messages", "search evil --words-only --explain --min-relevance 0", "show", "history"]
)
def test_no_verb_lets_it_through(cli: Cli, verb: str) -> None:
    (id,) = cli("add", "-", "--words-only", "--json", typed=f"evil [red]x[/red] {EVIL}").json["ids"]
    ran = cli(*verb.split(), *([id] if verb in ("show", "history") else []))
    assert ran.code == 0
    assert not set(ran.out) & set(ACTING)
    assert "[red]x[/red]" in ran.out


def test_json_is_exact_and_escaped(cli: Cli) -> None:
    cli("add", "-", "--words-only", typed=EVIL)
    ran = cli("messages", "--json")
    assert ran.json["messages"][0]["content"] == EVIL
    assert ran.out.isascii()
    assert not set(ran.out) & set(ACTING)


def test_markup_and_emoji_codes_are_just_text(cli: Cli) -> None:
    cli("add", "[link=http://x]y[/link] :smile: [/] [bold", "--words-only", "-s", "[red]s")
    assert "[link=http://x]y[/link] :smile: [/] [bold" in cli("messages").out
    assert "[red]s" in cli("messages").out
    assert "[red]s" in cli("sessions").out


def test_errors_cannot_act_either(cli: Cli) -> None:
    cli("add", "x", "--words-only")
    ran = cli("show", "\x1b[31mred")
    assert "\x1b" not in ran.err
    assert "\x1b" not in cli("search", "x", "--\x1b[31m").err
    assert "\x1b" not in cli("add", "x", "--db", "\x1b[31m").err


def test_a_terminal_without_columns_still_shows(
    cli: Cli, kept: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "0")
    assert "I prefer dark mode." in cli("messages").out
    assert "me  user" in cli("users").out
