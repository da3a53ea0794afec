"""What an agent sees of one game of a batch, and the spaces that say so."""

from __future__ import annotations

from typing import Any, Final, Literal

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from skep.errors import InvalidOptionsError
from skep.hive.batch import ACTIONS, PLANES, RESERVES, Batch, Centre
from skep.hive.drawing import draw_svg, draw_text

__all__ = ["Observation", "Pictures", "Views", "actions_space", "check_pictures", "picture"]

Observation = dict[str, NDArray[Any]]
Pictures = Literal["ansi", "svg"]

# What is mine is theirs for the other side: kinds, tops and cells to place on change places.
_SWAPPED_PLANES: Final = [*range(8, 16), *range(8), 17, 16, 18, 19, 21, 20, 22]
_SWAPPED_CENTRE: Final[dict[Centre, Centre]] = {"mine": "theirs", "theirs": "mine", "hive": "hive"}


def actions_space() -> spaces.Discrete:
    """A number for every move; see docs/batch.md."""
    return spaces.Discrete(ACTIONS)


class Views:
    """Observations of the games of a batch: planes, reserves and the mask of legal actions."""

    def __init__(self, batch: Batch, *, centre: Centre = "mine", radius: int = 8) -> None:
        self._batch = batch
        self._centre: Centre = centre
        self._radius = radius
        side = batch.planes(centre, radius).shape[-1]  # refuses a wrong centre or radius
        self.space: spaces.Space[Any] = spaces.Dict(
            {
                "observation": spaces.Box(0, 255, (PLANES, side, side), np.uint8),
                "reserves": spaces.Box(0, 3, (RESERVES,), np.uint8),
                "action_mask": spaces.Box(0, 1, (ACTIONS,), np.int8),
            }
        )

    def masks(self) -> NDArray[np.int8]:
        """The legal actions of each game: a row of ones and zeros."""
        bits = np.unpackbits(self._batch.masks(), axis=1, count=ACTIONS, bitorder="little")
        return bits.view(np.int8)

    def of_movers(self) -> list[Observation]:
        """What the side to move sees in each game."""
        planes = self._batch.planes(self._centre, self._radius)
        together = zip(planes, self._batch.reserves(), self.masks(), strict=True)
        return [
            {"observation": seen, "reserves": left, "action_mask": mask}
            for seen, left, mask in together
        ]

    def of_waiting(self) -> list[Observation]:
        """What the other side sees in each game; it has nothing to choose."""
        planes = self._batch.planes(_SWAPPED_CENTRE[self._centre], self._radius)
        planes = planes[:, _SWAPPED_PLANES]
        reserves = np.roll(self._batch.reserves(), RESERVES // 2, axis=1)
        mask = np.zeros(ACTIONS, np.int8)
        return [
            {"observation": seen, "reserves": left, "action_mask": mask.copy()}
            for seen, left in zip(planes, reserves, strict=True)
        ]


def check_pictures(mode: str | None) -> Pictures | None:
    """Refuse a way of drawing that is not known."""
    match mode:
        case None | "ansi" | "svg":
            return mode
        case _:
            raise InvalidOptionsError(f"render_mode is ansi, svg or None, not {mode!r}")


def picture(batch: Batch, game: int, mode: str | None) -> str | None:
    """One game as text or as SVG."""
    if mode is None:
        return None
    position = batch.position(game)
    return draw_text(position) if mode == "ansi" else draw_svg(position)
