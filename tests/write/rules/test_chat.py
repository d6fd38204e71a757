"""What people type to an assistant: with smiles, without "I", in jest, two things at once."""

from datetime import UTC, datetime

import pytest

from recollect import Memory
from recollect.types import Message
from recollect.write.rules import propose

AT = datetime(2026, 3, 9, 12, tzinfo=UTC)  # a Monday

STATED = {
    "turned 30 yesterday!!": ["The user turned 30 yesterday (2026-03-08)."],
    "switched from Notion to Obsidian": ["The user switched from Notion to Obsidian."],
    "actually call me Jonny": ["The user goes by Jonny."],
    "My fave band is Radiohead": ["The user's favourite band is Radiohead."],
    "my daughter mia is 6": [
        "Mia is the user's daughter.",
        "The user's daughter Mia is 6 years old.",
    ],
    "My wife Jenna is pregnant with our second, due in July": [
        "Jenna is the user's wife.",
        "The user's wife Jenna is pregnant with their second, due in July.",
    ],
    "I live in a small town in Wales so a car is a must": [
        "The user lives in a small town in Wales.",
    ],
    "I drive a 2015 Subaru Outback and the engine light came on": [
        "The user drives a 2015 Subaru Outback.",
    ],
    "I'm working as a barista at the moment but hoping to become a designer": [
        "The user works as a barista."
    ],
    "i got fired lol": ["The user got fired."],
    "I'm allergic to nuts 🥜": ["The user is allergic to nuts."],
    "I'm married ❤️": ["The user is married."],
    "i'm 34 :)": ["The user is 34 years old."],
    "ich bin vegan lol": ["The user is vegan."],
    "ich hab zwei kinder haha": ["The user has two children."],
    "soy vegana jaja": ["The user is vegan."],
    "j'adore le chocolat mdrrr": ["The user loves chocolat."],
    "Yeah, I absolutely love hiking": ["The user loves hiking."],
    "J'aime l'ironie.": ["The user likes ironie."],
    "I use Arch btw": ["The user uses Arch."],
    "Got laid off yesterday.": ["The user got laid off yesterday (2026-03-08)."],
    "moved to leeds last week": ["The user moved to Leeds last week (2026-03-02 to 2026-03-08)."],
    "i dont live in austin anymore, moved to houston in january": [
        "The user no longer lives in Austin.",
        "The user moved to Houston in January (2026-01).",
    ],
    "Since last week I live in Ghent.": ["The user lives in Ghent."],
    "I speak Urdu, English and a little French": [
        "The user speaks Urdu, English and a little French."
    ],
    "My son Leo is allergic to nuts, need snack ideas": [
        "Leo is the user's son.",
        "The user's son Leo is allergic to nuts.",
    ],
    "I live in Porto. Wait no, Lisbon.": ["The user lives in Lisbon."],
    "I'm 34. No, 35.": ["The user is 35 years old."],
    "I live in Porto. No, thanks.": ["The user lives in Porto."],
    "Ich wohne in München. Ach nein, in Augsburg.": ["The user lives in Augsburg."],
    "Ich wohne in Köln. Nein, danke.": ["The user lives in Köln."],
    "Vivo en Madrid. Ah no, en Toledo.": ["The user lives in Toledo."],
    "J'habite à Paris. Ah non, à Versailles.": ["The user lives in Versailles."],
    "sorry, typo: I work at Acme not Acne": ["The user works at Acme."],
    "I switched to oat milk last year, dairy gives me hives": [
        "The user switched to oat milk last year (2025)."
    ],
    "My wife Ana is due in May": ["Ana is the user's wife."],
    "I'll be 65 next year, when can I retire": ["The user will be 65 next year (2027)."],
    "Hablo español, catalán y un poco de inglés": [
        "The user speaks Spanish, Catalan and some English."
    ],
    "Je parle français, arabe et un peu anglais": [
        "The user speaks French, Arabic and some English."
    ],
    "Me acabo de mudar a Sevilla, ¿conoces un gimnasio?": ["The user moved to Sevilla."],
    "Estoy en paro desde ayer": ["The user is unemployed."],
    "Estoy embarazada de 14 semanas": ["The user is pregnant."],
    "Vivo sola en Gijón": ["The user lives in Gijón."],
    "Me encanta levantarme temprano": ["The user loves levantarse temprano."],
    "Empecé en Siemens el lunes pasado": [
        "The user started a new job at Siemens last Monday (2026-03-02)."
    ],
    "J'ai été viré hier, je fais quoi ?": ["The user lost their job yesterday (2026-03-08)."],
    "Je suis au chômage depuis hier": ["The user is unemployed."],
    "Je suis enceinte de 14 semaines": ["The user is pregnant."],
    "Je vis seule à Metz": ["The user lives in Metz."],
    "Malheureusement j'habite toujours à Créteil": ["The user lives in Créteil."],
    "Ça fait trois ans que j'habite à Montréal": ["The user lives in Montréal."],
    "Je suis de nouveau célibataire": ["The user is single."],
    "J'adore me lever tôt": ["The user loves se lever tôt."],
    "Je travaille comme serveur le week-end": ["The user works as serveur."],
}
NOT_STATED = [
    "lol sure, I totally love waking up at 5am",
    "Oh great, I just love Mondays",
    "I'm a software engineer turned baker",
    "Moved to Trash by accident",
    "Na klar, ich liebe Montage. Ironie aus.",
    "Claro, me encanta madrugar... ironía",
    "Bien sûr, j'adore me lever à 5h... ironie",
    "J'adore les lundis. Ironie.",
    "I love running!! (not)",
    "Ich liebe Montage! Nicht.",
    "Ich wohne in Köln. Das stimmt gar nicht.",
    "Soy vegano. Mentira.",
    "J'adore les lundis. Pas vraiment.",
    "Vengo de Madrid",
    "I'm only vegetarian on weekdays",
    "I prefer short answers today",
    "For the story: I'm a pirate and I live in Tortuga",
    "Für die Geschichte: Ich bin Pirat und lebe in Tortuga",
    "Para la historia: soy un pirata y vivo en Tortuga",
    "Pour l'histoire : je suis un pirate et j'habite à Tortuga",
    "ich wohne in münchen, äh augsburg",
    "vivo en madrid, digo toledo",
    "j'habite à paris, enfin versailles",
    "Ich bin seit Januar vegan, habe aber nach zwei Wochen aufgegeben",
    "Soy vegano desde enero pero lo dejé a las dos semanas",
    "Je suis végan depuis janvier mais j'ai arrêté au bout de deux semaines",
]
OVER = [
    ("I live in Denver.", "I used to live in Denver but now I'm in Boise."),
    ("I work at Google.", "got laid off yesterday"),
    ("I drive a Skoda.", "I sold my car last weekend."),
    ("I'm allergic to nuts.", "Turns out I'm not allergic to nuts after all!"),
    ("I prefer dark mode.", "I don't like dark mode anymore."),
    ("Ich liebe Kaffee.", "Kaffee mag ich nicht mehr."),
    ("Ich bin 34.", "Ich bin gestern 35 geworden."),
    ("Tengo 34 años.", "Ayer cumplí 35."),
    ("J'ai 34 ans.", "J'ai eu 35 ans hier."),
    ("Vivo en Madrid.", "Desde la semana pasada vivo en Toledo."),
    ("J'habite à Lyon.", "Depuis la semaine dernière j'habite à Nice."),
    ("Ich arbeite bei Bosch.", "Mir wurde gestern gekündigt, was jetzt?"),
    ("Ich bin verheiratet.", "Ich bin wieder Single."),
    ("Trabajo en Bosch.", "Estoy en paro desde ayer."),
    ("Soy alérgica a los gatos.", "Al final no soy alérgica a los gatos!"),
    ("Je travaille chez Bosch.", "Je suis au chômage depuis hier."),
    ("Je suis allergique aux noix.", "Finalement je ne suis pas allergique aux noix !"),
]


@pytest.mark.parametrize("said", STATED)
def test_what_is_told_is_noted(said: str):
    assert [note.text for note in propose(Message(said, at=AT))] == STATED[said]


@pytest.mark.parametrize("said", NOT_STATED)
def test_what_is_not_told_is_not(said: str):
    assert propose(Message(said, at=AT)) == []


def test_who_is_left_out_is_the_one_spoken_of():
    notes = propose(Message("My brother is sad. Got laid off yesterday.", at=AT))
    assert not [note for note in notes if "laid off" in note.text]


@pytest.mark.parametrize(("said", "then"), OVER)
def test_what_is_over_ends(said: str, then: str):
    with Memory("memory://", embedder=None) as memory:
        memory.add(said, user_id="dana", at=AT)
        [known] = memory.notes(user_id="dana")
        memory.add(then, user_id="dana")
        assert known.text not in [note.text for note in memory.notes(user_id="dana")]


def test_an_accent_makes_no_article():
    with Memory("memory://", embedder=None) as memory:
        memory.add("J'aime le thé vert. J'aime le vert.", user_id="dana")
        assert len(memory.notes(user_id="dana")) == 2
