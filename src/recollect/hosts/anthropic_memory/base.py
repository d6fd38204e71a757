"""What is Anthropic's: the classes of its memory tool, and the error that a model is told."""

from __future__ import annotations

from ...errors import MissingExtra
from ...wiring import require

SINCE = "0.84"
"""The first release of the package that has all of this."""

_package = require("anthropic", "anthropic")

try:
    from anthropic.lib.tools import BetaAbstractMemoryTool as Base
    from anthropic.lib.tools import BetaAsyncAbstractMemoryTool as AsyncBase
    from anthropic.lib.tools import ToolError
except ImportError as error:
    raise MissingExtra(
        f"the memory tool needs anthropic {SINCE} or newer, and {_package.__version__} is "
        f"installed; run: pip install 'recollect[anthropic]' 'anthropic>={SINCE}'"
    ) from error

__all__ = ["AsyncBase", "Base", "ToolError"]
