"""All patterns under one budget, as Anthropic takes it: relations, what is relevant, tool calls."""

from recollect import Memory

memory = Memory("memory://")
memory.relate("Alice", "MANAGES", "Project Alpha", user_id="dana")
memory.relate("Project Alpha", "HAS_DEADLINE", "March 2026", user_id="dana")
memory.add("Alice likes her reports short.", user_id="dana", session_id="last week")

with memory.session(user_id="dana", system="You are an assistant.") as chat:
    chat.user("What is on my desk?")
    used = {"type": "tool_use", "id": "t1", "name": "list_desk", "input": {"today": True}}
    chat.assistant([{"type": "text", "text": "Let me look."}, used])
    chat.tool("a report for Alice", tool_call_id="t1")
    chat.assistant("A report for Alice.")
    chat.user("How does Alice want the report, and when is her project due?")
    prompt = chat.prompt(budget=1200, format="anthropic")

print(f"system: {prompt.system}")
for message in prompt:
    for block in message["content"]:
        text = block.get("text") or block.get("content") or block.get("input")
        lines = [line for line in str(text).splitlines() if not line.startswith(("<", "What is k"))]
        print(f"{message['role']} {block['type']}: {' | '.join(lines)}")
print(f"{prompt.tokens <= 1200}, and {prompt.stable} messages stay the same on the next turn")
