"""What people say is not so: it makes no note, and ends the one that says it is."""

import pytest

from recollect import Memory
from recollect.types import Message
from recollect.write.rules import denials, denied, propose
from recollect.write.rules.frames import FRAMES

from .standing import standing

ENDED = [
    ("My name is Dana.", "My name isn't Dana."),
    ("I'm vegetarian.", "No, I'm not vegetarian."),
    ("I'm a vegetarian.", "im not a vegetarian"),
    ("I'm a nurse.", "I'm not a nurse, I never was."),
    ("I work as a nurse.", "I'm not actually a nurse."),
    ("I moved to Lisbon.", "I don't live in Lisbon!"),
    ("I work for Acme.", "I do not work for Acme."),
    ("I'm allergic to nuts.", "I'm not allergic to nuts."),
    ("I'm married.", "I'm not married."),
    ("I work as a nurse.", "I don't work as a nurse."),
    ("Ich heiße Dana.", "Ich heiße nicht Dana."),
    ("Ich wohne in Köln.", "Nein, ich wohne nicht in Köln."),
    ("Ich bin nach Köln gezogen.", "Ich wohne doch gar nicht in Köln, sondern in Bonn!"),
    ("Ich arbeite bei Bosch.", "ich arbeite nicht bei bosch"),
    ("Ich bin Vegetarier.", "Ich bin nicht vegetarisch."),
    ("Ich bin allergisch gegen Nüsse.", "Gegen Nüsse bin ich nicht allergisch."),
    ("Ich bin verheiratet.", "Wir sind nicht verheiratet."),
    ("Ich arbeite als Lehrerin.", "Ich bin keine Lehrerin, ich war nie eine."),
    ("Me llamo Dana.", "No me llamo Dana."),
    ("Vivo en Madrid.", "No, no vivo en Madrid."),
    ("Trabajo en Telefónica.", "Yo no trabajo en Telefónica."),
    ("Soy vegetariana.", "No soy vegetariana, como de todo."),
    ("Soy alérgica a los gatos.", "No soy alérgico a los gatos."),
    ("Estoy casado.", "No estoy casado."),
    ("Soy enfermera.", "No soy enfermera."),
    ("Je m'appelle Dana.", "Je ne m'appelle pas Dana."),
    ("J'habite à Lyon.", "Mais non, je n'habite pas à Lyon !"),
    ("Je travaille chez Renault.", "je travaille pas chez Renault"),
    ("Je suis végétarienne.", "Je ne suis pas du tout végétarienne."),
    ("Je suis allergique aux chats.", "Je ne suis pas allergique aux chats."),
    ("Je suis mariée.", "Je ne suis pas mariée."),
    ("Je suis infirmière.", "Je ne suis pas infirmière."),
    ("I'm vegetarian.", "Ich bin kein Vegetarier."),
    ("Soy vegetariana.", "I'm not vegetarian."),
    ("I live in Porto.", "Je n'habite pas à Porto."),
    ("I live in Lisbon.", "It's not true that I live in Lisbon."),
    ("I live in Lisbon.", "no, its not true that i live in lisbon"),
    ("I'm vegetarian.", "It isn't the case that I'm vegetarian!"),
    ("My name is Dana.", "It's a lie that my name is Dana."),
    ("I'm vegan.", "I'm neither vegan nor vegetarian."),
    ("I'm vegetarian.", "im neither vegan nor vegetarian"),
    ("Ich wohne in Köln.", "Es stimmt nicht, dass ich in Köln wohne."),
    ("Ich bin vegan.", "Nein, es ist nicht wahr, dass ich vegan bin!"),
    ("Ich bin Veganer.", "Ich bin weder Vegetarier noch Veganer."),
    ("Ich wohne in Köln.", "Ich wohne weder in Bonn noch in Köln."),
    ("Vivo en Madrid.", "No es verdad que viva en Madrid."),
    ("Soy vegana.", "No es cierto que soy vegana."),
    ("Me llamo Dana.", "Es falso que me llame Dana."),
    ("Soy vegana.", "No soy ni vegana ni vegetariana."),
    ("J'habite à Lyon.", "C'est pas vrai que j'habite à Lyon."),
    ("Je suis végane.", "Il est faux que je sois végane."),
    ("Je suis végétarienne.", "Je ne suis ni végane ni végétarienne."),
    ("Ich wohne in Köln.", "It's not true that I live in Köln."),
]
STANDING = [
    ("I'm allergic to nuts and cats.", "I'm not allergic to nuts."),
    ("I love dogs.", "I'm not a dog."),
    ("I live in Lisbon.", "I'm not in Lisbon."),
    ("I live in Lisbon.", "I don't live in Lisbon yet."),
    ("I live in Lisbon.", "I don't live in Porto."),
    ("I live in Lisbon.", 'She said "I don\'t live in Lisbon."'),
    ("I live in Lisbon.", "If I don't live in Lisbon, what then?"),
    ("I live in Lisbon.", "I don't live in Lisbon, right?"),
    ("Ben is allergic to nuts.", "I'm not allergic to nuts."),
    ("I'm vegetarian.", "I'm not only vegetarian but vegan."),
    ("I'm vegetarian.", "I'm not vegetarian because it's healthy."),
    ("I work as a nurse.", "I don't work as a nurse on Sundays."),
    ("I'm vegetarian.", "On Sundays, I'm not vegetarian."),
    ("I'm vegetarian.", "It's not that I'm not vegetarian."),
    ("Ich wohne in Köln.", "Ich wohne nicht in Bonn."),
    ("Ich bin vegan.", "Sonntags bin ich nicht vegan."),
    ("Ich wohne in Köln.", "Ich wohne nicht nur in Köln, sondern auch in Bonn."),
    ("Ich wohne in Köln.", "Ich wohne nicht in Köln, weil es schön ist, sondern wegen Ana."),
    ("Ich wohne in Köln.", "Ich wohne nicht in Köln, oder?"),
    ("Ich wohne in Köln.", "Ich wohne nicht in Köln, sagt sie."),
    ("Ich wohne in Köln.", "Wenn ich nicht in Köln wohne, was dann?"),
    ("Ich wohne in Köln.", "Stell dir vor, ich wohne nicht in Köln."),
    ("Ich wohne in Köln.", 'Sie sagte: "Ich wohne nicht in Köln."'),
    ("Ich wohne in Köln.", "Übersetze: Ich wohne nicht in Köln."),
    ("Ich wohne in Köln.", "Ana wohnt nicht in Köln."),
    ("Ich bin Vegetarier.", "Ich bin nicht nur Vegetarier, ich bin überzeugter Vegetarier."),
    ("Ich bin Vegetarier.", "Bin ich nicht Vegetarier?"),
    ("Ich bin Lehrerin.", "Ich bin keine schlechte Lehrerin."),
    ("Vivo en Madrid.", "No vivo en Toledo."),
    ("Vivo en Madrid.", "No vivo solo en Madrid."),
    ("Vivo en Madrid.", "No vivo en Madrid, dice ella."),
    ("Vivo en Madrid.", "No vivo en Madrid, ¿no?"),
    ("Vivo en Madrid.", "¿Por qué no vivo en Madrid?"),
    ("Vivo en Madrid.", "Si no vivo en Madrid, ¿qué hago?"),
    ("Vivo en Madrid.", "Ella dijo: «No vivo en Madrid.»"),
    ("Vivo en Madrid.", "Traduce: No vivo en Madrid."),
    ("Vivo en Madrid.", "Mi hermana no vive en Madrid."),
    ("Soy vegetariana.", "No soy solo vegetariana, sino vegana de corazón."),
    ("Soy vegetariana.", "No es que no soy vegetariana."),
    ("Soy vegetariana.", "Los domingos, no soy vegetariana."),
    ("J'habite à Lyon.", "Je n'habite pas à Nice."),
    ("Je suis végétarienne.", "Le dimanche, je ne suis pas végétarienne."),
    ("J'habite à Lyon.", "Je n'habite pas qu'à Lyon."),
    ("J'habite à Lyon.", "Je n'habite pas à Lyon, d'après elle."),
    ("J'habite à Lyon.", "Je n'habite pas à Lyon, dit-elle."),
    ("J'habite à Lyon.", "Est-ce que je n'habite pas à Lyon ?"),
    ("J'habite à Lyon.", "Et si je n'habite pas à Lyon ?"),
    ("J'habite à Lyon.", "Elle a dit : « Je n'habite pas à Lyon. »"),
    ("J'habite à Lyon.", "Traduis : Je n'habite pas à Lyon."),
    ("J'habite à Lyon.", "Mon frère n'habite pas à Lyon."),
    ("Je suis végétarienne.", "Je ne suis pas seulement végétarienne."),
    ("Je suis végétarienne.", "Je ne suis pas végétarienne par hasard."),
    ("I live in Lisbon.", "It's not true that I only live in Lisbon."),
    ("I live in Lisbon.", "It's not true that I live in Lisbon because of the sun."),
    ("I live in Lisbon.", "It's not true that Ana lives in Lisbon."),
    ("I live in Lisbon.", "It's not true that I live in Lisbon, is it?"),
    ("I live in Lisbon.", "It's not true that I live in Lisbon, she said."),
    ("I live in Lisbon.", "If it's not true that I live in Lisbon, what then?"),
    ("I live in Lisbon.", "It's not true that I no longer live in Lisbon."),
    ("I live in Lisbon.", "Translate the following text.\nIt's not true that I live in Lisbon."),
    ("I'm vegetarian.", "My sister is neither vegan nor vegetarian."),
    ("Ich wohne in Köln.", "Es stimmt nicht, dass ich nur in Köln wohne."),
    ("Ich wohne in Köln.", "Es stimmt nicht, dass Ana in Köln wohnt."),
    ("Ich bin Veganer.", "Ana ist weder Vegetarierin noch Veganerin."),
    ("Vivo en Madrid.", "No es verdad que Ana viva en Madrid."),
    ("Vivo en Madrid.", "No es verdad que viva solo en Madrid."),
    ("J'habite à Lyon.", "Ce n'est pas vrai que mon frère habite à Lyon."),
    ("J'habite à Lyon.", "Ce n'est pas vrai que j'habite encore à Lyon."),
]
NEITHER = [
    ("I like neither tea nor coffee.", "doesn't like tea", "doesn't like coffee"),
    ("Ich esse weder Fleisch noch Fisch.", "doesn't eat Fleisch", "doesn't eat Fisch"),
    ("Weder Tee noch Kaffee mag ich.", "doesn't like Tee", "doesn't like Kaffee"),
    ("No me gusta ni el té ni el café.", "doesn't like té", "doesn't like café"),
    ("No como carne ni pescado.", "doesn't eat carne", "doesn't eat pescado"),
    ("Je ne mange ni viande ni poisson.", "doesn't eat viande", "doesn't eat poisson"),
    ("Je n'aime ni le thé ni le café.", "doesn't like thé", "doesn't like café"),
]


