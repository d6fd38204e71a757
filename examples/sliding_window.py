"""A sliding window: the prompt holds the last turns, the memory holds them all."""

from recollect import Memory

memory = Memory("memory://", embedder=None)

with memory.session(user_id="dana", pattern="window", window=4) as chat:
    for day in ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday"):
        chat.user(f"Today is {day}.")
        chat.assistant(f"I see, {day}.")

    print("the model sees the last four turns:")
    for turn in chat.prompt():
        print(f"  {turn['role']}: {turn['content']}")

said = memory.messages(user_id="dana", session_id=chat.session_id)
print(f"the memory kept all {len(said)}, the first one too: {said[0].content}")
