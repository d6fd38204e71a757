"""Who parts from a partner, an animal, a thing or a job no longer has it, in any language."""

import pytest

from recollect import Memory

from .standing import standing

ENDED = [
    ("My wife is called Ana.", "I got divorced last month."),
    ("My wife is called Ana.", "We split up."),
    ("My wife is called Ana.", "Ana and I broke up."),
    ("My wife is called Ana.", "my ex-wife Ana called"),
    ("My wife is called Ana.", "I'm divorced."),
    ("My wife is called Ana.", "I'm single now."),
    ("My wife is called Ana.", "My wife died last month."),
    ("My wife is called Ana.", "I left my wife."),
    ("My wife is called Ana.", "I'm no longer married."),
    ("My wife is called Ana.", "we're no longer together"),
    ("My wife is called Ana.", "ana left me"),
    ("My wife is called Ana.", "Ich bin geschieden."),
    ("My wife Ana is nice.", "My wife and I separated."),
    ("My girlfriend's name is Eve.", "I broke up with my girlfriend."),
    ("My girlfriend's name is Eve.", "my girlfriend dumped me"),
    ("My girlfriend's name is Eve.", "my ex Eve called"),
    ("I have a girlfriend named Eve.", "We broke up last week."),
    ("I have a boyfriend.", "I don't have a boyfriend anymore."),
    ("I'm dating Eve.", "Eve and I split up."),
    ("I'm single.", "I got married last week."),
    ("My boss is called Lee.", "My former boss Lee called."),
    ("I work at Acme.", "I resigned yesterday."),
    ("I work at Acme.", "I retired last year."),
    ("I work at Acme.", "They fired me."),
    ("I work at Acme.", "I'm retired."),
    ("I work at Acme.", "I'm unemployed."),
    ("I work at Acme.", "I work for myself now."),
    ("I work at Acme.", "I no longer have a job."),
    ("I work as a nurse.", "I'm retired now."),
    ("I'm unemployed.", "I just started a new job at Bosch."),
    ("I live in Lisbon.", "I moved out of Lisbon."),
    ("My car is a Toyota.", "I sold my car."),
    ("I drive a Golf.", "We sold the car."),
    ("I drive a Golf.", "My car was stolen."),
    ("I drive a Golf.", "I no longer own a car."),
    ("I have a dog named Rex.", "We gave Rex away."),
    ("My dog's name is Rex.", "We gave our dog away."),
    ("My dog is called Rex.", "My dog died."),
    ("I have a dog.", "I had to give up my dog."),
    ("My dog is called Rex.", "I don't have a dog anymore."),
    ("I have two cats.", "I no longer have cats."),
    ("I can't eat dairy.", "I eat dairy again."),
    ("Meine Frau heißt Lena.", "Ich habe mich scheiden lassen."),
    ("Ich arbeite bei Bosch.", "Ich bin in Rente."),
    ("Ich arbeite bei Bosch.", "Ich habe gekündigt."),
    ("Mein Hund heißt Rex.", "Ich habe keinen Hund mehr."),
    ("Mi mujer se llama Ana.", "Me divorcié."),
    ("Mi mujer se llama Ana.", "Mi exmujer Ana llamó."),
    ("Mi perro se llama Toby.", "Regalé mi perro."),
    ("Ma femme s'appelle Ana.", "On s'est séparés."),
    ("I drive a Golf.", "J'ai vendu ma voiture."),
]

STANDS = [
    ("My car is a Golf.", "I sold my old car in 2019."),
    ("I work at Acme.", "I quit my job in 2012."),
    ("I work at Acme.", "Tom: I left Acme."),
    ("I work at Acme.", "I quit my job in the dream."),
    ("I'm married to Tom.", "I'm getting divorced."),
    ("I live in Lisbon.", "I'm living in Porto for the summer."),
    ("I live in Lisbon.", "I live in Porto on weekends."),
    ("My wife is called Ana.", "I got divorced in 2010."),
    ("My wife is called Ana.", "My sister got divorced last month."),
    ("My wife is called Ana.", "I broke up with Eve."),
    ("My wife is called Ana.", "We're getting divorced."),
    ("My wife is called Ana.", "I'm no longer dating."),
    ("My wife is called Ana.", "If we split up, who gets the house?"),
    ("My wife is called Ana.", "We split up into two teams."),
    ("My sister is called Ana.", "Ana and I broke up."),
    ("My friend is called Ana.", "I'm single."),
    ("My girlfriend is called Eve.", "I'm divorced."),
    ("My business partner Lee is nice.", "I'm single."),
    ("My boss is called Lee.", "My former boss Kim called."),
    ("I work at Acme.", "My dad retired last month."),
    ("I work at Acme.", "I retired from running."),
    ("I work as a nurse.", "I work for myself now."),
    ("I'm retired.", "I work at Acme."),
    ("I live in Lisbon.", "I left Lisbon."),
    ("My car is a Golf.", "I sold my bike."),
    ("My car is a Golf.", "If I sold the car"),
    ("My dog is called Rex.", "My cat died."),
    ("My dog is called Rex.", "My brother's dog died."),
    ("I have two dogs.", "My dog died."),
    ("I have a cat and a dog.", "My dog died."),
    ("Meine Frau heißt Lena.", "Ich habe mich nicht scheiden lassen."),
]


@pytest.mark.parametrize(("before", "after"), ENDED)
def test_what_is_over_ends(before, after):
    [known] = standing(before)
    left = standing(before, after)
    assert known not in left
    assert len(left) == 1


@pytest.mark.parametrize(("before", "after"), STANDS)
def test_what_only_sounds_alike_stays(before, after):
    assert standing(before)[0] in standing(before, after)


def test_what_ended_keeps_its_history():
    with Memory("memory://", embedder=None) as memory:
        memory.add("My wife is called Ana.", user_id="dana", at="2026-01-10")
        memory.add("I got divorced last month.", user_id="dana", at="2026-06-10")
        [was] = memory.notes(user_id="dana", closed=True)[:1]
        assert (was.text, was.open) == ("The user's wife is called Ana.", False)
        assert was.closed_at is not None
        assert was.closed_at.date().isoformat() == "2026-06-10"
        then = memory.related("Ana", user_id="dana", as_of="2026-03-01")
        assert [edge.relation for edge in then] == ["HAS_WIFE"]
        assert memory.related("Ana", user_id="dana") == []


def test_which_of_two_dogs_died_is_not_known():
    said = ("My dog is called Rex.", "My dog is called Max.", "My dog died.")
    assert standing(*said) == [
        "The user's dog is called Rex.",
        "The user's dog is called Max.",
        "The user's dog died.",
    ]


def test_which_of_two_cars_was_sold_is_not_known():
    assert len(standing("I drive a Golf.", "I drive a Volvo.", "I sold my car.")) == 3


def test_who_is_married_again_has_a_wife():
    said = "I'm divorced, and my new wife is called Eva."
    assert "The user's new wife is called Eva." in standing(said)


def test_what_somebody_set_by_hand_is_not_ended():
    with Memory("memory://", embedder=None) as memory:
        memory.set("user.has_wife.ana", "Ana", user_id="dana")
        memory.add("I got divorced.", user_id="dana")
        assert memory.value("user.has_wife.ana", user_id="dana") == "Ana"