RULES = [
    pytest.param(rule, id=f"{name}-{rule.name}")
    for name, grammar in zip(
        ("english", "german", "spanish", "french"),
        (denials().first, *denials().others),
        strict=True,
    )
    for rule in grammar.language.rules
]


def test_every_language_denies_the_same_things():
    english = {rule.name: rule for rule in denials().first.language.rules}
    for grammar in denials().others:
        rules = {rule.name: rule for rule in grammar.language.rules}
        assert rules.keys() == english.keys()
        for name, rule in rules.items():
            known = english[name]
            assert FRAMES[name].of == name
            assert (rule.act, rule.relation, rule.by) == ("deny", known.relation, known.by)


@pytest.mark.parametrize("rule", RULES)
def test_every_denial_keeps_its_promises(rule):
    for said, note in rule.examples:
        assert [one.text for one in denied(Message(said)) if one.rule == rule.name] == [note]
        assert propose(Message(said)) == []
    for said in rule.counter:
        assert not [one for one in denied(Message(said)) if one.rule == rule.name], said


@pytest.mark.parametrize(("said", "not_so"), ENDED)
def test_what_is_denied_ends(said: str, not_so: str):
    assert len(standing(said)) == 1
    assert standing(said, not_so) == []


@pytest.mark.parametrize(("said", "other"), STANDING)
def test_what_is_not_denied_stands(said: str, other: str):
    assert standing(said, other) == standing(said)


