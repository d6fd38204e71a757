"""recollect spend"""

from __future__ import annotations

from .. import exits, machine
from ..opening import opened
from ..options import Agent, Db, Json, Owner
from ..table import print_table
from ..terminal import say


def run(user: Owner = None, agent: Agent = None, db: Db = None, as_json: Json = False) -> int:
    """What language models have cost, by day, user and model; requests that failed count."""
    with opened(db) as memory:
        spend = memory.spend(user_id=user, agent_id=agent)
    if as_json:
        machine.print_json({**machine.plain(spend.usage), "lines": spend.lines})
    elif not spend.lines:
        say("Nothing was spent on language models.")
    else:
        rows = [
            [
                f"{line.day:%Y-%m-%d}",
                "(erased)" if line.owner is None else line.owner.id,
                line.model,
                *(f"{count:,}" for count in (line.usage.calls, line.usage.failed)),
                *(f"{count:,}" for count in (line.usage.input, line.usage.output)),
            ]
            for line in spend.lines
        ]
        sums = spend.usage
        counts = (sums.calls, sums.failed, sums.input, sums.output)
        rows.append(["total", "", "", *(f"{count:,}" for count in counts)])
        print_table(["day", "whose", "model", "calls", "failed", "tokens in", "out"], rows)
    return exits.OK if spend.lines else exits.NOTHING
