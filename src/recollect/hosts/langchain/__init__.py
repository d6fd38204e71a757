"""LangChain with recollect as its memory: an agent's middleware, a retriever, and a history.

Needs `pip install 'recollect[langchain]'`.
"""

from ...wiring import require

require("langchain.agents", "langchain")

from .history import RecollectChatMessageHistory  # noqa: E402
from .middleware import RecollectMiddleware  # noqa: E402
from .retriever import RecollectRetriever  # noqa: E402

__all__ = ["RecollectChatMessageHistory", "RecollectMiddleware", "RecollectRetriever"]
