"""The table: tiles laid on cells, and what every empty cell beside them asks for.

Each empty cell that touches a tile is a *spot*. A spot that asks for one colour twice is dead for
ever, since no tile has a colour twice. Laying or lifting a tile renews only the spots around it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from skep.geometry import DIRECTIONS, Cell
from skep.laruche.fit import Mismatch, Wanted, mismatches
from skep.laruche.tiles import ALL_POSES, Placement, Pose, Tile, mask_of

__all__ = ["Spot", "Table", "poses_fitting", "tiles_fitting"]


@cache
def poses_fitting(wanted: Wanted) -> tuple[Pose, ...]:
    """All poses whose edges show the wanted colours; None wants nothing of that edge.

    >>> from skep.laruche.tiles import Color
    >>> len(poses_fitting((Color.RED, None, None, None, None, None)))
    120
    """
    fixed = [(edge, color) for edge, color in enumerate(wanted) if color is not None]
    if len({color for _, color in fixed}) < len(fixed):
        return ()
    if not fixed:
        return ALL_POSES
    # Every fit of this spot is a fit of the spot with its last wish left out.
    (last, color), easier = fixed[-1], list(wanted)
    easier[last] = None
    return tuple(pose for pose in poses_fitting(tuple(easier)) if pose.colors[last] == color)


@cache
def tiles_fitting(wanted: Wanted) -> int:
    """The tiles that fit, as a mask."""
    return mask_of({pose.tile for pose in poses_fitting(wanted)})


class Spot:
    """An empty cell beside a tile: the colours that its edges must show."""

    __slots__ = ("_fits", "cell", "contacts", "is_dead", "tiles", "wanted")

    def __init__(self, cell: Cell, wanted: Wanted) -> None:
        self.cell = cell
        self.wanted = wanted
        colors = [color for color in wanted if color is not None]
        self.contacts = len(colors)
        self.is_dead = len(set(colors)) < len(colors)
        self.tiles = 0 if self.is_dead else tiles_fitting(wanted)
        self._fits: list[tuple[int, Placement]] | None = None

    def placements(self, hand: int) -> list[Placement]:
        """The ways to lay the tiles of a mask here."""
        if not self.tiles & hand:
            return []
        if self._fits is None:
            self._fits = [
                (pose.tile.bit, Placement(self.cell, pose)) for pose in poses_fitting(self.wanted)
            ]
        return [placement for bit, placement in self._fits if bit & hand]

    def __repr__(self) -> str:
        wanted = "".join(color.letter if color is not None else "." for color in self.wanted)
        return f"Spot({self.cell.q},{self.cell.r} {wanted})"


class Table:
    """The tiles on the table. `lay` and `lift` trust; `mismatches` and `contacts` are for checking.

    >>> from skep.geometry import ORIGIN
    >>> table = Table()
    >>> table.lay(Placement.parse("0,0 ROYGBV"))
    >>> table.lay(Placement.parse("1,0 GRYBOV"))
    >>> [spot.cell for spot in table.live_spots()]
    [Cell(q=1, r=-1), Cell(q=0, r=1)]
    """

    def __init__(self, placements: Iterable[Placement] = ()) -> None:
        self.tiles: dict[Cell, Pose] = {}
        self.laid = 0  # the tiles on the table, as a mask
        self._spots: dict[Cell, Spot] = {}
        # Spots where a tile may be laid in play: two contacts or more, and not dead.
        self._live: dict[Cell, Spot] = {}
        for placement in placements:
            self.lay(placement)

    def __len__(self) -> int:
        return len(self.tiles)

    def __contains__(self, cell: object) -> bool:
        return cell in self.tiles

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Table) and self.tiles == other.tiles

    __hash__ = None  # type: ignore[assignment]

    def __iter__(self) -> Iterator[Placement]:
        """The placements in the order in which they were laid."""
        return (Placement(cell, pose) for cell, pose in self.tiles.items())

    def _repr_svg_(self) -> str:
        """The picture that notebooks show: the tiles, and where one can go on."""
        from skep.laruche.drawing import draw_table  # which draws tables, so it knows them

        return draw_table(self, spots=True)

    def copy(self) -> Table:
        """A table of its own with the same tiles."""
        twin = Table()
        twin.tiles = self.tiles.copy()
        twin.laid = self.laid
        twin._spots = self._spots.copy()  # spots are never changed, only replaced
        twin._live = self._live.copy()
        return twin

    def lay(self, placement: Placement) -> None:
        """Put a tile on an empty cell, whether it fits or not."""
        cell, pose = placement
        self.tiles[cell] = pose
        self.laid |= pose.tile.bit
        if cell in self._spots:
            del self._spots[cell]
            self._live.pop(cell, None)
        self._renew_around(cell)

    def lift(self, cell: Cell) -> Pose:
        """Take a tile away: the inverse of `lay`."""
        pose = self.tiles.pop(cell)
        self.laid &= ~pose.tile.bit
        self._renew(cell)
        self._renew_around(cell)
        return pose

    def _renew_around(self, cell: Cell) -> None:
        for neighbour in cell.neighbours():
            if neighbour not in self.tiles:
                self._renew(neighbour)

    def _renew(self, cell: Cell) -> None:
        wanted = self.wanted(cell)
        self._live.pop(cell, None)
        if wanted == _NOTHING:
            self._spots.pop(cell, None)
            return
        spot = Spot(cell, wanted)
        self._spots[cell] = spot
        if spot.contacts >= 2 and not spot.is_dead:
            self._live[cell] = spot

    def wanted(self, cell: Cell) -> Wanted:
        """The colours that the tiles around a cell ask of its six edges."""
        tiles = self.tiles
        return tuple(
            [
                pose.colors[opposite] if (pose := tiles.get(neighbour)) is not None else None
                for neighbour, opposite in zip(cell.neighbours(), _OPPOSITES, strict=True)
            ]
        )

    def contacts(self, cell: Cell) -> int:
        """How many tiles a tile on this cell touches."""
        spot = self._spots.get(cell)
        return spot.contacts if spot is not None else 6 - self.wanted(cell).count(None)

    def mismatches(self, placement: Placement) -> list[Mismatch]:
        """The edges where a tile laid so would differ from its neighbours."""
        return mismatches(placement.pose, self.wanted(placement.cell))

    def can_lay(self, placement: Placement) -> bool:
        """Is this placement legal in play?"""
        spot = self._live.get(placement.cell)
        return spot is not None and not mismatches(placement.pose, spot.wanted)

    def is_live(self, cell: Cell) -> bool:
        """May some tile be laid here in play?"""
        return cell in self._live

    def live_spots(self) -> list[Spot]:
        """The spots that touch two tiles or more and ask for different colours."""
        return list(self._live.values())

    def dead_spots(self) -> list[Spot]:
        """The spots that ask for one colour twice: no tile will ever lie there."""
        return [spot for spot in self._spots.values() if spot.is_dead]

    def edge_spots(self) -> list[Spot]:
        """The spots that touch one tile: where tiles are laid during set-up."""
        return [spot for spot in self._spots.values() if spot.contacts == 1]

    def placements(self, hand: int | Iterable[Tile]) -> list[Placement]:
        """All legal placements in play of these tiles (or of a mask of tiles)."""
        mask = hand if isinstance(hand, int) else mask_of(hand)
        found: list[Placement] = []
        for spot in self._live.values():
            found += spot.placements(mask)
        return found

    def edge_placements(self, hand: int | Iterable[Tile]) -> Iterator[Placement]:
        """All placements that touch exactly one tile, by one matching edge."""
        mask = hand if isinstance(hand, int) else mask_of(hand)
        for spot in self.edge_spots():
            yield from spot.placements(mask)

    def playable(self) -> int:
        """The tiles that fit on some live spot, as a mask."""
        mask = 0
        for spot in self._live.values():
            mask |= spot.tiles
        return mask

    def can_play(self, hand: int | Iterable[Tile]) -> bool:
        """Does any of these tiles fit anywhere?"""
        mask = hand if isinstance(hand, int) else mask_of(hand)
        return any(spot.tiles & mask for spot in self._live.values())


_NOTHING: Wanted = (None,) * 6
_OPPOSITES = tuple(direction.opposite for direction in DIRECTIONS)
