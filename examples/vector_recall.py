"""Recall by meaning: the right memory among others, and none when none is right."""

from recollect import Memory

memory = Memory("memory://")
memory.add(
    [
        "I write most of my code in Python these days.",
        "My sister's cat is called Miso.",
        "The staging server runs in Frankfurt.",
        "I am allergic to peanuts.",
        "We meet every Thursday at ten.",
    ],
    user_id="dana",
)

for question in (
    "What programming language does the user prefer?",
    "Which pet is in the family?",
    "When is the weekly meeting?",
    "Who won the chess tournament in 1972?",
):
    hits = memory.search(question, user_id="dana", limit=1)
    answer = f"{hits[0].text} ({hits[0].relevance:.0%})" if hits else "nothing relevant"
    print(f"{question}\n  {answer}")
