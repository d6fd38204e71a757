"""A graph of relations in Neo4j, or any server that speaks Bolt and Cypher as it does."""

from .index import Neo4jIndex

__all__ = ["Neo4jIndex"]
