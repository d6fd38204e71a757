"""Google's Agent Development Kit with recollect as its memory, and as the keeper of its sessions.

Needs `pip install 'recollect[adk]'`.
"""

from ...wiring import require

require("google.adk", "adk")

from .memory import RecollectMemoryService  # noqa: E402
from .sessions import RecollectSessionService  # noqa: E402

__all__ = ["RecollectMemoryService", "RecollectSessionService"]
