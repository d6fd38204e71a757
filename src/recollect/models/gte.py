"""gte-small in int8: more recall than the built-in model for twice the time. To be installed."""

from pathlib import Path

from recollect.models.bert import Bert, Kind

KIND = Kind(
    name="gte-small-int8",
    sha256="9696962dbaabbb477e9190b88015a880343bcc518ae12b986fd6da7886ef7ed3",
    graph="gte-small-int8.onnx",
    version=1,
    most_tokens=512,
    repair="recollect models install gte-small",
)


class GteSmall(Bert):
    """thenlper/gte-small: 384 dimensions, 512 tokens, no prefix before a question."""

    def __init__(self, weights: Path, *, threads: int | None = None) -> None:
        """`weights` is the installed file."""
        super().__init__(KIND, lambda: weights, threads=threads)
