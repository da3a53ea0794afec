"""The course of a game as a picture: White's chance to win after every ply, as SVG."""

from __future__ import annotations

from typing import Final

from skep.hive.engine.chances import Judgement
from skep.hive.engine.review import Review
from skep.hive.pieces import Color

__all__ = ["draw_graph"]

_WIDTH: Final = 720
_HEIGHT: Final = 240
_MARGIN: Final = 24
# Told apart by shape and size too, not by colour alone.
_MARKS: Final = {
    Judgement.INACCURACY: ("#b8860b", 3),
    Judgement.MISTAKE: ("#d2691e", 4),
    Judgement.BLUNDER: ("#b22222", 6),
}


def draw_graph(reviewed: Review) -> str:
    """Draw a review; the light field is White's share. The same review gives the same picture."""
    chances = [0.5] + [move.white_score.chance for move in reviewed.moves]
    step = (_WIDTH - 2 * _MARGIN) / max(1, len(chances) - 1)
    inner = _HEIGHT - 2 * _MARGIN

    def at(ply: int) -> tuple[float, float]:
        return _MARGIN + ply * step, _MARGIN + (1 - chances[ply]) * inner

    points = [at(ply) for ply in range(len(chances))]
    curve = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    bottom, right = _HEIGHT - _MARGIN, points[-1][0]
    middle = _MARGIN + inner / 2
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img">',
        "<title>White's chance to win after every ply</title>",
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="#ffffff"/>',
        f'<rect x="{_MARGIN}" y="{_MARGIN}" width="{right - _MARGIN:.1f}" height="{inner}"'
        ' fill="#4a4a4a"/>',
        f'<polygon points="{_MARGIN},{bottom} {curve} {right:.1f},{bottom}" fill="#f1ead8"/>',
        f'<line x1="{_MARGIN}" y1="{middle}" x2="{right:.1f}" y2="{middle}" stroke="#888888"'
        ' stroke-dasharray="4 4"/>',
        f'<polyline points="{curve}" fill="none" stroke="#1f4e79" stroke-width="2"/>',
    ]
    for move in reviewed.moves:
        if move.judgement in _MARKS:
            color, radius = _MARKS[move.judgement]
            x, y = points[move.ply]
            parts.append(
                f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius}" fill="{color}" stroke="#ffffff">'
                f"<title>{move.ply}. {_escaped(move.text)}{move.judgement.value}"
                f" {move.judgement.word}</title></circle>"
            )
    parts.append(_words(reviewed))
    return "\n".join([*parts, "</svg>"]) + "\n"


def _words(reviewed: Review) -> str:
    texts = []
    for color, y in ((Color.WHITE, _MARGIN - 8), (Color.BLACK, _HEIGHT - 8)):
        value = reviewed.accuracy(color)
        words = "no moves" if value is None else f"accuracy {value:.0f} %"
        texts.append(
            f'<text x="{_MARGIN}" y="{y}" font-family="sans-serif" font-size="13" fill="#222222">'
            f"{color.name.capitalize()}: {words}</text>"
        )
    return "\n".join(texts)


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;")
