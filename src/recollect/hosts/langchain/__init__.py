"""LangChain with recollect as its memory: an agent's middleware, and a retriever.

Needs `pip install 'recollect[langchain]'`.
"""

from ...wiring import require

require("langchain.agents", "langchain")

from .middleware import RecollectMiddleware  # noqa: E402
from .retriever import RecollectRetriever  # noqa: E402

__all__ = ["RecollectMiddleware", "RecollectRetriever"]
