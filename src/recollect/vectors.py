"""Vectors in rows of bytes: checked, of unit length, one byte a dimension."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from .errors import VectorError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from .orders import Floats

PART = 1 << 18
"""Numbers multiplied at a time."""
SLACK = 1e-5
"""How far a fast product may be off: it rounds a row differently by its place."""


def checked(data: object, rows: int, size: int | None = None) -> Floats:
    """An embedder's answer as unit rows; refuses what cannot be compared."""
    import numpy as np

    try:
        matrix = np.asarray(data, dtype=np.float32)
    except (TypeError, ValueError):
        raise VectorError("an embedder must return rows of numbers") from None
    if matrix.ndim != 2 or matrix.shape[0] != rows or matrix.shape[1] == 0:
        raise VectorError(f"expected {rows} vectors, got an array of shape {matrix.shape}")
    if size is not None and matrix.shape[1] != size:
        raise VectorError(
            f"this model's vectors have {size} dimensions, not {matrix.shape[1]}; "
            "another model needs another id"
        )
    if not np.isfinite(matrix).all():
        raise VectorError("an embedding holds NaN or infinity")
    # In double precision, where the squares of no float32 overflow or vanish.
    wide = matrix.astype(np.float64)
    norms = np.sqrt(np.einsum("ij,ij->i", wide, wide))[:, None]
    if not (norms > 1e-12).all():
        raise VectorError("an embedding is all zeros")
    unit: Floats = (wide / norms).astype(np.float32)
    return unit


def pack(matrix: Floats) -> list[bytes]:
    """Unit rows as bytes: a four-byte scale, then one signed byte a dimension.

    A rounding error of half a step in 254 leaves the cosine right to about 0.0001.
    """
    import numpy as np

    scale = np.abs(matrix).max(axis=1, keepdims=True).astype(np.float32) / np.float32(127)
    steps = np.rint(matrix / scale).astype(np.int8)
    return [s.tobytes() + row.tobytes() for s, row in zip(scale, steps, strict=True)]


def unpack(rows: Sequence[bytes], size: int) -> Floats:
    """The matrix of packed rows, again of unit length."""
    import numpy as np

    steps, lengths = steps_of(rows, size)
    made: Floats = steps.astype(np.float32) / lengths[:, None]
    return made


def rounded(matrix: Floats) -> Floats:
    """Unit rows as every store keeps them, so that all of them rank alike."""
    return unpack(pack(matrix), matrix.shape[1])


def steps_of(rows: Sequence[bytes], size: int) -> tuple[NDArray[np.int8], Floats]:
    """The bytes of packed rows, and how long each row is in their steps: NaN if it is damaged.

    A cosine does not depend on the scale, so only its health is looked at.
    """
    import numpy as np

    raw = np.frombuffer(b"".join(rows), dtype=np.uint8).reshape(len(rows), size + 4)
    scale = np.ascontiguousarray(raw[:, :4]).view(np.float32)[:, 0]
    steps = raw[:, 4:].view(np.int8)
    wide = steps.astype(np.float32)
    lengths: Floats = np.sqrt(np.einsum("ij,ij->i", wide, wide))
    lengths[~((scale > 0) & (scale < np.inf) & (lengths > 0))] = np.nan
    return steps, lengths


def cosines(rows: Floats, vector: Floats) -> NDArray[np.float64]:
    """The cosines of unit rows with a unit vector: the same in every store, wherever a row lies."""
    import numpy as np

    made = (rows.astype(np.float64) * vector.astype(np.float64)).sum(axis=1)
    return np.asarray(np.clip(made, -1.0, 1.0))


def product(matrix: Floats, vector: Floats) -> Floats:
    """Every row's product with a vector.

    In parts that BLAS does not share out to its threads, which would wait for each other at every
    search, and for long on a busy machine. BLAS has also been seen to raise the flag for an invalid
    value, now and then, over numbers that are all finite. Vectors are checked on the way in, so the
    flag says nothing.
    """
    import numpy as np

    made: Floats = np.empty(len(matrix), dtype=np.float32)
    rows = max(1, PART // max(1, matrix.shape[1]))
    with np.errstate(invalid="ignore"):
        for start in range(0, len(matrix), rows):
            np.matmul(matrix[start : start + rows], vector, out=made[start : start + rows])
    return made
