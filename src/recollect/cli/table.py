"""Small tables for people: aligned columns, never cut."""

from __future__ import annotations

from collections.abc import Sequence

from .terminal import console, safe


def print_table(names: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """A line of names, then the rows."""
    from rich.cells import cell_len

    shown = [[safe(cell).replace("\n", " ") for cell in row] for row in rows]
    widths = [max(map(cell_len, column)) for column in zip(names, *shown, strict=True)]
    out = console()
    for number, row in enumerate([list(names), *shown]):
        cells = (
            cell + " " * (width - cell_len(cell)) for cell, width in zip(row, widths, strict=True)
        )
        out.print("  ".join(cells).rstrip(), style="dim" if number == 0 else None)
