"""The memory tool in async. The sync twins are generated."""
