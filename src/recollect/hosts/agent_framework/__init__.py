"""Microsoft's Agent Framework with recollect as its memory: a context and a history provider.

Needs `pip install 'recollect[agent-framework]'`.
"""

from ...wiring import require

require("agent_framework", "agent-framework")

from .context import RecollectContextProvider  # noqa: E402
from .history import RecollectHistoryProvider  # noqa: E402

__all__ = ["RecollectContextProvider", "RecollectHistoryProvider"]
