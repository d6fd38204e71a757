"""LlamaIndex with recollect as its memory: a chat store, a memory block, and a retriever.

Needs `pip install 'recollect[llama-index]'`.
"""

from ...wiring import require

require("llama_index.core", "llama-index")

from .block import RecollectMemoryBlock  # noqa: E402
from .retriever import RecollectRetriever  # noqa: E402
from .store import RecollectChatStore  # noqa: E402

__all__ = ["RecollectChatStore", "RecollectMemoryBlock", "RecollectRetriever"]
