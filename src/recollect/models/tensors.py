"""Named tensors in a file: as much of ONNX's protobuf as that takes, read and written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy
from numpy.typing import NDArray

# ONNX field numbers: ModelProto.graph, GraphProto.initializer, and those of a TensorProto.
_GRAPH, _INITIALIZER = 7, 5
_DIMS, _TYPE, _NAME, _RAW = 1, 2, 8, 9
_TYPES = {1: "<f4", 3: "|i1", 7: "<i8", 9: "|b1"}
_VARINT, _FIXED64, _BYTES, _FIXED32 = 0, 1, 2, 5


def read_tensors(model: bytes) -> dict[str, NDArray[Any]]:
    """The weights in an ONNX file, by name. ValueError if it is not one."""
    try:
        return {name: _tensor(tensor) for name, tensor in _initializers(model)}
    except (IndexError, KeyError, UnicodeDecodeError) as error:
        raise ValueError(f"not an ONNX file with plain tensors ({error!r})") from error


def names(model: bytes) -> list[str]:
    """The names of the weights alone."""
    return [name for name, _ in _initializers(model)]


def write_tensors(tensors: Mapping[str, NDArray[Any]]) -> bytes:
    """An ONNX file of these weights and no nodes: the same bytes on every machine."""
    return _field(_GRAPH, b"".join(_field(_INITIALIZER, _written(*one)) for one in tensors.items()))


def _initializers(model: bytes) -> Iterator[tuple[str, memoryview]]:
    for number, graph in _fields(memoryview(model)):
        if number == _GRAPH:
            for inner, tensor in _fields(graph):
                if inner == _INITIALIZER:
                    yield _name(tensor), tensor


def _name(tensor: memoryview) -> str:
    found = {number: value for number, value in _fields(tensor) if number == _NAME}
    return str(found[_NAME], "utf-8")


def _tensor(tensor: memoryview) -> NDArray[Any]:
    shape: list[int] = []
    kind, raw = 0, memoryview(b"")
    for number, value in _fields(tensor):
        if number == _DIMS:
            shape.extend(_varints(value))
        elif number == _TYPE:
            kind = _varint(value, 0)[0]
        elif number == _RAW:
            raw = value
    array = numpy.frombuffer(raw, dtype=_TYPES[kind]).reshape(shape)
    return numpy.require(array, requirements="A")  # the file aligns nothing


def _fields(message: memoryview) -> Iterator[tuple[int, memoryview]]:
    """The fields of a protobuf message, each as its number and its bytes."""
    at = 0
    while at < len(message):
        key, at = _varint(message, at)
        wire = key & 7
        if wire == _BYTES:
            size, at = _varint(message, at)
        elif wire == _VARINT:
            size = _varint(message, at)[1] - at
        else:
            size = {_FIXED64: 8, _FIXED32: 4}[wire]
        if size > len(message) - at:
            raise IndexError("cut off")
        yield key >> 3, message[at : at + size]
        at += size


def _varints(packed: memoryview) -> Iterator[int]:
    at = 0
    while at < len(packed):
        value, at = _varint(packed, at)
        yield value


def _varint(data: memoryview, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = data[at]
        value |= (byte & 127) << shift
        at, shift = at + 1, shift + 7
        if byte < 128:
            return value, at


def _written(name: str, array: NDArray[Any]) -> bytes:
    kind = next(kind for kind, code in _TYPES.items() if array.dtype == numpy.dtype(code))
    shape = b"".join(_number(_DIMS, size) for size in array.shape)
    raw = array.astype(_TYPES[kind]).tobytes()
    return shape + _number(_TYPE, kind) + _field(_NAME, name.encode()) + _field(_RAW, raw)


def _number(number: int, value: int) -> bytes:
    return _as_varint(number << 3 | _VARINT) + _as_varint(value)


def _field(number: int, value: bytes) -> bytes:
    return _as_varint(number << 3 | _BYTES) + _as_varint(len(value)) + value


def _as_varint(value: int) -> bytes:
    data = bytearray()
    while value > 127:
        data.append(value & 127 | 128)
        value >>= 7
    return bytes(data) + bytes([value])
