"""What some models want in front of a text, so that questions and answers meet.

They were trained with these words and lose much without them. Only well-known names are here; a
model that is not gets its texts as they are. A change in a passage's prefix changes its vectors, so
it needs another id.
"""

from __future__ import annotations

import re

_BGE = "Represent this sentence for searching relevant passages: "
_QWEN = (
    "Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery:"
)

# A pattern for the name, what passages begin with, what questions begin with.
_KNOWN = (
    (r"nomic-embed-text|modernbert-embed", "search_document: ", "search_query: "),
    (r"(multilingual-)?e5-(small|base|large)(-unsupervised)?(-v2)?$", "passage: ", "query: "),
    (r"bge-(small|base|large)-en(-v1\.5)?$|mxbai-embed-(large|xsmall)", "", _BGE),
    (r"snowflake-arctic-embed2|snowflake-arctic-embed-[lm]-v2\.0", "", "query: "),
    (r"snowflake-arctic-embed", "", _BGE),
    (r"embeddinggemma", "title: none | text: ", "task: search result | query: "),
    (r"qwen3-embedding", "", _QWEN),
)


def prefixes(model: str) -> tuple[str, str]:
    """What to put in front of a passage, and in front of a question."""
    name = model.lower().rstrip("/").rpartition("/")[2].partition(":")[0]
    for pattern, passage, question in _KNOWN:
        if re.match(pattern, name):
            return passage, question
    return "", ""
