"""Four languages, one memory: what one of them said is updated, ended and asked for in another."""

import pytest

from recollect import Memory

from .standing import standing

CHANGES = [
    ("Ich wohne in Köln.", "I moved to Porto.", "The user moved to Porto."),
    ("I live in Lisbon.", "Ich bin nach Köln gezogen.", "The user moved to Köln."),
    ("Vivo en Lima.", "J'habite à Lyon.", "The user lives in Lyon."),
    ("J'habite à Lyon.", "me mude a Lima", "The user moved to Lima."),
    ("Ich arbeite bei Bosch.", "I no longer work at Bosch.", "The user no longer works at Bosch."),
    ("I work at Bosch.", "Ich arbeite nicht mehr bei Bosch.", "The user no longer works at Bosch."),
    ("I work at Bosch.", "Ya no trabajo en Bosch.", "The user no longer works at Bosch."),
    ("I work at Bosch.", "Je ne travaille plus chez Bosch.", "The user no longer works at Bosch."),
    ("Trabajo en Indra.", "I lost my job.", "The user lost their job."),
    ("I work at Bosch.", "He perdido mi trabajo.", "The user lost their job."),
    ("I love jazz.", "Je n'aime plus le jazz.", "The user no longer likes jazz."),
    ("J'adore le jazz.", "I hate jazz.", "The user hates jazz."),
    ("Ich mag Jazz.", "Odio el jazz.", "The user hates jazz."),
    ("I'm vegan.", "Ich bin keine Veganerin mehr.", "The user is no longer vegan."),
    ("Ich bin Vegetarierin.", "I eat meat again.", "The user eats meat again."),
    ("I'm vegetarian.", "He vuelto a comer carne.", "The user eats meat again."),
    ("I prefer dark mode.", "Ich bevorzuge den hellen Modus.", "The user prefers light mode."),
    ("Prefiero respuestas cortas.", "I prefer long answers.", "The user prefers long answers."),
    ("Ich bin verheiratet.", "I got divorced.", "The user got divorced."),
    (
        "Soy alérgico a las nueces.",
        "Ya no soy alérgico a las nueces.",
        "The user is no longer allergic to nueces.",
    ),
    ("My birthday is May 5.", "Mein Geburtstag ist am 6. Mai.", "The user's birthday is May 6."),
    ("Ich bin Lehrerin.", "I'm a nurse now.", "The user is a nurse."),
    ("I'm a nurse.", "Ich bin jetzt Lehrerin.", "The user is Lehrerin."),
    ("Meine Zeitzone ist CET.", "My timezone is EST.", "The user's timezone: EST."),
    (
        "Mon film préféré est Amélie.",
        "My favourite film is Up.",
        "The user's favourite film is Up.",
    ),
    ("Ich habe zwei Kinder.", "Tengo tres hijos.", "The user has three children."),
    ("Ich heiße Anna.", "My name is Hanna.", "The user's name is Hanna."),
    ("I'm 34 years old.", "J'ai 35 ans.", "The user is 35 years old."),
    (
        "I live in Berlin.",
        "Früher habe ich in Berlin gewohnt, jetzt wohne ich in Hamburg.",
        "The user lives in Hamburg.",
    ),
    ("My dog is called Rex.", "Mein Hund Rex ist gestorben.", "The user's dog Rex died."),
    ("My dog is called Rex.", "Mi perro Rex murió.", "The user's dog Rex died."),
    ("My dog is called Rex.", "Mon chien Rex est mort.", "The user's dog Rex died."),
    ("I don't like coffee.", "I like coffee again.", "The user likes coffee again."),
    ("My name is Dave.", "My name isn't Dave, it's David.", "The user's name is David."),
]
ASKED = {
    "I moved to Porto.": [
        "Where do I live?",
        "Wo wohne ich?",
        "wo wohne ich jetzt eigentlich",
        "¿Dónde vivo?",
        "donde vivo ahora?",
        "Où est-ce que j'habite ?",
        "Où j’habite ?",
    ],
    "Trabajo en Indra.": [
        "Where do I work?",
        "Wo arbeite ich?",
        "¿Dónde trabajo?",
        "¿Para quién trabajo?",
        "Où est-ce que je travaille ?",
    ],
    "Moi, je m'appelle Anne.": [
        "What is my name?",
        "Wie heiße ich?",
        "wie heisse ich nochmal?",
        "¿Cómo me llamo?",
        "Comment je m'appelle ?",
    ],
    "Ich bin 35 Jahre alt.": [
        "How old am I?",
        "Wie alt bin ich?",
        "¿Cuántos años tengo?",
        "Quel âge ai-je ?",
    ],
}
SAID = (
    "Ich wohne in Köln.",
    "I work at Acme.",
    "Me llamo Ana.",
    "I'm 34 years old.",
    "Was für ein schöner Tag, ich gehe jetzt spazieren.",
    *ASKED,
    "Wo ist eigentlich der Bahnhof?",
)


@pytest.mark.parametrize(("before", "after", "note"), CHANGES)
def test_what_changed_takes_the_place_of_what_was(before: str, after: str, note: str):
    assert len(standing(before)) == 1
    assert standing(before, after) == [note]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("I live in Lisbon.", "Wohne ich in Köln?"),
        ("I live in Lisbon.", "Ich möchte nach Köln ziehen."),
        ("Vivo en Lima.", "Mi hermana vive en Cusco."),
        ("J'aime le jazz.", "Je n'aime pas le rock."),
        ("Soy alérgico a las nueces.", "Ya no soy alérgico al polen."),
        ("Ich arbeite bei Bosch.", "Vergiss, dass ich bei Bosch arbeite."),
    ],
)
def test_what_only_sounds_alike_stays(before: str, after: str):
    assert standing(before)[0] in standing(before, after)


def test_the_same_in_another_language_is_the_same():
    assert standing("Ich wohne in Porto.", "Vivo en Porto.", "I live in Porto.") == [
        "The user lives in Porto."
    ]


@pytest.mark.parametrize(
    ("answer", "asked"), [(answer, asked) for answer, all in ASKED.items() for asked in all]
)
def test_a_question_finds_what_was_said_last(answer: str, asked: str):
    with Memory("memory://") as memory:
        for day, words in enumerate(SAID, 1):
            memory.add(words, user_id="dana", at=f"2026-03-{day:02}")
        assert memory.search(asked, user_id="dana")[0].text == answer


def test_values_the_graph_and_the_context_know_it_too():
    with Memory("memory://", embedder=None) as memory:
        for words in ("Ich heiße Dana und wohne in Köln.", "Meine Frau heißt Lena."):
            memory.add(words, user_id="dana", at="2026-03-01")
        assert memory.value("user.home.place", user_id="dana") == "Köln"
        assert memory.value("user.name", user_id="dana") == "Dana"
        memory.add("Nous avons déménagé à Lyon.", user_id="dana", at="2026-03-02")
        assert memory.value("user.home.place", user_id="dana") == "Lyon"
        [home] = memory.related("The user", relation="LIVES_IN", user_id="dana")
        [wife] = memory.related("The user", relation="HAS_WIFE", user_id="dana")
        assert (home.object, wife.object) == ("Lyon", "Lena")
        assert "Lyon" in str(memory.context("Wo wohne ich?", user_id="dana"))
