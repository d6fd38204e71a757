"""The growth of a search as a picture: messages against milliseconds, in powers of ten."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

from .figures import Figure

WIDTH, HEIGHT = 640, 380
LEFT, RIGHT, TOP, BOTTOM = 70, 130, 30, 50
STYLE = """
text { font: 13px system-ui, sans-serif; fill: #57606a }
.grid { stroke: #d0d7de }
.ours { --colour: #0969da }
.floor { --colour: #bc4c00 }
polyline { fill: none; stroke: var(--colour); stroke-width: 2.5 }
circle { fill: var(--colour) }
.ours text, .floor text { fill: var(--colour); font-weight: 600 }
.floor polyline { stroke-dasharray: 6 4 }
@media (prefers-color-scheme: dark) {
  text { fill: #9198a1 }
  .grid { stroke: #3d444d }
  .ours { --colour: #4493f8 }
  .floor { --colour: #db6d28 }
}"""

Line = list[tuple[float, float]]


def points(figures: Sequence[Figure]) -> dict[str, Line]:
    """Messages and milliseconds of both sides, from the figures of searches."""
    lines: dict[str, Line] = {"ours": [], "floor": []}
    for figure in figures:
        if found := re.fullmatch(r"search p50, ([\d,]+) messages", figure.name):
            count = float(found[1].replace(",", ""))
            lines["ours"].append((count, figure.parts["ours ms"]))
            lines["floor"].append((count, figure.parts["baseline ms"]))
    return lines


def draw(lines: dict[str, Line], title: str) -> str:
    """An SVG that can be read on a light page and on a dark one."""
    every = [point for line in lines.values() for point in line]
    frame = Frame(span([x for x, _ in every]), span([y for _, y in every]))
    parts = [*frame.grid(), *(frame.curve(name, line) for name, line in lines.items())]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">'
        f"<title>{title}</title><style>{STYLE}</style>\n" + "\n".join(parts) + "\n</svg>\n"
    )


def span(values: list[float]) -> range:
    """The powers of ten that hold all values between the first and the last of them."""
    low, high = floor(log10(min(values))), ceil(log10(max(values)))
    return range(low, max(high, low + 1) + 1)


@dataclass(frozen=True, slots=True)
class Frame:
    """Where a point comes to lie."""

    across: range
    up: range

    def place(self, x: float, y: float) -> tuple[float, float]:
        """Of powers of ten, in pixels."""
        right = (x - self.across[0]) / (len(self.across) - 1)
        top = (y - self.up[0]) / (len(self.up) - 1)
        return (
            round(LEFT + right * (WIDTH - LEFT - RIGHT), 1),
            round(HEIGHT - BOTTOM - top * (HEIGHT - TOP - BOTTOM), 1),
        )

    def grid(self) -> Iterator[str]:
        """The lines at every power of ten, with their numbers."""
        left, bottom = self.place(self.across[0], self.up[0])
        right, top = self.place(self.across[-1], self.up[-1])
        for power in self.across:
            x, _ = self.place(power, 0)
            yield f'<line class="grid" x1="{x}" y1="{bottom}" x2="{x}" y2="{top}"/>'
            yield text(x, bottom + 20, f"{10.0**power:,.0f}", "middle")
        for power in self.up:
            _, y = self.place(0, power)
            yield f'<line class="grid" x1="{left}" y1="{y}" x2="{right}" y2="{y}"/>'
            yield text(left - 8, y + 4, f"{10.0**power:g} ms", "end")
        yield text((left + right) / 2, HEIGHT - 8, "messages of one user", "middle")

    def curve(self, name: str, line: Line) -> str:
        """One line, its points, and its name at the end."""
        places = [self.place(log10(x), log10(y)) for x, y in line]
        drawn = " ".join(f"{x},{y}" for x, y in places)
        dots = "".join(f'<circle cx="{x}" cy="{y}" r="4"/>' for x, y in places)
        x, y = places[-1]
        label = text(x + 12, y + 4, f"{name}, {line[-1][1]:.0f} ms", "start")
        return f'<g class="{name}"><polyline points="{drawn}"/>{dots}{label}</g>'


def text(x: float, y: float, words: str, anchor: str) -> str:
    """Words at a place."""
    return f'<text x="{x}" y="{y}" text-anchor="{anchor}">{words}</text>'
