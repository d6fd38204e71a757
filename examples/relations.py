"""Who is related to whom: a question finds its answer two steps away."""

from recollect import Memory

memory = Memory("memory://")
dana = {"user_id": "dana"}

memory.add(["Alice said hello.", "My tax return has a deadline in May."], **dana)
memory.relate("Alice", "MANAGES", "Project Alpha", at="2026-01-10", **dana)
memory.relate("Project Alpha", "HAS_DEADLINE", "March 2026", at="2026-01-10", **dana)

question = "When is the deadline of Alice's project?"
print(question)
print(f"  {memory.search(question, **dana)[0].text}")

print("two steps from Alice:")
for edge in memory.related("Alice", hops=2, **dana):
    print(f"  {edge.hops}. {edge.text}")

memory.unrelate("Alice", "MANAGES", "Project Alpha", at="2026-02-01", **dana)
memory.relate("Bob", "MANAGES", "Project Alpha", at="2026-02-01", **dana)
for moment in ("2026-01-20", "2026-02-20"):
    (edge,) = memory.related("Project Alpha", relation="MANAGES", as_of=moment, **dana)
    print(f"who manages it, as of {moment}: {edge.subject}")

memory.same("Bobby", "Bob", **dana)
print("from Bobby to the deadline:")
for edge in memory.path("Bobby", "March 2026", **dana):
    print(f"  {edge.text}")
