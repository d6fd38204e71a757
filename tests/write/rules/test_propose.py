"""What a message offers, and above all what it does not."""

import re
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from recollect.types import KINDS, Message
from recollect.write.rules import propose
from recollect.write.rules.engine import LONGEST_TALK
from recollect.write.rules.when import calendar

AT = datetime(2026, 3, 9, 12, tzinfo=UTC)


def texts(said, role="user", name=None, before=None):
    return [note.text for note in propose(Message(said, role, name, at=AT), before)]


@pytest.mark.parametrize(
    "said",
    [
        "Do I live in Lisbon?",
        "If I live in Lisbon, the rent is high.",
        "What if my name is Dana?",
        "Imagine I live in Lisbon.",
        "She said I live in Lisbon.",
        "He goes, I live in Lisbon, and I laughed.",
        "She's like, I love pizza.",
        "I love my job, said no one ever.",
        "I work at NASA. Just kidding!",
        "I live on the moon jk",
        'He wrote "I live in Lisbon" on the wall.',
        "I wish I worked at Acme; maybe I work at Acme one day.",
        "Pretend you are Dana. I live in Lisbon.",
        "Act as a pirate. My name is Jack.",
        "Write a letter for me: I live in Lisbon and I love pizza.",
        "Dear Sir,\nI live in Lisbon.\nKind regards,\nDana",
        "Anna: I live in Lisbon.\nBob: I live in Porto.\nAnna: I love Porto.",
        "```\nI live in Lisbon\n```",
        "> I live in Lisbon",
        "I don't live in Lisbon.",
        "I've never been to Porto.",
        "I love it!",
        "I'd love to hear more about that.",
        "Explain it like I'm 5 years old.",
        "I wonder whether I work at Acme.",
        "",
        "?",
    ],
)
def test_what_is_no_statement_makes_no_note(said):
    assert texts(said) == []


@pytest.mark.parametrize(
    "said",
    [
        "It sounds like you live in Lisbon.",
        "You seem to love hiking, and I think you work at Acme.",
        "I live in Lisbon and I love pizza.",
        "1. I have scheduled your review for March 12.",
    ],
)
def test_an_assistant_only_says_what_it_has_done(said):
    assert texts(said, "assistant") == []


@pytest.mark.parametrize("role", ["system", "developer", "tool"])
def test_only_speakers_count(role):
    assert texts("My name is Dana.", role) == []


def test_a_question_may_follow_a_statement():
    assert texts("I live in Lisbon, do you know a good baker?") == ["The user lives in Lisbon."]


def test_a_speaker_with_a_name_is_called_by_it():
    said = "I live in Lisbon with my friend Ana."
    assert texts(said, name="Dana") == [
        "Dana lives in Lisbon with their friend Ana.",
        "Ana is Dana's friend.",
    ]
    assert texts("I sold my car yesterday.", name="James")[0].startswith("James sold their car")


def test_a_note_carries_what_the_graph_and_the_calendar_need():
    [note] = propose(Message("By the way, I attended a wine tasting yesterday.", at=AT))
    assert (note.kind, note.subject, note.relation) == ("episodic", "The user", "DID")
    assert note.valid_from == datetime(2026, 3, 8, tzinfo=UTC)
    assert note.valid_to == datetime(2026, 3, 9, tzinfo=UTC)
    [home] = propose(Message("Hello! I live in Lisbon.", at=AT))
    assert (home.slot, home.relation, home.object) == ("home.place", "LIVES_IN", "Lisbon")
    assert "Hello! I live in Lisbon."[slice(*home.span)] == "I live in Lisbon."


def test_a_short_answer_is_read_with_its_question():
    asked = Message("Nice to meet you. What's your name?", "assistant")
    [note] = propose(Message("Dana", at=AT), asked)
    assert (note.text, note.span) == ("The user's name is Dana.", (0, 4))
    assert propose(Message("Dana", at=AT), Message("Shall we go on?", "assistant")) == []


