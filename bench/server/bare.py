"""A Starlette endpoint that does nothing: JSON in, as much JSON out as a real answer has.

python -m bench.server.bare PORT-FILE WORKERS BYTES
"""

from __future__ import annotations

import multiprocessing
import signal
import sys
from pathlib import Path
from socket import socket

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from recollect.server.run import Server, config, listen


def app(size: int) -> Starlette:
    """Reads what is asked, answers always the same."""
    answer = {"hits": ["x" * 100] * (size // 104)}

    async def answered(request: Request) -> Response:
        await request.json()
        return JSONResponse(answer)

    return Starlette(routes=[Route("/", answered, methods=["POST"])])


def run(listening: socket, size: int) -> None:
    """One process, under the same uvicorn as the server's."""
    Server(config(app(size), lifespan="off")).run([listening])


def main() -> None:
    """Serve until a signal ends it."""
    file, workers, size = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    listening = listen("127.0.0.1", 0)
    listening.listen(2048)
    context = multiprocessing.get_context("spawn")
    started = [context.Process(target=run, args=(listening, size)) for _ in range(workers)]
    for one in started:
        one.start()

    def end(*_: object) -> None:
        for one in started:
            one.terminate()

    signal.signal(signal.SIGTERM, end)
    file.write_text(str(listening.getsockname()[1]), "utf-8")
    for one in started:
        one.join()


if __name__ == "__main__":
    main()
