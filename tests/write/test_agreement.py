"""After an edit, a note's text, its value and its relation say one thing."""

import pytest

from recollect import Memory, Note
from recollect.write.agreement import agreed

LIVES = Note(text="The user lives in Lisbon.", key="user.home.place", value="Lisbon",
             subject="The user", relation="LIVES_IN", object="Lisbon")  # fmt: skip
CITY = Note(text="city: Rome", key="city", value="Rome")
BARE = Note(text="city: ", key="city", value="")
LIMIT = Note(text="limit: 42", key="limit", value=42)
ALLERGY = Note(text="The user is allergic to peanuts.", key="user.allergic_to.peanuts",
               subject="The user", relation="ALLERGIC_TO", object="peanuts")  # fmt: skip
PLAIN = Note(text="Dana loves tea.")


@pytest.mark.parametrize(
    ("note", "text", "others"),
    [
        (LIVES, "The user lives in Porto.", {"value": "Porto", "object": "Porto"}),
        (LIVES, "The user lives in Porto", {"value": "Porto", "object": "Porto"}),
        (LIVES, "The user lives in Lisbon.", {}),
        (
            LIVES,
            "The user has no home.",
            {"value": "The user has no home.", "relation": None, "object": None},
        ),
        (LIVES, "Lisbon is where the user lives.", {}),
        (
            LIVES,
            "The user lived in Lisbon until May and left.",
            {
                "value": "The user lived in Lisbon until May and left.",
                "relation": None,
                "object": None,
            },
        ),
        (CITY, "city: Oslo", {"value": "Oslo"}),
        (CITY, "Moved to Oslo.", {"value": "Moved to Oslo."}),
        (BARE, "city: Oslo", {"value": "Oslo"}),
        (BARE, "Moved to Oslo.", {"value": "Moved to Oslo."}),
        (LIMIT, "limit: 43", {"value": 43}),
        (LIMIT, "limit: none", {"value": "none"}),
        (ALLERGY, "The user is allergic to walnuts.", {"object": "walnuts"}),
        (ALLERGY, "Nothing of it is true.", {"relation": None, "object": None}),
        (PLAIN, "Dana loves coffee.", {}),
    ],
)
def test_a_new_text_is_read(note: Note, text: str, others: dict[str, object]):
    assert agreed(note, {"text": text}) == {"text": text, **others}


@pytest.mark.parametrize(
    ("note", "value", "others"),
    [
        (LIVES, "Porto", {"text": "The user lives in Porto.", "object": "Porto"}),
        (
            LIVES,
            ["Porto", "Rome"],
            {
                "text": 'The user lives in ["Porto", "Rome"].',
                "relation": None,
                "object": None,
            },
        ),
        (CITY, "Oslo", {"text": "city: Oslo"}),
        (LIMIT, 43, {"text": "limit: 43"}),
    ],
)
def test_a_new_value_is_spelled(note: Note, value: object, others: dict[str, object]):
    assert agreed(note, {"value": value}) == {"value": value, **others}


def test_both_are_taken_as_they_are_said():
    both = {"text": "By the sea, in Porto.", "value": "Porto"}
    assert agreed(LIVES, both) == {**both, "object": "Porto"}


@pytest.mark.parametrize("change", [{"text": "The user lives in Porto."}, {"value": "Porto"}])
def test_every_way_of_asking_has_the_new_place(tmp_path, change):
    with Memory(tmp_path / "a.db") as memory:
        memory.add("I live in Lisbon.", user_id="dana")
        [note] = memory.notes(user_id="dana", key="user.home.place")
        memory.update(note.id, user_id="dana", **change)
        assert memory.value("user.home.place", user_id="dana") == "Porto"
        [best, *_] = memory.search("Where do I live?", user_id="dana")
        assert "Porto" in best.text
        [edge] = memory.related("The user", relation="LIVES_IN", user_id="dana")
        assert edge.object == "Porto"
