"""What people type in small letters and without apostrophes, and what of it makes a note."""

from datetime import UTC, datetime

import pytest

from recollect import Memory
from recollect.types import Message
from recollect.write.rules import propose
from recollect.write.rules.english.typed import read, spelled

AT = datetime(2026, 3, 9, 12, tzinfo=UTC)


def texts(said, before=None):
    return [note.text for note in propose(Message(said, at=AT), before)]


STATED = {
    "i live in berlin": "The user lives in Berlin.",
    "i live in braga": "The user lives in Braga.",
    "i live in berlin, any tips?": "The user lives in Berlin.",
    "i live in berlin what should i do this weekend": "The user lives in Berlin.",
    "i live in berlin and its cold": "The user lives in Berlin.",
    "i live in new york city rn": "The user lives in New York City.",
    "i live in berlin, germany": "The user lives in Berlin, Germany.",
    "i live in the uk": "The user lives in the UK.",
    "i live in east london": "The user lives in East London.",
    "i live in braga with my wife": "The user lives in Braga with their wife.",
    "i live in london and paris": "The user lives in London and Paris.",
    "i live in porto not lisbon": "The user lives in Porto.",
    "im based in amsterdam": "The user lives in Amsterdam.",
    "im living in tokyo now": "The user lives in Tokyo.",
    "ive moved to porto": "The user moved to Porto.",
    "i moved from lisbon to porto": "The user moved from Lisbon to Porto.",
    "we moved back to chicago last month": "The user moved to Chicago last month (2026-02).",
    "im from porto": "The user is from Porto.",
    "im originally from lagos": "The user is from Lagos.",
    "my name is dana": "The user's name is Dana.",
    "my name is john smith": "The user's name is John Smith.",
    "my name is john nice to meet you": "The user's name is John.",
    "my name is jeff btw": "The user's name is Jeff.",
    "my name is will": "The user's name is Will.",
    "call me dee": "The user goes by Dee.",
    "please call me alex": "The user goes by Alex.",
    "my dogs name is rex": "The user's dog is called Rex.",
    "my dog is called rex": "The user's dog is called Rex.",
    "my dogs called rex": "The user's dog is called Rex.",
    "my cats name is luna and shes 3": "The user's cat is called Luna.",
    "my wifes called ana": "The user's wife is called Ana.",
    "my wife's name is ana": "The user's wife is called Ana.",
    "my sons name is leo": "The user's son is called Leo.",
    "i have a dog named rex": "The user has a dog named Rex.",
    "ive got a golden retriever called max": "The user has a golden retriever called Max.",
    "i work at google": "The user works at Google.",
    "i work for ibm": "The user works for IBM.",
    "i work at acme": "The user works at acme.",
    "i started a new job at google": "The user started a new job at Google.",
    "im a nurse": "The user is a nurse.",
    "im allergic to peanuts": "The user is allergic to peanuts.",
    "im vegan": "The user is vegan.",
    "im 34 years old": "The user is 34 years old.",
    "i dont like pizza": "The user doesn't like pizza.",
    "i cant stand cilantro": "The user can't stand cilantro.",
    "we prefer milder weather, and were okay with trains": "The user prefers milder weather.",
    "i love pizza and its so good": "The user loves pizza.",
    "im not vegan anymore": "The user is no longer vegan.",
    "i dont work at acme anymore": "The user no longer works at acme.",
    "ive got two kids": "The user has two kids.",
    "im learning spanish": "The user is learning Spanish.",
    "i speak spanish and english": "The user speaks Spanish and English.",
    "my birthday is may 5": "The user's birthday is May 5.",
    "please dont use emojis": "The user asks: don't use emojis.",
    "dont forget im allergic to nuts": "The user is allergic to nuts.",
    "Im allergic to peanuts.": "The user is allergic to peanuts.",
    "I live in berlin.": "The user lives in Berlin.",
    "ive been living in the us for 3 years": "The user has been living in the US for 3 years.",
}

