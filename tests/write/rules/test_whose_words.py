"""Whose words they are, and whether they are meant: quotations of any length, hearsay, what is
taken back, what only might be so."""

import pytest

from recollect.types import Message
from recollect.write.rules import propose

QUOTED = [
    'She said: "I have two cats. I live in Leeds. My dog is called Rex."',
    "He texted “I quit my job. I work at Google now. I hate mornings.” Can you believe it?",
    "From the ad: 'I love jazz. I'm from Rome. My name is Tony.'",
    "From the ad: ‘I love jazz. I’m from Rome. I live in Rome.’",
    'What about this line? "I live in Berlin. I love techno."',
    'In the runbook write: "I am on call every weekend. My phone is 555-0100."',
    'It goes "My name is Dana. I live in Lisbon. I have a dog named Rex.',
    '"I live in Berlin."\n"I love techno. I work at Acme."',
    "Er schrieb: „Ich wohne in Köln. Ich heiße Karl. Ich bin Bäcker.“",
    "Elle a dit : « J'habite à Lyon. Je m'appelle Marie. »",
    "Ella dijo: «Vivo en Lima. Me llamo Rosa».",
]

OTHERS = [
    "According to my sister, I hate surprises.",
    "According to Kim, Alice manages Project Alpha.",
    "Alice works at Acme, according to LinkedIn.",
    "Alice manages Project Alpha, apparently.",
    "Alice manages Project Alpha, or so Kim says.",
    "My sister wrote, I live in Leeds now.",
    "The first line of the book: I live in a lighthouse.",
    "In the book, Alice lives in Porto.",
    "I'm a doctor's wife.",
    "I keep dreaming that I live in a huge house and I have a daughter named Ella.",
]

NOT_MEANT = [
    "Alice manages Project Alpha, I think.",
    "Alice lives in Berlin, doesn't she?",
    "I live in Lisbon, don't I?",
    "Alice lives in Berlin. Or was it Munich?",
    "Let's use Redis for the queue. Hmm, or maybe not.",
    "I'm vegan. Not really.",
    "I live in Lisbon. I lied, sorry.",
    "I love jazz, not.",
    "We decided to use Redis, but then changed our minds.",
    "We visited Japan last year, well, my parents did.",
    "By then I have two kids and live in Tokyo.",
    "In ten years I live in Tokyo and I have two kids.",
    "As long as I live in Lisbon I won't need a car.",
    "My favourite colour is probably blue.",
    "I almost named my cat Milo.",
]

TASKS = [
    "Improve my essay: I live in Lisbon.",
    "Improve this: I live in Lisbon.",
    "Can you improve the following text? I live in Lisbon.",
    "Please improve my cover email. I live in Lisbon and I work at Acme.",
    "How can I improve this paragraph? I live in Lisbon. I love jazz.",
]

SHOWN = [
    "> I'm Paula. I live in Dublin and work at Hays.\nIs this a scam?",
    "[10:31] Ann: hi there. I live in Rome.",
    "here is what my tenant wrote me:\n\nI lost my job. I have two kids.\n\nhow should i answer",
    "My landlord emailed me: I am selling the flat. I moved to Spain.\nWhat are my rights?",
    "got this from my sister:\ni quit my job. i moved to leeds\nhow do i cheer her up",
    "tl;dr this reddit post: My husband left. I live in Dallas. I have 3 kids.",
    "Not me, found on reddit. I live in Dallas.",
    "Please review the following bio.\n\nAnna is a designer. I live in Berlin.",
    "bio for my profile: I love surfing. I live in Lisbon.",
    "My essay so far: I was born in Ghana. I love football.",
    "feedback on my essay pls\n\nI was born in Ghana. My mother is a nurse.",
    "What's wrong with this email?\n\nHi Bob, I live in Rome.",
    "Make this sound more professional: I hate working with Brian.",
    "Can you shorten this? I live in Rome and I work at Acme.",
    "Does this sound natural? I live in Rome since 2010.",
    "Which is correct: I live in Paris since 2010 or I have lived in Paris since 2010",
    "Here's a dialogue:\nAnna: I live in Rome.\nBen: I live in Milan.\nWho lives in Rome?",
    "Meine Schwester schrieb mir: ich bin umgezogen. Ich wohne jetzt in Köln.",
    "Mein Aufsatz: Ich heiße Tim. Ich wohne in Ulm.",
    "Ist der Satz richtig? Ich wohne in Köln seit 3 Jahren.",
    "Mi hermana me escribió: me mudé a Lima. Vivo en Rota.",
    "Este es mi ensayo: Me llamo Juan. Vivo en Lima.",
    "Ma sœur m'a écrit : j'ai déménagé. J'habite à Lyon.",
    "Voici mon texte : Je m'appelle Paul. J'habite à Lyon.",
]

