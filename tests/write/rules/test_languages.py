"""German, Spanish and French as people write them: every true sentence is noted, no false one."""

from datetime import UTC, datetime

import pytest

from recollect.types import Message
from recollect.write.rules import propose

from .languages import french, german, spanish

AT = datetime(2026, 3, 9, 12, tzinfo=UTC)  # a Monday
RIGHT = [*german.RIGHT, *spanish.RIGHT, *french.RIGHT]
WRONG = [*german.WRONG, *spanish.WRONG, *french.WRONG]


def texts(said, name=None, before=None):
    return [note.text for note in propose(Message(said, "user", name, at=AT), before)]


@pytest.mark.parametrize(("said", "note"), RIGHT)
def test_what_is_said_is_noted(said, note):
    found = texts(said)
    assert note in found
    assert set(found) <= {other for same, other in RIGHT if same == said} | {
        "Sabine is the user's wife."
    }


@pytest.mark.parametrize("said", WRONG)
def test_what_is_not_stated_is_not(said):
    assert texts(said) == []


@pytest.mark.parametrize(
    "said",
    [
        "Translate: Ich wohne in Köln",
        "translate to English: me llamo Ana y vivo en Lugo",
        "Proofread this: Je travaille chez Airbus.",
        "Übersetze ins Englische: I live in Cologne and I work at Bosch.",
        "Traduce al alemán: I live in Cologne.",
        "Traduis en allemand : I live in Cologne.",
        "How do you say ich wohne in Köln in Spanish?",
        "The lesson was: Ich wohne in Berlin.",
        "In German, ich wohne in Berlin means I am a Berliner.",
        "She told me vivo en Madrid",
        "```\nIch wohne in Köln.\n```",
        "> J'habite à Lyon",
        'Er sagte: "Ich heiße Tom. Ich wohne in Köln. Ich arbeite bei Bosch."',
        "Sie las vor: „Ich heiße Tom. Ich wohne in Köln.“",
        "Elle a lu : « Je m'appelle Anne. J'habite à Lyon. »",
        "Ich wohne in Köln. " + "und so weiter " * 400,
    ],
)
def test_words_to_work_on_are_nobodys_own(said):
    assert texts(said) == []


@pytest.mark.parametrize(
    "said",
    [
        "I like soy sauce and soy milk, me too!",
        "The die was cast in Rom, and so was I.",
        "mi casa es su casa",
        "C'est la vie, I love it!",
        "Note: payments may be late.",
        "Je ne sais quoi is what I need.",
        "Was ich noch sagen wollte",
        "Vivo phones are cheap in India.",
        "Ich bin ein Berliner, said Kennedy.",
    ],
)
def test_a_few_foreign_words_are_no_statement(said):
    assert [note for note in texts(said) if "soy" not in note] == []


def test_english_is_read_as_ever_beside_them():
    assert texts("I live in Lisbon. Meine Schwester wohnt in Köln.") == [
        "The user lives in Lisbon."
    ]
    assert texts("My wife is German: Ich heiße Anna, she said.") == []
    assert texts("I live in Lisbon and ich wohne in Köln.") == ["The user lives in Lisbon."]


def test_a_speaker_with_a_name_is_called_by_it():
    assert texts("Ich wohne in Köln.", "Dana") == ["Dana lives in Köln."]
    assert texts("Mi mujer se llama Eva.", "James") == ["James' wife is called Eva."]


@pytest.mark.parametrize(
    ("asked", "said", "note"),
    [
        ("Schön! Wie heißt du?", "Anna", "The user's name is Anna."),
        ("Und wo wohnst du?", "Köln", "The user lives in Köln."),
        ("¿Cómo te llamas?", "Marta", "The user's name is Marta."),
        ("¿Dónde vives?", "Lima", "The user lives in Lima."),
        ("Comment tu t'appelles ?", "Léa", "The user's name is Léa."),
        ("Quel âge as-tu ?", "31", "The user is 31 years old."),
    ],
)
def test_a_short_answer_is_read_with_its_question(asked, said, note):
    assert texts(said, before=Message(asked, "assistant")) == [note]
    assert texts(said, before=Message("Shall we go on?", "assistant")) == []


@pytest.mark.parametrize("role", ["assistant", "system", "tool"])
def test_only_the_user_is_read(role):
    for said in ("Ich heiße Anna.", "Me llamo Ana.", "Je m'appelle Anne."):
        assert propose(Message(said, role, at=AT)) == []


def test_a_note_says_where_it_comes_from():
    said = "Guten Tag! Ich wohne in Köln. Danke!"
    [note] = propose(Message(said, at=AT))
    assert said[slice(*note.span)] == "Ich wohne in Köln."
    assert (note.rule, note.slot, note.relation, note.object) == (
        "home.lives_in",
        "home.place",
        "LIVES_IN",
        "Köln",
    )


@pytest.mark.parametrize(
    ("before", "by", "said", "right"),
    [
        ("Ich wohne in Köln.", "user", "Nein, in Bonn.", "The user lives in Bonn."),
        ("Alles klar, du wohnst in Köln.", "assistant", "nein, Bonn", "The user lives in Bonn."),
        ("Du heißt Anna.", "assistant", "Nein, Hanna.", "The user's name is Hanna."),
        ("Vivo en Lima.", "user", "Perdón, en Cusco.", "The user lives in Cusco."),
        ("Vale, vives en Lima.", "assistant", "No, en Cusco.", "The user lives in Cusco."),
        ("Tienes 34 años.", "assistant", "No, 35.", "The user is 35 years old."),
        ("Donc tu habites à Lyon.", "assistant", "Non, à Nice.", "The user lives in Nice."),
        ("Je travaille chez Renault.", "user", "Pardon, Airbus.", "The user works at Airbus."),
    ],
)
def test_a_correction_needs_no_verb(before, by, said, right):
    [note] = propose(Message(said, at=AT), Message(before, by))
    assert (note.text, note.instead is not None) == (right, True)


@pytest.mark.parametrize(
    ("before", "said"),
    [
        ("Du wohnst in Köln.", "Nein, danke."),
        ("Du wohnst in Köln.", "Nein"),
        ("Wohnst du in Köln?", "Nein, Bonn?"),
        ("Köln liegt am Rhein bei Bonn.", "Nein, Mainz."),
        ("Vives en Lima.", "No, gracias."),
        ("Lyon est belle.", "Non, Nice."),
    ],
)
def test_what_is_no_correction(before, said):
    assert propose(Message(said, at=AT), Message(before, "assistant")) == []
