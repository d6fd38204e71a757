"""The governor: what may be spent on language models, and what was."""

from .book import Book
from .budget import Budget, Limit, Price
from .ledgers import Entry, FileLedger, Ledger, MemoryLedger
from .meter import Meter

__all__ = [
    "Book",
    "Budget",
    "Entry",
    "FileLedger",
    "Ledger",
    "Limit",
    "MemoryLedger",
    "Meter",
    "Price",
]