PLAYED = [
    "ok so for a story: I am a vampire. I live in a castle in Wales.",
    "my D&D character: I'm Thorin, a cleric. I worship Moradin and I hate elves",
    "For the purpose of this exercise my name is John and I was born in 1980.",
    "Let's play 20 questions. I live in the ocean. What am I?",
    "In The Sims I have a wife called Bella and we live in Willow Creek",
    "I quit my job in the dream.",
    "Word problem: I have 5 dogs. How many do I have?",
    "I have 3 apples and I eat one, how many apples do I have left?",
    "Asking for a friend: I have a rash and I live in Phoenix.",
    "I moved to Canada in 2015 and went back to Rome in 2020.",
    "Spielen wir ein Spiel: Ich bin Pirat. Ich heiße Jack.",
]

STATED = {
    "> I live in Oslo. I love it.\nNot me, I live in Lisbon.": "The user lives in Lisbon.",
    "10:30 works for me. I live in Lisbon.": "The user lives in Lisbon.",
    "I want to make it clear: I live in Lisbon.": "The user lives in Lisbon.",
    "How many days of leave do I have? I live in Lisbon.": "The user lives in Lisbon.",
    "Here's my situation: I live in Lisbon.": "The user lives in Lisbon.",
    "My sister texted me yesterday. I live in Lisbon.": "The user lives in Lisbon.",
    "I live in Lisbon. How can I improve my Portuguese?": "The user lives in Lisbon.",
    "I want to improve my writing skills. I live in Lisbon.": "The user lives in Lisbon.",
    "I live in Lisbon and I'd like to improve the garden.": "The user lives in Lisbon.",
    '"Up" is on tonight. I live in Lisbon.': "The user lives in Lisbon.",
    'I have a 27" monitor. I live in Lisbon. My TV is 55".': "The user lives in Lisbon.",
    "I said 'cause I had to. I live in Lisbon. The boys' room is big.": "The user lives in Lisbon.",
    'He said "no." I live in Lisbon.': "The user lives in Lisbon.",
    'He wrote:\n"I live in Berlin.\n\nI love it."\nI live in Lisbon.': "The user lives in Lisbon.",
    "I'm allergic to nuts. I'm not sure what to eat.": "The user is allergic to nuts.",
    "I love jazz. I don't know why.": "The user loves jazz.",
    "I live in Lisbon, but that's temporary, I guess.": "The user lives in Lisbon.",
    "Oh, I almost forgot, I live in Lisbon.": "The user lives in Lisbon.",
    "One update: I live in Lisbon.": "The user lives in Lisbon.",
}


def texts(said: str) -> list[str]:
    return [note.text for note in propose(Message(said))]


@pytest.mark.parametrize("said", QUOTED)
def test_what_is_quoted_is_nobodys_fact(said: str):
    assert texts(said) == []


@pytest.mark.parametrize("said", OTHERS)
def test_what_others_say_is_hearsay(said: str):
    assert texts(said) == []


@pytest.mark.parametrize("said", NOT_MEANT)
def test_what_is_taken_back_or_only_supposed_is_not_noted(said: str):
    assert texts(said) == []


@pytest.mark.parametrize("said", TASKS)
def test_words_to_be_improved_are_no_talk(said: str):
    assert texts(said) == []


@pytest.mark.parametrize("said", SHOWN)
def test_a_text_that_is_shown_is_no_talk(said: str):
    assert texts(said) == []


@pytest.mark.parametrize("said", PLAYED)
def test_what_is_so_in_a_game_or_a_story_is_not_noted(said: str):
    assert texts(said) == []


@pytest.mark.parametrize("said", STATED)
def test_what_stands_beside_it_is_noted(said: str):
    assert texts(said) == [STATED[said]]
