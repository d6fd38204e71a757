"""An agent with core blocks that it edits itself; it is there again in the next process."""

import json
import sys
import tempfile

from recollect import Memory
from recollect.agents import Agents


def scripted(messages, tools=()):
    """Stands in for a model, so that this runs offline: it notes a preference, and reads it."""
    in_view, asked = messages[0]["content"], messages[-1]["content"]
    if asked.startswith("I prefer"):
        note = json.dumps({"label": "human", "content": asked})
        call = {"name": "core_memory_append", "arguments": note}
        return {"content": None, "tool_calls": [{"id": "c1", "function": call}]}
    return "Dark mode." if "I prefer dark mode." in in_view else "Say more."


llm = sys.argv[1] if len(sys.argv) > 1 else scripted  # such as anthropic:claude-sonnet-4-6
file = tempfile.mkdtemp() + "/agent.db"
with Memory(file) as memory:
    sam = Agents(memory, llm=llm).create("sam", persona="I am Sam.", human="Dana.")
    print("sam:", sam.chat("I prefer dark mode."))
with Memory(file) as memory:  # another day
    sam = Agents(memory, llm=llm).get("sam")
    print("sam:", sam.chat("What UI preference did I mention?"))
    print("in view:", {block.label: block.value for block in sam.blocks()})
