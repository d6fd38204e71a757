"""recollect serve"""

from __future__ import annotations

from typing import Annotated

import typer

from ... import settings
from ...drivers.registry import require
from ...errors import ConfigError
from .. import exits
from ..opening import is_new, require_store
from ..options import LLM, Budget, Embedder, Graph, Reranker, Secrets, Vectors, WordsOnly
from ..where import where

Url = Annotated[
    str | None,
    typer.Option(
        "--url",
        "--db",
        envvar="RECOLLECT_URL",
        metavar="URL|PATH",
        help="Where the memory is.  [default: recollect.db]",
    ),
]
Host = Annotated[
    str,
    typer.Option("--host", envvar="RECOLLECT_HOST", metavar="ADDRESS", help="Where to listen."),
]
Port = Annotated[
    int,
    typer.Option(
        "--port",
        envvar="RECOLLECT_PORT",
        metavar="N",
        min=0,
        max=65535,
        help="The port; 0 for any free one.",
    ),
]
Workers = Annotated[
    int,
    typer.Option(
        "--workers", envvar="RECOLLECT_WORKERS", metavar="N", min=1, max=64, help="Processes."
    ),
]
AllowHost = Annotated[
    list[str] | None,
    typer.Option("--allow-host", metavar="NAME", help="A name that clients call the server by."),
]
AllowOrigin = Annotated[
    list[str] | None,
    typer.Option("--allow-origin", metavar="URL", help="A page that browsers may ask from."),
]
Rate = Annotated[
    float,
    typer.Option(
        "--rate",
        envvar="RECOLLECT_RATE",
        metavar="N",
        min=0.1,
        help="Requests a second of one key.",
    ),
]
MaxBody = Annotated[
    int, typer.Option("--max-body", min=1024, metavar="BYTES", help="The largest request.")
]
AuditLog = Annotated[
    str,
    typer.Option(
        "--audit",
        envvar="RECOLLECT_AUDIT",
        metavar="PATH",
        help="Where the audit log is written; an empty name for none.",
    ),
]

Page = Annotated[
    bool,
    typer.Option(
        "--page/--no-page",
        envvar="RECOLLECT_PAGE",
        help="Show people what is remembered, in a browser.",
    ),
]
Telemetry = Annotated[
    bool,
    typer.Option(
        "--telemetry",
        envvar="RECOLLECT_TELEMETRY",
        help="Send spans and metrics to an OpenTelemetry collector (OTEL_EXPORTER_OTLP_ENDPOINT).",
    ),
]
Open = Annotated[
    bool,
    typer.Option("--open", help="Ask for no key again, after all were revoked: this machine only."),
]


def run(
    db: Url = None,
    host: Host = "127.0.0.1",
    port: Port = 7077,
    workers: Workers = 1,
    allow_host: AllowHost = None,
    allow_origin: AllowOrigin = None,
    rate: Rate = 50.0,
    max_body: MaxBody = 4 << 20,
    audit: AuditLog = settings.AUDIT_LOG,
    page: Page = True,
    telemetry: Telemetry = False,
    no_keys: Open = False,
    words_only: WordsOnly = False,
    embedder: Embedder = None,
    reranker: Reranker = None,
    llm: LLM = None,
    budget: Budget = None,
    secrets: Secrets = None,
    vectors: Vectors = None,
    graph: Graph = None,
) -> int:
    """Serve a memory over HTTP, for every agent, language and tool.

    Without keys it listens on this machine only. With keys (recollect keys create), each is bound
    to a tenant. The API is at /v1, its description at /openapi.json, a page for people at /.
    """
    for package in ("starlette", "uvicorn"):
        require(package, "server")
    if telemetry:
        require("opentelemetry.exporter.otlp.proto.http", "otel")
    from ...server.rules import BURST, UPLOAD, Rules
    from ...server.serving import Plan, serve
    from ...write.screen import policy

    url = where(db)
    require_store(url)
    if workers > 1 and url.startswith("memory://"):
        raise ConfigError("memory:// is one process's; name a file or a server, or one worker")
    options = {
        "embedder": None if words_only else embedder or settings.embedder(),
        "reranker": reranker or settings.reranker(),
        "llm": llm or settings.llm(),
        "budget": settings.budget() if budget is None else budget,
        "secrets": None if secrets is None else policy(secrets),
        "vectors": vectors,
        "graph": graph,
    }
    rules = Rules(
        hosts=tuple(allow_host or ()),
        origins=tuple(allow_origin or ()),
        rate=rate,
        burst=max(1, round(BURST * rate)),
        body=max_body,
        upload=max(max_body, UPLOAD),
        page=page,
    )
    place = None if url == settings.url() else url
    plan = Plan(place, options, host, port, workers, rules, audit or None, telemetry, no_keys)
    serve(plan, new=is_new(url))
    return exits.OK
