"""The server over a memory that answers at once: what a request costs without the call itself.

python -m bench.server.still URL PORT-FILE AUDIT-LOG QUESTION USER
"""

from __future__ import annotations

import sys
from pathlib import Path
from socket import socket
from typing import Any

from recollect import AsyncMemory
from recollect.memory.aio.recall import AsyncRecall
from recollect.server.app import build
from recollect.server.audit import Audit
from recollect.server.rules import Rules
from recollect.server.run import Server, config, listen, run_loop


def told(listening: socket, file: Path) -> socket:
    """Write down where it listens."""
    listening.listen(100)
    file.write_text(str(listening.getsockname()[1]), "utf-8")
    return listening


async def main() -> None:
    """Serve until a signal ends it; every search has the same answer, found once."""
    url, file, log, question, user = sys.argv[1:]
    async with AsyncMemory(url) as memory:
        hits = await memory.tenant("").search(question, user_id=user)

        async def known(self: Any, query: str, **asked: Any) -> Any:
            return hits

        AsyncRecall.search = known  # type: ignore[method-assign]
        listening = told(listen("127.0.0.1", 0), Path(file))
        app = build(memory, Rules(rate=1e6, burst=10**6), audit=Audit(log))
        await Server(config(app)).serve([listening])


if __name__ == "__main__":
    run_loop(main)
