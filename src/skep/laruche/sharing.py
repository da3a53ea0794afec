"""A finished solitaire as a few lines to send to others."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from skep.geometry import Cell
from skep.laruche.solitaire import Score
from skep.laruche.tiles import Placement

__all__ = ["share_text", "tile_symbols"]


def tile_symbols(placed: Sequence[Placement], hinted: Collection[Placement] = ()) -> str:
    """One symbol for each tile in the order laid, by how many of those before it touches.

    >>> cells = [(0, 0), (1, 0), (0, 1), (1, -1), (1, 1)]
    >>> layout = [Placement(Cell(*cell), Placement.parse("0,0 ROYGBV").pose) for cell in cells]
    >>> tile_symbols(layout)
    '🟨🟨🟨🟨🟨'
    """
    symbols = []
    laid: set[Cell] = set()
    for placement in placed:
        touching = sum(near in laid for near in placement.cell.neighbours())
        laid.add(placement.cell)
        if placement in hinted:
            symbols.append("💡")
        else:
            symbols.append("🟥" if touching >= 4 else "🟧" if touching == 3 else "🟨")
    return "".join(symbols)


def share_text(
    score: Score,
    symbols: str,
    *,
    number: int | None,
    size: int,
    best: int | None,
    link: str | None = None,
) -> str:
    """What there is to tell; `number` is that of a day, None for a free deal.

    >>> print(share_text(Score(True, 250_000, 2, 0, 23, 12), "🟨🟧", number=12, size=12, best=23))
    La Ruche #12 · 23/23 · 4:10 · ↩2
    🟨🟧
    """
    title = "La Ruche" if number is None else f"La Ruche #{number}"
    if not score.solved:
        result = f"⬡ {score.laid}/{size}"
    else:
        result = str(score.joins) if best is None else f"{score.joins}/{best}"
    parts = [title, result, _clock(score.time_ms)]
    if score.undos:
        parts.append(f"↩{score.undos}")
    lines = [" · ".join(parts), symbols, link or ""]
    return "\n".join(line for line in lines if line)


def _clock(time_ms: int) -> str:
    minutes, seconds = divmod(time_ms // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
