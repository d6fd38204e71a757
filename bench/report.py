"""Results for people and for programs."""

from __future__ import annotations

import json
import os
import platform
import sys
from dataclasses import asdict
from importlib.metadata import version
from pathlib import Path
from typing import Any

from .figures import Figure

COLOURS = {"ok": "green", "over": "red", "under": "red", "-": "dim"}
RESULTS = Path(__file__).parent / "results"


def environment() -> dict[str, str]:
    """What the numbers were measured on."""
    import apsw

    able = getattr(os, "sched_getaffinity", None)
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    return {
        "cores": str(len(able(0)) if able else os.cpu_count()),
        "load before": f"{load:.1f}",
        "machine": f"{platform.system()} {platform.machine()}",
        "Python": platform.python_version(),
        "SQLite": apsw.sqlite_lib_version(),
        "onnxruntime": version("onnxruntime"),
        "numpy": version("numpy"),
        "recollect": version("recollect"),
    }


def show(figures: list[Figure], facts: dict[str, str], seconds: float) -> None:
    """One table."""
    from rich.console import Console
    from rich.table import Table

    table = Table(title="recollect, measured", title_justify="left")
    for name, side in (
        ("figure", "left"),
        ("value", "right"),
        ("bound", "right"),
        ("", "left"),
        ("against", "left"),
        ("made from", "left"),
    ):
        table.add_column(name, justify="right" if side == "right" else "left", overflow="fold")
    for figure in figures:
        colour = COLOURS[figure.verdict]
        table.add_row(
            figure.name,
            spelled(figure.value, figure.unit),
            bound(figure),
            f"[{colour}]{figure.verdict}[/]",
            figure.against,
            ", ".join(f"{name} {number:,.4g}" for name, number in figure.parts.items()),
        )
    console = Console(width=None if sys.stdout.isatty() else 170)
    console.print(table)
    console.print(", ".join(f"{name} {fact}" for name, fact in facts.items()), highlight=False)
    console.print(f"{seconds:.0f} s in all", highlight=False)


def spelled(value: float, unit: str) -> str:
    """A number with its unit, to three digits."""
    digits = f"{value:,.0f}" if value >= 100 or not unit else f"{value:.3g}"
    return f"{digits} {unit}".strip()


def bound(figure: Figure) -> str:
    """What the value must stay under or reach."""
    if figure.bound is None:
        return ""
    return f"{'≥' if figure.least else '≤'} {spelled(figure.bound, figure.unit)}"


def save(file: Path, figures: list[Figure], facts: dict[str, str], seconds: float) -> None:
    """The same as JSON."""
    made: dict[str, Any] = {
        "environment": facts,
        "seconds": round(seconds, 1),
        "figures": [asdict(figure) | {"verdict": figure.verdict} for figure in figures],
    }
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(made, indent=2) + "\n", "utf-8")


def say(what: str) -> None:
    """How it is going, beside the results."""
    print(f"… {what}", file=sys.stderr, flush=True)
