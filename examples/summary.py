"""A long conversation: what no longer fits is there in short, as quotes that lead to the words."""

from recollect import Memory

memory = Memory("memory://", embedder=None)

with memory.session(user_id="dana", session_id="s1", pattern="summary", window=4) as chat:
    chat.user("We decided to use Django for the store.")
    chat.assistant("Good choice.")
    chat.user("I prefer dark mode in every UI.")
    chat.assistant("Noted.")
    for part in ("cart", "search", "checkout", "admin"):
        chat.user(f"Next comes the page for the {part}.")
        chat.assistant("I see.")
    chat.user("Where were we?")

    summary, *turns = chat.prompt(budget=1000)
    print("in short:")
    print("\n".join(line for line in summary["content"].splitlines() if line.startswith("-")))
    print(f"and the last {len(turns)} turns, from: {turns[0]['content']}")

note = memory.summary(user_id="dana", session_id="s1")
said = memory.why(note.id).messages
print(f"it rests on: {said[0].content}")
print(f"and all {len(memory.messages(user_id='dana'))} messages are still there")
