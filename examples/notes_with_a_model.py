"""A language model takes notes, too: it proposes, code decides, and what it costs is counted.

Without a model at hand, a function stands in for it, so this runs offline. With one:

    RECOLLECT_LLM=ollama:llama3.2 python examples/notes_with_a_model.py
"""

import json
import os

from recollect import Memory


def stand_in(messages, schema):
    """What a model would answer: facts, with the numbers of the messages they rest on."""
    shown = messages[1]["content"]
    if "hospital" not in shown:
        return {"facts": []}
    known = [json.loads(line) for line in shown.splitlines() if '{"n": "n' in line]
    home = next(note["n"] for note in known if "Lisbon" in note["text"])
    facts = [
        {"text": "The user's sister Mia is a nurse.", "does": "new", "messages": ["m1"]},
        {"text": "The user lives in Porto.", "does": "replaces", "note": home, "messages": ["m1"]},
        {"text": "Erik owes the user money.", "does": "new", "messages": ["m7"]},  # never shown
    ]
    return {"facts": [{**fact, "kind": "semantic"} for fact in facts]}


model = os.environ.get("RECOLLECT_LLM") or stand_in
with Memory("memory://", embedder=None, llm=model, budget=100_000) as memory:
    memory.add("I live in Lisbon.", user_id="dana", at="2026-01-10")
    news = "Mia, my sister, got the job at the hospital of Porto, and so we left Lisbon behind."
    memory.add(news, user_id="dana", at="2026-03-02")

    for note in memory.notes(user_id="dana", closed=True):
        until = note.closed_at.date() if note.closed_at else "now"
        why = memory.why(note.id)
        print(f"{note.learned_at.date()} until {until}: {note.text} (by {why.model or why.rule})")

    spend = memory.spend(user_id="dana")
    print(f"{spend.calls} calls, {spend.failed} failed")
