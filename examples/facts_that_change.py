"""A fact has one value now, and a past that stays."""

from recollect import Memory

memory = Memory("memory://")
memory.set("deploy.target", "Heroku", user_id="dana", at="2026-01-10")
note = memory.set("deploy.target", "Fly.io", user_id="dana", at="2026-03-02")

print(f"now: {memory.value('deploy.target', user_id='dana')}")

print("its history:")
for version in memory.history(note.id, user_id="dana"):
    until = f"{version.valid_to:%Y-%m-%d}" if version.valid_to else "now"
    print(f"  {version.valid_from:%Y-%m-%d} until {until}: {version.value}")

# What was true earlier, learnt later, does not undo what is true now.
memory.set("deploy.target", "a laptop", user_id="dana", at="2025-06-01")
print(f"still: {memory.value('deploy.target', user_id='dana')}")

found = memory.search("What is our deploy.target?", user_id="dana")
print(f"and search finds: {found[0].text}")
