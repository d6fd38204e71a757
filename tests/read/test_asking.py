"""What only asks what is remembered, and what tells something while it asks."""

import pytest

from recollect.read.asking import LONGEST, asks_memory

MERELY = [
    "Which programming language do I use?",
    "What's my name?",
    "what is my sister's name?",
    "Hey, do you remember where I live?",
    "How old am I?",
    "do i have any allergies?",
    "Can you remind me what my budget was?",
    "Could you tell me which hotel I booked?",
    "Do you know if I have any allergies?",
    "Wo wohne ich?",
    "Weißt du noch, wie mein Hund heißt?",
    "Où est-ce que j'habite ?",
    "Comment s'appelle ma sœur ?",
    "¿Cuál es mi color favorito?",
    "¿Dónde vive mi hermana?",
]

TELLING = [
    "What should I cook tonight?",
    "How do I set up alerts for my server?",
    "I'm vegan, what do I eat?",
    "I moved to Porto. Where do I live?",
    "Did I tell you that I moved to Porto?",
    "Who won the match I watched with Lee yesterday?",
    "What do you think of my plan to go to Rome?",
    "When my sister comes, what do we eat?",
    "What about my dog?",
    "What's the best way to store my neem oil?",
    "What time is it?",
    "Where do I live",
    "Was soll ich kochen?",
    "Wie kann ich meine Katze baden?",
    "Que dois-je faire ?",
    "Where do I live" + " again" * LONGEST + "?",
]


@pytest.mark.parametrize("said", MERELY)
def test_a_mere_question(said):
    assert asks_memory(said)


@pytest.mark.parametrize("said", TELLING)
def test_a_question_that_tells_something(said):
    assert not asks_memory(said)
