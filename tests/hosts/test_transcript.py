"""One item as a message and back: exactly, whatever JSON it is."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recollect import InputError
from recollect.hosts.transcript import DEEPEST, MOST, WORDLESS, Said, decoded, encoded
from recollect.write.accept import accept
from recollect.write.limits import MAX_CONTENT, scope

AT = datetime(2026, 3, 1, tzinfo=UTC)
DANA = scope("dana")
texts = st.text(st.characters(exclude_categories=()), max_size=20)
leaves = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | texts
)
values = st.recursive(
    leaves, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4)
)


def through(item: Any, lines: list[str]) -> Any:
    """An item as it comes back from a memory, which takes each message that it is kept in."""
    kept = encoded(Said(item, "user", lines), AT)
    (message,) = accept(kept.message, DANA, AT)
    for piece in kept.pieces:
        accept({"content": WORDLESS, "metadata": {"piece": piece, "n": 1}}, DANA, AT)
    return decoded(message, kept.pieces)


def as_json(item: Any) -> Any:
    """What a pair of surrogates is, where JSON has a say."""
    return json.loads(json.dumps(item))


def strings(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [text for one in inner for text in strings(one)]


@given(st.dictionaries(texts, values, max_size=5), st.data())
def test_any_json_comes_back_as_it_was(item: dict[str, Any], data: st.DataObject):
    item = as_json(item)
    some = strings(item) or ["hello"]
    lines = data.draw(st.lists(st.sampled_from(some) | texts, max_size=4))
    before = json.dumps(item)
    assert through(item, lines) == item
    assert json.dumps(item) == before, "the caller's own item was changed"


def test_a_long_text_is_kept_once():
    text = "All of this is one long text. " * 20_000
    item = {"role": "user", "content": [{"type": "input_text", "text": text}], "again": text}
    kept = encoded(Said(item, "user", [text]), AT)
    assert kept.message.content == text
    assert not kept.pieces
    assert len(json.dumps(kept.message.metadata)) < 300
    assert decoded(kept.message) == item


@pytest.mark.parametrize(
    "text",
    [
        "a\0b",
        "\ud800",
        "half \udfff",
        "\0",
        "\\u0000",
        "\u2028 \x85 \ufeff\r\n",
        "👩‍👩‍👧",
        " ",
        "\n",
    ],
)
def test_text_that_cannot_be_stored_comes_back(text: str):
    item = {"role": "user", "content": text, "deep": [{"x": [text]}], text: 1}
    assert through(item, [text, "and more"]) == item
    assert through(item, []) == item


@pytest.mark.parametrize("size", [MOST - 100, MOST, MOST + 1, 300_000])
@pytest.mark.parametrize("sign", ["A", '"', "\\", "é", "\n", "\0"])
def test_any_size_comes_back(size: int, sign: str):
    item = {"type": "input_image", "image_url": sign * size}
    assert through(item, ["What is this?"]) == item


def test_many_small_values_come_back():
    item = {"type": "x", "rows": [{"n": n, "text": f"row {n}"} for n in range(20_000)]}
    assert through(item, []) == item


def test_words_beyond_what_a_message_holds_are_cut_there_and_whole_in_the_item():
    long = "word " * (MAX_CONTENT // 4)
    item = {"role": "user", "content": ["before", long, "behind"]}
    kept = encoded(Said(item, "user", ["before", long, "behind"]), AT)
    assert len(kept.message.content) == MAX_CONTENT
    assert kept.message.content.startswith("before\nword word")
    assert through(item, ["before", long, "behind"]) == item


def test_what_says_nothing_is_not_learned_from():
    kept = encoded(Said({"type": "reasoning"}, "assistant", ["", " \n"]), AT)
    assert kept.message.content == WORDLESS
    assert kept.message.metadata["learn"] == "never"
    assert "learn" not in encoded(Said({"a": "b"}, "user", ["b"]), AT).message.metadata


@pytest.mark.parametrize(
    "item", [None, "text", ["list"], {"x": float("nan")}, {"x": b"bytes"}, {"x": object()}]
)
def test_what_is_no_json_object_is_refused(item: Any):
    with pytest.raises(InputError, match="an item must be"):
        encoded(Said(item, "user"), AT)


@pytest.mark.parametrize("depth", [DEEPEST + 2, 900, 100_000])
def test_what_is_nested_too_deeply_is_refused(depth: int):
    item: dict[str, Any] = {}
    for _ in range(depth):
        item = {"x": item}
    with pytest.raises(InputError):
        encoded(Said(item, "user"), AT)


def test_redacted_words_come_back_redacted():
    item = {"role": "user", "content": [{"text": "my key"}, {"text": "and more"}]}
    message = encoded(Said(item, "user", ["my key", "and more"]), AT).message
    (shorter,) = accept(
        {"content": "my [redacted]\nand more", "metadata": dict(message.metadata)}, DANA, AT
    )
    got = decoded(shorter)
    assert got == {"role": "user", "content": [{"text": "my [redacted]\nand more"}, {"text": ""}]}


def test_another_message_has_no_item():
    (message,) = accept("hello", DANA, AT)
    assert decoded(message) is None
