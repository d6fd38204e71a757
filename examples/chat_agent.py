"""A chat loop that remembers: two sessions, no model. Name one as llm=, and it answers instead."""

from recollect import Agent, Memory

memory = Memory("memory://")


def talk(*lines: str) -> None:
    with Agent(memory, llm=None, user_id="dana") as agent:
        for line in lines:
            print(f"dana: {line}")
            print(f"agent: {agent.chat(line)}")


talk("My name is Dana and I prefer dark mode.", "I live in Lisbon.")
talk("I moved to Porto.", "Thanks!")
print("some days later:")
talk("Hi", "What UI preference did I mention?", "Where do I live?", "Who is the king of France?")
