"""Text to index terms, the same way for every store and for documents and queries alike.

Text is folded (case, width, accents), cut into words, freed of function and question words, and
stemmed. A compound such as e-mail, node.js or v1.2.3 gives its parts and its joined form. Scripts
written without spaces give overlapping pairs of characters, and Han and Hangul single characters as
well.
"""

from .analyze import LONGEST, VERSION, clear_cache, query_terms, terms

__all__ = ["LONGEST", "VERSION", "clear_cache", "query_terms", "terms"]
