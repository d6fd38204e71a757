"""The async source; the twin beside it is generated."""
