"""Summaries: what a stretch of conversation decided, preferred, left open and said, with sources.

Without a model they are quotes. A summary never replaces the words, and is made anew when some of
them are erased.
"""
