"""Many solitaires at once, as NumPy arrays, for learning programs (`pip install skep[numpy]`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

try:
    import numpy as np
    from numpy.typing import NDArray
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        "skep.laruche.batch needs the package numpy: pip install 'skep[numpy]'", name="numpy"
    ) from error

from skep.errors import InvalidOptionsError, RefusedError
from skep.geometry import DIRECTIONS, ORIGIN, Cell
from skep.laruche.puzzles import Puzzle, SolitaireOptions
from skep.laruche.refusals import Refusal
from skep.laruche.table import Table
from skep.laruche.tiles import ALL_TILES, Placement

__all__ = ["NO_ACTION", "SolitaireBatch", "SolitaireStep"]

NO_ACTION: Final = -1
"""What a solitaire that is over takes and gives as its action."""
_ROTATIONS: Final = 6
_EDGES: Final = 6
_OPPOSITES: Final = [int(direction.opposite) for direction in DIRECTIONS]
# The colours, 1 to 6, of every tile that lies bee up: [tile, rotation, direction].
_COLORS: Final = np.array(
    [[[color + 1 for color in pose.colors] for pose in tile.poses[:6]] for tile in ALL_TILES],
    np.uint8,
)


@dataclass(frozen=True, slots=True)
class SolitaireStep:
    """What a step has brought: the joins of each tile just laid; which deals are over or solved."""

    joins: NDArray[np.int64]
    over: NDArray[np.bool_]
    solved: NDArray[np.bool_]


class SolitaireBatch:
    """Solitaires of one size that are laid together. Nothing is taken back.

    The board is as wide as the tiles can ever reach: a cell at distance d touches at most two that
    lie nearer, so that each further ring costs two tiles.

    >>> batch = SolitaireBatch.deal(8, seed=1)
    >>> step = batch.step(batch.random_actions(seed=2))
    >>> batch.laid.tolist()
    [1, 1, 1, 1, 1, 1, 1, 1]
    """

    def __init__(self, puzzles: Sequence[Puzzle]) -> None:
        if (
            not puzzles
            or len({(puzzle.options.size, puzzle.options.loose) for puzzle in puzzles}) > 1
        ):
            raise InvalidOptionsError("a batch has puzzles of one size and one reading")
        if any(puzzle.shape is not None for puzzle in puzzles):
            raise InvalidOptionsError("a batch has no silhouettes")
        self.puzzles = tuple(puzzles)
        self.size = puzzles[0].options.size
        self.radius = (self.size + 1) // 2 + 1
        self._loose = puzzles[0].options.loose
        side = self.side = 2 * self.radius + 1
        self._cells = side * side
        self._around = np.array([near.r * side + near.q for near in ORIGIN.neighbours()])
        self._tiles = np.array([[tile.index for tile in puzzle.tiles] for puzzle in puzzles])
        self._rows = np.arange(len(puzzles))
        self.restart()

    @classmethod
    def deal(cls, games: int, seed: int, options: SolitaireOptions | None = None) -> SolitaireBatch:
        """So many deals from one seed, each of which can be solved."""
        chosen = options or SolitaireOptions()
        return cls([Puzzle.deal(chosen, seed + number) for number in range(games)])

    def __len__(self) -> int:
        return len(self.puzzles)

    @property
    def actions(self) -> int:
        """How many actions there are: cells × tiles × rotations."""
        return self._cells * self.size * _ROTATIONS

    def restart(self) -> None:
        """Take all tiles off all tables."""
        games = len(self)
        # What the tile beside each edge of a cell shows there; 0 where none lies.
        self._wanted = np.zeros((games, self._cells, _EDGES), np.uint8)
        self._contacts = np.zeros((games, self._cells), np.uint8)
        self._lying = np.zeros((games, self._cells, _EDGES), np.uint8)
        self._in_hand = np.ones((games, self.size), np.bool_)
        self._laid: list[list[Placement]] = [[] for _ in range(games)]
        self.joins = np.zeros(games, np.int64)
        self._mask: NDArray[np.bool_] | None = None

    @property
    def laid(self) -> NDArray[np.int64]:
        """How many tiles lie in each deal."""
        return np.asarray(self.size - self._in_hand.sum(axis=1))

    @property
    def over(self) -> NDArray[np.bool_]:
        """Where no tile can be laid any more."""
        return ~np.asarray(self.masks().any(axis=1))

    @property
    def solved(self) -> NDArray[np.bool_]:
        """Where all tiles lie."""
        return ~np.asarray(self._in_hand.any(axis=1))

    def masks(self) -> NDArray[np.bool_]:
        """The legal actions of each deal."""
        if self._mask is None:
            self._mask = self._legal()
            self._mask.setflags(write=False)
        return self._mask

    def planes(self) -> NDArray[np.uint8]:
        """Six planes of the colours on the edges, and one of the cells where one may go on."""
        planes = np.zeros((len(self), _EDGES + 1, self._cells), np.uint8)
        planes[:, :_EDGES] = self._lying.transpose(0, 2, 1)
        planes[:, _EDGES] = self._open_cells()
        return planes.reshape(len(self), _EDGES + 1, self.side, self.side)

    def hands(self) -> NDArray[np.uint8]:
        """The colours of every tile in hand, as dealt; zeros where it is laid."""
        return np.asarray(_COLORS[self._tiles, 0] * self._in_hand[:, :, None])

    def action_of(self, game: int, placement: Placement) -> int:
        """The number of a placement in one deal."""
        (q, r), pose = placement
        if pose.tile not in self.puzzles[game].tiles or not pose.has_bee:
            raise RefusedError(Refusal.NOT_YOUR_TILE, tile=pose.tile.name)
        if max(abs(q), abs(r)) > self.radius:
            raise RefusedError(Refusal.OFF_TABLE, reach=self.radius)
        cell = (r + self.radius) * self.side + q + self.radius
        slot = self.puzzles[game].tiles.index(pose.tile)
        return (cell * self.size + slot) * _ROTATIONS + pose.rotation

    def placement_of(self, game: int, action: int) -> Placement:
        """What a number means in one deal."""
        if not 0 <= action < self.actions:
            raise InvalidOptionsError(f"an action is a number below {self.actions}, not {action}")
        rest, rotation = divmod(int(action), _ROTATIONS)
        cell, slot = divmod(rest, self.size)
        r, q = divmod(cell, self.side)
        pose = self.puzzles[game].tiles[slot].poses[rotation]
        return Placement(Cell(q - self.radius, r - self.radius), pose)

    def table(self, game: int) -> Table:
        """One deal's tiles as a table to look at."""
        return Table(self._laid[game])

    def random_actions(self, seed: int) -> NDArray[np.int64]:
        """A legal action for each deal, all equally likely; NO_ACTION where it is over."""
        drawn = np.random.default_rng(seed).random(len(self))
        actions = np.full(len(self), NO_ACTION)
        for game, mask in enumerate(self.masks()):
            legal = np.flatnonzero(mask)
            if len(legal):
                actions[game] = legal[int(drawn[game] * len(legal))]
        return actions

    def step(self, actions: object) -> SolitaireStep:
        """Lay one tile in each deal, NO_ACTION where it is over.

        If one of them does not fit, none is laid in any.
        """
        chosen = self._read(actions)
        going = np.flatnonzero(chosen >= 0)
        rest, rotations = np.divmod(chosen[going], _ROTATIONS)
        cells, slots = np.divmod(rest, self.size)
        colors = _COLORS[self._tiles[going, slots], rotations]
        joins = np.zeros(len(self), np.int64)
        joins[going] = self._contacts[going, cells]
        self._lying[going, cells] = colors
        self._in_hand[going, slots] = False
        for direction in range(_EDGES):
            near = cells + self._around[direction]
            self._wanted[going, near, _OPPOSITES[direction]] = colors[:, direction]
            self._contacts[going, near] += 1
        for game in going.tolist():
            self._laid[game].append(self.placement_of(game, int(chosen[game])))
        self.joins += joins
        self._mask = None
        return SolitaireStep(joins, self.over, self.solved)

    def _read(self, actions: object) -> NDArray[np.int64]:
        given = np.asarray(actions)
        if given.shape != (len(self),) or given.dtype.kind not in "iu":
            raise InvalidOptionsError(
                f"actions are {len(self)} whole numbers, not of {given.dtype} and {given.shape}"
            )
        given = given.astype(np.int64)
        masks = self.masks()
        known = (given >= 0) & (given < self.actions)
        fits = np.where(
            known, masks[self._rows, np.where(known, given, 0)], (given == NO_ACTION) & self.over
        )
        if not fits.all():
            game = int(np.argmin(fits))
            raise RefusedError(Refusal.MISMATCH, game=game, action=int(given[game]))
        return given

    def _open_cells(self) -> NDArray[np.bool_]:
        """Where a tile touches as many others as it must."""
        laid = self.laid
        needed = np.where(laid < self._loose, 1, 2)[:, None]
        free = self._lying[:, :, 0] == 0
        is_open = free & (self._contacts >= needed)
        is_open[laid == 0, self._cells // 2] = True
        return np.asarray(is_open)

    def _legal(self) -> NDArray[np.bool_]:
        masks = np.zeros((len(self), self._cells, self.size, _ROTATIONS), np.bool_)
        games, cells = np.nonzero(self._open_cells())
        wanted = self._wanted[games, cells][:, None, None, :]
        shown = _COLORS[self._tiles[games]]
        fits = ((wanted == 0) | (wanted == shown)).all(axis=3)
        masks[games, cells] = fits & self._in_hand[games][:, :, None]
        return masks.reshape(len(self), self.actions)
