"""Notes are taken of what is said: a newer value closes the older, and `why` leads to the words."""

from recollect import Memory

with Memory("memory://", embedder=None) as memory:
    memory.add("I live in Lisbon, and my dog's name is Rex.", user_id="dana", at="2026-01-10")
    memory.add("By the way, I live in Porto now.", user_id="dana", at="2026-03-02")
    memory.add("My dog's name is Rex!", user_id="dana", at="2026-03-05")

    for note in memory.notes(user_id="dana", closed=True):
        until = note.closed_at.date() if note.closed_at else "now"
        print(f"{note.learned_at.date()} until {until}, said {note.seen}x: {note.text}")

    home = next(note for note in memory.notes(user_id="dana") if note.key == "user.home.place")
    why = memory.why(home.id)
    print(f"why: {why.messages[0].content!r} by the rule {why.rule}")