@pytest.mark.parametrize(("said", "one", "other"), NEITHER)
def test_of_two_each_is_denied(said: str, one: str, other: str):
    assert [note.text for note in propose(Message(said))] == [
        f"The user {one}.",
        f"The user {other}.",
    ]


def test_what_is_said_after_a_denial_stands():
    assert standing("I'm vegan.", "I'm not vegan, I'm vegetarian.") == ["The user is vegetarian."]
    assert standing("I'm not vegan.", "I'm vegan.") == ["The user is vegan."]
    assert standing("I live in Rome.", "It's not true that I live in Rome, I live in Bonn.") == [
        "The user lives in Bonn."
    ]


@pytest.mark.parametrize(
    ("said", "right"),
    [
        ("Ich bin vegan.", "Ich bin nicht vegan, ich bin Vegetarier."),
        ("Soy vegana.", "No soy vegana, soy vegetariana."),
        ("Je suis végane.", "Je ne suis pas végane, je suis végétarienne."),
    ],
)
def test_what_is_said_after_a_denial_stands_in_every_language(said: str, right: str):
    assert standing(said, right) == ["The user is vegetarian."]


def test_what_was_set_by_hand_is_not_ended():
    with Memory("memory://", embedder=None) as memory:
        memory.set("user.home.place", "Lisbon", user_id="dana")
        memory.add("I don't live in Lisbon.", user_id="dana")
        assert memory.value("user.home.place", user_id="dana") == "Lisbon"


@pytest.mark.parametrize("way", ["delete", "erase"])
def test_without_the_denial_the_note_stands_again(way: str):
    with Memory("memory://", embedder=None) as memory:
        memory.add("I live in Lisbon.", user_id="dana", at="2026-03-01")
        (said,) = memory.add("I don't live in Lisbon.", user_id="dana", at="2026-03-02")
        assert memory.notes(user_id="dana") == []
        if way == "delete":
            memory.delete(said.id, user_id="dana")
        else:
            assert memory.erase(id=said.id, user_id="dana").ok
        assert memory.value("user.home.place", user_id="dana") == "Lisbon"
