"""Tests with the real google-adk: `tests/hosts/test_adk.py` runs them where it is installed."""

from importlib.util import find_spec

collect_ignore_glob = [] if find_spec("google.adk") else ["test_*.py"]
