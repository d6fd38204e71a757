"""Anthropic's memory tool, whose /memories directory is kept in a recollect memory.

from anthropic import Anthropic
from recollect import Memory
from recollect.hosts.anthropic_memory import RecollectMemoryTool

tool = RecollectMemoryTool(Memory("agent.db"), user_id="dana")
Anthropic().beta.messages.tool_runner(tools=[tool], …).until_done()
"""

from .aio.tool import AsyncRecollectMemoryTool
from .sync.tool import RecollectMemoryTool

__all__ = ["AsyncRecollectMemoryTool", "RecollectMemoryTool"]
