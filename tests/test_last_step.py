"""The end of a program lets work beside it come to the end of its step, and does not wait long."""

import subprocess
import sys
import time

from recollect.concurrency import LAST_STEP

STEPS = """
import time
from recollect.concurrency import Background

background = Background()

def work():
    while not background.stopping:
        time.sleep(0.2)
    print("its step is done")

background.start(work)
"""
HANGS = """
import threading
from recollect.concurrency import Background

background = Background()
background.start(threading.Event().wait)
"""


def ended(program: str) -> tuple[str, float]:
    began = time.monotonic()
    made = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (made.returncode, made.stderr) == (0, "")
    return made.stdout, time.monotonic() - began


def test_a_step_that_is_under_way_is_finished():
    assert ended(STEPS)[0] == "its step is done\n"


def test_what_hangs_does_not_keep_a_program_from_its_end():
    assert ended(HANGS)[1] >= LAST_STEP
