"""Tests that need torch: `make test-heavy` installs it in an environment of its own."""

from importlib.util import find_spec

collect_ignore_glob = [] if find_spec("sentence_transformers") else ["test_*.py"]
