"""The paths, in async. The sync twins are generated."""
