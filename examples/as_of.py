"""What was known then, what changed since, and a change taken back."""

from recollect import Memory

memory = Memory("memory://")
dana = {"user_id": "dana"}
memory.add("I live in Lisbon.", at="2026-01-10", **dana)
memory.add("I live in Porto now.", at="2026-03-02", **dana)

for moment in ("2025-12-01", "2026-02-01", "2026-04-01"):
    notes = memory.as_of(moment).search("Where do I live?", where={"kind": "note"}, **dana)
    print(f"as of {moment}: {notes[0].text if notes else 'nothing is known'}")

changed = memory.diff("2026-02-01", "2026-04-01", **dana)
for old, new in changed.replaced:
    print(f"replaced: {old.text} -> {new.text}")

memory.undo(changed.replaced[0][1].id, at="2026-04-02", **dana)
print(f"undone: {memory.value('user.home.place', **dana)}")
for version in memory.history(changed.replaced[0][0].id, **dana):
    print(f"  {version.learned_at:%Y-%m-%d}: {version.value}")
