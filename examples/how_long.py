"""What ends, what stays, and what would be removed."""

from recollect import Memory

memory = Memory("memory://")
memory.policy(user_id="dana", keep={"message": "1 year", "episodic": "180 days"})

memory.add("I bought a bicycle.", user_id="dana", at="2020-05-01")
memory.add("My blood type is 0 negative.", user_id="dana")
code = memory.set("door.code", "4711", user_id="dana", expires="2099-01-01")
print(f"shown: {[message.content for message in memory.messages(user_id='dana')]}")

memory.expire(code.id, user_id="dana")
print(f"the code: {memory.value('door.code', user_id='dana')}")

print(memory.prune(dry_run=True))
print(f"clean: {memory.prune().ok}")
