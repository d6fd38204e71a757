"""Whatever a model proposes, nothing that was known is deleted or overwritten."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from recollect import Memory, Message, Note
from recollect.models.llm.json_text import fit
from recollect.models.llm.schema import Unfit
from recollect.orders import Close, Seen
from recollect.write.offers import offers, settle
from recollect.write.page import SCHEMA, Page

NOW = datetime(2026, 3, 1, tzinfo=UTC)
NUMBERS = st.sampled_from(
    ["m1", "m2", "m3", "m9", "n1", "n2", "n3", "n4", "n9", "m0", "", "*", "m1 ", "-1", "id0"]
)
WORDS = st.one_of(
    st.sampled_from(["The user lives in Lisbon.", "Lisbon", "user", "home.place", "likes", "?"]),
    st.text(max_size=40),
)
DATES = st.one_of(st.none(), st.sampled_from(["2026", "2026-02-30", "0001-01-01"]), st.text())
FACTS = st.fixed_dictionaries(
    {
        "text": WORDS,
        "kind": st.sampled_from(["semantic", "episodic", "procedural", "core", "summary"]),
        "messages": st.lists(NUMBERS, max_size=4),
        "does": st.sampled_from(["new", "same", "replaces", "conflicts", "delete"]),
        "note": st.one_of(st.none(), NUMBERS),
    },
    optional={
        **dict.fromkeys(("topic", "subject", "relation", "object"), st.one_of(st.none(), WORDS)),
        "confidence": st.one_of(st.none(), st.floats(), st.text(max_size=3)),
        "valid_from": DATES,
        "valid_to": DATES,
        "id": st.sampled_from(["id0", "id1"]),
    },
)
JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=9)),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner),
    max_leaves=6,
)
ANSWERS = st.fixed_dictionaries({"facts": st.lists(st.one_of(FACTS, JSON), max_size=8)})


def said(number: int, role: str = "user", **more: Any) -> Message:
    at = datetime(2026, 1, number + 1, tzinfo=UTC)
    return Message(f"words {number}", role, at=at, id=f"said{number}", user_id="dana", **more)


def known(number: int, text: str, **more: Any) -> Note:
    at = datetime(2025, 12, number + 1, tzinfo=UTC)
    made = Note(text=text, id=f"id{number}", learned_at=at, recorded_at=at, user_id="dana")
    return replace(made, **more)


BY_RULE = {"rule": "home.lives_in"}
PAGE = Page(
    (said(0), said(1, "assistant"), said(2, "tool")),
    (
        known(0, "The user lives in Lisbon.", key="user.home.place", value="Lisbon",
              object="Lisbon", metadata=BY_RULE),
        known(1, "home: Rome", key="home", value="Rome"),
        known(2, "The user likes jazz.", key="user.likes.jazz", metadata=BY_RULE, trust=0.3),
        known(3, "A later one.", key="user.later", metadata=BY_RULE,
              learned_at=datetime(2026, 2, 1, tzinfo=UTC)),
    ),
)  # fmt: skip


@settings(max_examples=300)
@given(ANSWERS)
def test_no_note_is_deleted_or_overwritten(answer: dict[str, Any]) -> None:
    try:
        data = fit(answer, SCHEMA).data
    except Unfit:
        return
    offered, _ = offers(data, PAGE, "model:1", NOW)
    decision = settle(offered, PAGE.notes, {})
    before = {note.id: note for note in PAGE.notes}
    shown = {message.id for message in PAGE.messages}
    for note in decision.puts:
        assert note.id not in before, "it has its own id"
        assert set(note.sources) <= shown
        assert note.sources
        assert note.metadata["model"] == "model:1"
        assert note.kind in ("semantic", "episodic", "procedural")
        assert note.trust <= 1.0
        assert note.user_id == "dana"
    for close in decision.closes:
        assert isinstance(close, Close)
        old = before[close.id]
        assert old.metadata, "what was set by hand stays open"
        assert old.learned_at <= close.closed_at
        assert any(note.replaces == close.id for note in decision.puts)
    assert all(isinstance(seen, Seen) and seen.id in before for seen in decision.seen)
    opened = [note.key for note in decision.puts if note.open]
    standing = [note.key for note in PAGE.notes if note.id not in {c.id for c in decision.closes}]
    assert len(set(opened)) == len(opened), "one open note to a key"
    assert not set(opened) & set(standing)


@settings(max_examples=40)
@given(st.lists(st.one_of(ANSWERS, JSON, st.text()), min_size=1, max_size=3))
def test_a_memory_survives_any_model(answers: list[Any]) -> None:
    left = list(answers)

    def model(messages: Any, schema: Any) -> Any:
        return left.pop(0) if left else {"facts": []}

    with Memory("memory://", embedder=None, llm=model) as memory:
        memory.set("home", "Rome", user_id="dana")
        memory.add("I live in Lisbon. I love jazz.", user_id="dana", learn="later")
        memory.add(["My home is Lisbon, and jazz.", "I live in Porto."], user_id="dana")
        memory.learn()
        words = [message.content for message in memory.messages(user_id="dana")]
        assert len(words) == 3
        every = memory.notes(user_id="dana", closed=True)
        texts = {note.text for note in every}
        assert {"home: Rome", "The user lives in Lisbon.", "The user loves jazz."} <= texts
        assert memory.value("home", user_id="dana") == "Rome"
        assert memory.verify().ok