NOT_STATED = [
    "i live in fear",
    "i live in constant pain",
    "i live in peace",
    "i live in happiness",
    "i live in sweatpants",
    "i live in anticipation",
    "i live in town",
    "i live in student housing",
    "i live in trailer park",
    "i live in berlin style lofts",
    "I live in squalor.",
    "i live in mum's",
    "i live in apartment 4b",
    "we live in society",
    "im based in part on it",
    "i live in hotels mostly",
    "i live in two cities",
    "do i live in berlin?",
    "if i live in berlin ill pay more",
    "lets say i live in berlin",
    "she said i live in berlin",
    "i dont live in berlin",
    "i cant live in berlin",
    "id like to live in berlin",
    "imagine i live in berlin",
    "i live in berlin, im joking",
    "translate: i live in berlin",
    "act as a pirate. my name is jack",
    "i never moved to porto",
    "i almost moved to porto",
    "cant wait to live in berlin",
    "i work at night",
    "i work for free",
    "i work at my own pace",
    "i work for tips",
    "call me later",
    "call me maybe",
    "call me crazy but fine",
    "call me when youre done",
    "please call me back",
    "people call me names",
    "my dog is called to the vet",
    "you can call me anytime",
    "my name is not important",
    "my name is hard to spell",
    "my name is unusual",
    "my name is kinda weird",
    "my name is on the list",
    "my dogs name is weird",
    "my wifes called twice today",
    "my sisters called ana",
    "my boss is called away a lot",
    "i have a function called main",
    "im from marketing",
    "im from the future",
    "im allergic to mondays",
    "im not allergic to peanuts",
    "i dont know if im allergic to nuts",
    "what if im allergic to nuts",
    "im tired",
    "i dont have kids",
    "im vegan restaurant esse ich gern",
    "im januar wohne ich nicht hier",
    "Im Sommer, 3 Wochen lang",
]


@pytest.mark.parametrize("said", STATED)
def test_small_letters_state_the_same(said):
    assert texts(said) == [STATED[said]]


@pytest.mark.parametrize("said", NOT_STATED)
def test_small_letters_that_state_nothing(said):
    assert texts(said) == []


@pytest.mark.parametrize(
    "said",
    [
        "were happy, its well and well go; hell, she lets him shell out, as is my wont",
        "its tail, the id, user id 7, im@dana.com, i.e. http://im/dont, #im and e-im",
        'he sang "im dont i" and “ive”',
        "may i march on? they may",
        "the last weeks of it",
        "IM me your ID",
    ],
)
def test_what_is_a_word_of_its_own_stays(said):
    assert spelled(said).replace("may I", "may i") == said


def test_only_what_is_read_is_spelled_with_care():
    said = "im dana btw. i live in berlin"
    name, home = propose(Message(said, at=AT))
    assert said[slice(*name.span)] == "im dana btw."
    assert said[slice(*home.span)] == "i live in berlin"


def test_a_name_that_nobody_knows_needs_a_writer_without_capitals():
    assert read("I live in braunschweig", set(), small=True) == "I live in Braunschweig"
    assert read("I live in braunschweig", {"live"}, small=False) == "I live in braunschweig"
    assert texts("I live in braunschweig. Really.") == []


def test_a_short_answer_in_small_letters():
    asked = Message("Where do you live?", "assistant", at=AT)
    assert texts("braunschweig", asked) == ["The user lives in Braunschweig."]
    assert texts("in fear", asked) == []


def test_small_and_great_letters_are_one_fact():
    with Memory("memory://", embedder=None) as memory:
        for said in ("i live in berlin", "I live in Berlin.", "i work at acme", "I work at Acme."):
            memory.add(said, user_id="dana")
        notes = memory.notes(user_id="dana")
        assert {note.key: note.seen for note in notes} == {
            "user.home.place": 2,
            "user.work.employer": 2,
        }
        assert memory.messages(user_id="dana")[0].content == "i live in berlin"


def test_what_is_over_ends_what_was_known():
    with Memory("memory://", embedder=None) as memory:
        for said in ("Our dog Max is sweet.", "We're going to Greece in July.", "im vegan"):
            memory.add(said, user_id="dana")
        assert len(memory.notes(user_id="dana")) == 3
        for said in ("We lost our dog Max", "We're going to Italy instead of Greece.",
                     "im not vegan anymore"):  # fmt: skip
            memory.add(said, user_id="dana")
        assert sorted(note.text for note in memory.notes(user_id="dana")) == [
            "The user is going to Italy instead of Greece.",
            "The user is no longer vegan.",
            "The user lost their dog Max.",
        ]
