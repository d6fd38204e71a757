"""The async source."""