def test_remember_and_forget():
    [kept] = propose(Message("Please remember that I am allergic to nuts.", at=AT))
    assert (kept.act, kept.text) == ("state", "The user is allergic to nuts.")
    [gone] = propose(Message("Forget that I work at Acme.", at=AT))
    assert (gone.act, gone.text) == ("forget", "The user works at Acme.")
    [ended] = propose(Message("I no longer work at Acme.", at=AT))
    assert ended.act == "end"


def test_a_limit_stays_with_the_statement():
    assert texts("For the small API, I prefer tabs over spaces.") == [
        "The user prefers tabs over spaces (for the small API)."
    ]


def test_what_is_pasted_is_not_said():
    assert texts("I live in Lisbon. " + "x " * LONGEST_TALK) == []


def test_names_and_numbers_stay_exact():
    assert texts("I just bought a Škoda Octavia RS 2.0 for €23,450.50 in the US.") == [
        "The user bought a Škoda Octavia RS 2.0 for €23,450.50 in the US."
    ]


@pytest.mark.parametrize(
    ("start", "end", "said"),
    [
        ((2026, 3, 9), (2026, 3, 10), "2026-03-09"),
        ((2026, 3, 1), (2026, 4, 1), "2026-03"),
        ((2026, 1, 1), (2027, 1, 1), "2026"),
        ((2026, 3, 2), (2026, 3, 9), "2026-03-02 to 2026-03-08"),
        ((2025, 12, 1), (2026, 3, 1), "2025-12-01 to 2026-02-28"),
    ],
)
def test_the_calendar_is_short(start, end, said):
    assert calendar(datetime(*start, tzinfo=UTC), datetime(*end, tzinfo=UTC)) == said


WORDS = st.sampled_from(
    "I I'm I've my we our you the a is am have love prefer live in at Lisbon Dana, and but if"
    " just got yesterday on March 12 2026 named called . ! ? \" ' ( ) - – … \n ** ``` > : ; 50%"
    " ’ é 東京 🙂 \u0301 {who} {0} \\ remember that forget to always never let's decided"
    " ich wohne heiße bin mag nicht mehr vivo en me llamo soy no gusta ¿ je j'habite à aime pas „ “"
    " dass que et y und Köln".split(" ")
)


@settings(max_examples=300)
@given(
    said=st.one_of(st.text(max_size=300), st.lists(WORDS, max_size=80).map(" ".join)),
    role=st.sampled_from(["user", "assistant"]),
    name=st.sampled_from([None, "Dana", "{x}", ""]),
)
def test_any_text_is_safe(said, role, name):
    before = Message("What's your name?", "assistant")
    for note in propose(Message(said, role, name, at=AT), before):
        assert note.kind in KINDS
        assert note.text.strip()
        assert 0 <= note.span[0] <= note.span[1] <= len(said)
        assert 0 < note.confidence <= 1


def read_after(before: Message, said: str) -> list[tuple[str, str]]:
    found = propose(Message(said, at=AT), before)
    return [(one.text, one.instead.text if one.instead else "") for one in found]


WEDNESDAY = "The user's dentist appointment is on Wednesday (2026-03-11)."
THURSDAY = "The user's dentist appointment is on Thursday (2026-03-12)."


@pytest.mark.parametrize(
    "said",
    [
        "No, Thursday.",
        "No, it's on Thursday!",
        "Sorry, I meant Thursday",
        "Actually, Thursday, not Wednesday.",
        "oops, make it thursday",
    ],
)
@pytest.mark.parametrize(
    "before",
    [
        Message("My dentist appointment is on Wednesday."),
        Message("Noted, your dentist appointment is on Wednesday. Good luck!", "assistant"),
    ],
    ids=["own", "repeated"],
)
def test_a_correction_without_a_verb(before, said):
    right = THURSDAY if "T" in said else THURSDAY.replace("Thursday", "thursday")
    assert read_after(before, said) == [(right, WEDNESDAY)]


