"""One run of the command: every way it can end becomes a clean line and an exit code."""

from __future__ import annotations

import contextlib
import errno
import logging
import os
import re
import sys
import traceback
from collections.abc import Sequence
from typing import Any

import typer

from ..errors import RecollectError
from . import exits
from .app import command
from .lasting import Interrupted
from .terminal import safe

FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
PARAMETER = re.compile(r"(?:where\.(?:kind|role)|min_relevance|half_life|max_hops)(?= must )")
"""How the front door begins to tell of what was given as an option here."""
WORDS = re.compile(r"-\d|-.*\s")
"""What begins like an option and is none: "-5 degrees"."""
# typer keeps its click in different places from version to version; its errors lead to it.
USAGE_ERROR: Any = typer.BadParameter.__bases__[0]


def run(arguments: Sequence[str]) -> int:
    """Run with these arguments; the exit code. Never raises, except for SystemExit."""
    as_json = "--json" in arguments
    _tidy_streams()
    try:
        asked = list(arguments) or ["--help"]
        result = command().main(asked, prog_name="recollect", standalone_mode=False)
        sys.stdout.flush()
        return result if isinstance(result, int) else exits.OK
    except BrokenPipeError:
        return _broken_pipe()
    except (KeyboardInterrupt, typer.Abort):
        return exits.INTERRUPTED
    except Interrupted as error:
        _complain(exits.told("Interrupted", str(error), as_json, "interrupted"))
        return exits.INTERRUPTED
    except SystemExit as ended:
        # typer's handler for a closed pipe ends this way
        return _broken_pipe() if isinstance(ended.__context__, BrokenPipeError) else _code(ended)
    except RecollectError as error:
        return _fail(error, type(error).__name__, _spoken(str(error)), as_json)
    except USAGE_ERROR as error:
        return _misused(error, as_json, arguments)
    except OSError as error:
        return _fail(error, "OSError", _named(error), as_json)
    except ModuleNotFoundError as error:
        what = f"the package {error.name} is not installed; see: recollect doctor"
        return _fail(error, "MissingPackage", what, as_json)
    except Exception as error:
        _complain(safe(traceback.format_exc()).rstrip())
        what = f"this is a bug in recollect ({type(error).__name__}); please report it"
        return _fail(error, "Bug", what, as_json)


def _fail(error: Exception, name: str, message: str, as_json: bool) -> int:
    _complain(exits.told(name, " ".join(message.split()), as_json))
    return exits.code(error)


def _spoken(message: str) -> str:
    """A message that begins with the name of a parameter, with that of the option instead."""
    found = PARAMETER.match(message)
    if found is None:
        return message
    option = found[0].removeprefix("where.").replace("_", "-")
    return f"--{option}{message[found.end() :]}"


def _named(error: OSError) -> str:
    """What failed and where. Only of a standard stream does nobody know the name."""
    where = error.filename or ("stdout" if error.errno in FULL else None)
    return f"{where}: {error.strerror or error}" if where else str(error.strerror or error)


def _misused(error: Any, as_json: bool, arguments: Sequence[str]) -> int:
    path = error.ctx.command_path if error.ctx is not None else "recollect"
    option = getattr(error, "option_name", None)
    order = "options follow the command; " if option and path == "recollect" else ""
    if option and any(one.startswith(option) and WORDS.match(one) for one in arguments):
        order = "put -- before words that begin with a dash; "
    hint = "" if as_json else f" ({order}try: {path} --help)"
    message = " ".join(error.format_message().split())
    _complain(exits.told("UsageError", message + hint, as_json))
    return exits.USAGE


def _complain(line: str) -> None:
    with contextlib.suppress(OSError):
        print(line, file=sys.stderr, flush=True)


def _broken_pipe() -> int:
    """The reader went away. Python would complain when it flushes at the end: give it nothing."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return exits.PIPE


def _code(ended: SystemExit) -> int:
    return ended.code if isinstance(ended.code, int) else exits.OK


def _tidy_streams() -> None:
    """A terminal that cannot show a character gets an escape for it, not a crash. A stream that was
    closed is nowhere, and its number is taken, lest a memory's file be opened under it."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode, encoding="utf-8"))
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            with contextlib.suppress(OSError, ValueError):
                reconfigure(errors="backslashreplace")
    logging.getLogger("recollect").handlers = [_Warnings()]


class _Warnings(logging.Handler):
    """What the library warns of, as lines on stderr."""

    def emit(self, record: logging.LogRecord) -> None:
        _complain(f"warning: {safe(' '.join(record.getMessage().split()))}")
