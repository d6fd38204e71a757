"""One owner's records in the process, by vector, by term and by entity: exact search.

It is no back-end of its own, and imports none.
"""

from .shard import Shard

__all__ = ["Shard"]
