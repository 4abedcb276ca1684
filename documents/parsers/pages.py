"""Pages as they look: a picture of one, and the places of its text. Each call runs a limited child."""

from __future__ import annotations

import base64
from dataclasses import dataclass
from pathlib import Path

from documents.parsers.sandbox import Limits, run_child

PAGE_LIMITS = Limits(memory_mib=1536, cpu_seconds=20, wall_seconds=30.0)


@dataclass(frozen=True)
class Rectangle:
    """A place on a page, in fractions of its width and height from the top left corner."""

    x0: float
    y0: float
    x1: float
    y1: float


def render_page(path: Path, number: int, scale: float = 1.5, limits: Limits = PAGE_LIMITS) -> bytes:
    """Page ``number`` (from 1) of a PDF as PNG; ``scale`` 1 is 72 pixels to the inch.

    Raises ``UnreadableDocument`` when the page can't be shown.
    """
    task = {"do": "render", "path": str(path), "number": number, "scale": scale}
    return base64.b64decode(run_child(task, limits)["png"])


def span_rectangles(
    path: Path, number: int, start: int, end: int, limits: Limits = PAGE_LIMITS
) -> list[Rectangle]:
    """Where the text ``[start, end)`` of page ``number`` stands, a rectangle for each line.

    ``start`` and ``end`` are offsets within that page's stored text. Raises ``UnreadableDocument``.
    """
    task = {"do": "rectangles", "path": str(path), "number": number, "start": start, "end": end}
    return [Rectangle(*corners) for corners in run_child(task, limits)["rectangles"]]
