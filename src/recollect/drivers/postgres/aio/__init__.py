"""Talking to PostgreSQL, in async."""
