"""Agents in async. The sync twins are generated."""
