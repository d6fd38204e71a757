"""mem0's doors: hand-written in async; the sync twins are generated."""
