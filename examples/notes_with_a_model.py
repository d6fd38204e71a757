"""A language model takes notes, too; with one: RECOLLECT_LLM=ollama:llama3.2 python FILE."""

import os

from recollect import Memory


def stand_in(messages, schema):
    """What a model would answer: facts, with the numbers of the messages they rest on."""
    if "hospital" not in messages[1]["content"]:
        return {"facts": []}
    facts = [
        {"text": "The user's sister Mia is a nurse.", "does": "new", "messages": ["m1"]},
        {"text": "The user lives in Porto.", "does": "replaces", "note": "n1", "messages": ["m1"]},
        {"text": "Erik owes the user money.", "does": "new", "messages": ["m7"]},  # never shown
    ]
    return {"facts": [{**fact, "kind": "semantic"} for fact in facts]}


llm = os.environ.get("RECOLLECT_LLM") or stand_in
with Memory("memory://", embedder=None, llm=llm, budget=100_000) as memory:
    memory.add("I live in Lisbon.", user_id="dana", at="2026-01-10")
    news = "Mia, my sister, got the job at the hospital of Porto, and so we left Lisbon behind."
    memory.add(news, user_id="dana", at="2026-03-02")
    for note in memory.notes(user_id="dana", closed=True):
        until = note.closed_at.date() if note.closed_at else "now"
        why = memory.why(note.id)
        print(f"{note.learned_at.date()} until {until}: {note.text} (by {why.model or why.rule})")
    spend = memory.spend(user_id="dana")
    print(f"{spend.calls} calls, {spend.failed} failed")
