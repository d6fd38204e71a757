"""The server as a process: prints its URL, and ends with its input or at a signal."""

import argparse
import signal
import sys
from pathlib import Path

from . import Say, loaded, serving

parser = argparse.ArgumentParser(prog="python -m tests.providers")
parser.add_argument("--port", type=int, default=0)
parser.add_argument("--script", type=Path)
given = parser.parse_args()

usual = loaded(given.script) if given.script else lambda request: Say(f"You said: {request.asked}")
with serving(usual=usual, port=given.port) as server:
    print(server.url, flush=True)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    sys.stdin.read()