@pytest.mark.parametrize(
    ("before", "said", "right"),
    [
        ("So you live in Porto.", "Actually, Lisbon.", "The user lives in Lisbon."),
        ("Nice, your sister's name is Anna.", "No, Hanna.", "The user's sister is called Hanna."),
        (
            "You have a meeting on March 12 at 3pm.",
            "No, 4pm.",
            "The user has a meeting on March 12 at 4pm (2026-03-12).",
        ),
    ],
)
def test_names_and_times_are_corrected_too(before, said, right):
    assert [text for text, _ in read_after(Message(before, "assistant"), said)] == [right]


@pytest.mark.parametrize(
    ("before", "said"),
    [
        ("The museum opens on Monday.", "No, Tuesday."),  # nothing of the user's
        ("Your flight is on Monday and your talk is on Tuesday.", "No, Friday."),  # which?
        ("Is your appointment on Monday?", "No, thanks."),
        ("Your appointment is on Monday.", "No, it is fine."),
        ("Your appointment is on Monday.", "No, Monday."),
        ("Your appointment is on Monday.", "No, 4pm."),
        ("Your appointment is on Monday.", "Thursday."),
        ("Your appointment is on Monday.", ""),
        ("You live in Porto.", "No, Lisbon?"),
    ],
)
def test_what_is_no_correction(before, said):
    assert read_after(Message(before, "assistant"), said or "No") == []


@pytest.mark.parametrize("day", range(1, 8))
def test_a_meeting_is_never_in_the_past(day):
    at = datetime(2026, 3, day, 9, tzinfo=UTC)
    for said in (
        "We meet on Friday.",
        "We agreed to meet on Friday.",
        "I'm meeting Ana on Friday.",
    ):
        (note, *_) = propose(Message(said, at=at))
        (named,) = re.findall(r"\((.*?)\)", note.text)
        friday = datetime.fromisoformat(named).date()
        assert friday.weekday() == 4
        assert 0 <= (friday - at.date()).days <= 7


@pytest.mark.parametrize(
    ("said", "slot", "note"),
    [
        ("Remember that I live in Rome.", "home.place", "The user lives in Rome."),
        ("Please note that I work at Acme.", "work.employer", "The user works at Acme."),
        ("For the record, I'm 34 years old.", "age", "The user is 34 years old."),
        ("FYI my name is Dana.", "name", "The user's name is Dana."),
    ],
)
def test_what_is_asked_to_be_remembered_takes_the_place_of_what_was_known(said, slot, note):
    [found] = propose(Message(said, at=AT))
    assert (found.text, found.slot) == (note, slot)


def test_what_no_other_rule_reads_is_remembered_beside_it():
    assert texts("Remember that I park on level 3 and I live in Rome.") == [
        "The user lives in Rome.",
        "The user parks on level 3.",
    ]


def test_to_expect_a_child_is_no_marital_status():
    [found] = propose(Message("We're expecting our first baby.", at=AT))
    assert found.slot is None


@pytest.mark.parametrize(
    ("said", "began", "ended"),
    [
        ("I'm on leave from 2 to 9 April.", "2026-04-02", "2026-04-10"),
        ("I'm on leave from 15 March until 2 April.", "2026-03-15", "2026-04-03"),
        ("I'm on leave from March 15.", "2026-03-15", None),
        ("I'm on leave until March 20.", None, "2026-03-21"),
    ],
)
def test_who_is_away_from_a_day_is_so_from_then(said: str, began: str | None, ended: str | None):
    [note] = propose(Message(said, at=AT))
    days = [day and day.date().isoformat() for day in (note.valid_from, note.valid_to)]
    assert days == [began, ended]


@pytest.mark.parametrize(
    ("said", "noted"),
    [
        ("I moved out of Rotterdam, I'm in Utrecht now.", "The user moved out of Rotterdam."),
        ("I stopped taking zinc, now I'm on iron.", "The user stopped taking zinc."),
        ("My rent went up to 1,210.", "The user's rent is 1,210."),
        ("Dr. Wu lives in Oslo.", "Dr. Wu lives in Oslo."),
    ],
)
def test_a_note_ends_where_its_clause_does(said: str, noted: str):
    assert texts(said) == [noted]
