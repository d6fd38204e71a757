"""recollect verify"""

from __future__ import annotations

from ...counts import counted, many
from ...types import Report
from .. import exits, machine
from ..opening import is_empty, local_path, opened
from ..options import Db, Json
from ..terminal import say
from ..where import where


def run(db: Db = None, as_json: Json = False) -> int:
    """Check the file, every record and every index. Exit code 1 when something is wrong."""
    url = where(db)
    if is_empty(url):
        report = Report({}, (f"{local_path(url)} is empty: there is no memory in it",))
    else:
        with opened(db) as memory:
            report = memory.verify()
    if as_json:
        machine.print_json(
            {"ok": report.ok, "checked": report.checked, "problems": report.problems}
        )
        return exits.OK if report.ok else exits.NOTHING
    if report.checked:
        say(f"Checked {counted(report.checked)}.")
    for problem in report.problems:
        say(f"problem: {problem}")
    say("All is well." if report.ok else f"{many(len(report.problems), 'problem')}.")
    return exits.OK if report.ok else exits.NOTHING
