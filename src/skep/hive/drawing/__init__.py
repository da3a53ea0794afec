"""Pictures of a position: SVG for pages, notebooks and paper, text for terminals and tests."""

from skep.hive.drawing.moving import draw_moving
from skep.hive.drawing.svg import draw_svg
from skep.hive.drawing.text import draw_text

__all__ = ["draw_moving", "draw_svg", "draw_text"]
