"""The simplest memory: the prompt holds everything said so far, as far as the budget goes."""

from recollect import Memory

memory = Memory("memory://", embedder=None)

with memory.session(user_id="dana", pattern="buffer") as chat:
    chat.user("My name is Dana.")
    chat.assistant("Hello Dana!")
    chat.user("What is my name?")

    print("everything fits:")
    for turn in chat.prompt(budget=1000):
        print(f"  {turn['role']}: {turn['content']}")

    print("with a budget of 20 tokens the oldest give way:")
    for turn in chat.prompt(budget=20):
        print(f"  {turn['role']}: {turn['content']}")

print(f"stored all the same: {len(memory.messages(user_id='dana'))} messages")
