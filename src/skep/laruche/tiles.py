"""The sixty tiles, derived: every way to put six colours around a hexagon, two faces to a tile.

A *pose* is a tile as it lies on the table: which face is up and how far it is turned. Six different
colours can stand in 720 orders around a hexagon, and each of them is exactly one pose of one
tile. So six letters name a pose: its colours read clockwise from the north-east edge.
A tile is named by its bee face, read clockwise from red.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from itertools import permutations
from typing import Final, Literal, NamedTuple, TypeVar, get_args

from skep.errors import Told, UnreadableError
from skep.geometry import Cell

__all__ = [
    "ALL_POSES",
    "ALL_TILES",
    "BEE_SIDES",
    "Color",
    "ColorLetter",
    "Placement",
    "Pose",
    "Tile",
    "mask_of",
    "tiles_of_mask",
]


ColorLetter = Literal["R", "O", "Y", "G", "B", "V"]
_COLOR_LETTERS: Final[tuple[ColorLetter, ...]] = get_args(ColorLetter)


class Color(IntEnum):
    """The six colours of the edges.

    >>> Color.RED.letter
    'R'
    """

    RED = 0
    ORANGE = 1
    YELLOW = 2
    GREEN = 3
    BLUE = 4
    VIOLET = 5

    @property
    def letter(self) -> ColorLetter:
        """The letter of the colour in texts."""
        return _COLOR_LETTERS[self]


# Which face of each tile shows the bee: bit i is set when it is the second of tile i's two faces
# in alphabetical colour order. The booklet does not say; training/laruche_bees.py found this
# choice, in which every ordered pair of colours stands clockwise-adjacent twelve times among the
# bee faces.
BEE_SIDES: Final = 0x3F31FAF70BE7E00

# The directions in the order in which a name reads them: clockwise from the north-east.
_CLOCKWISE: Final = (1, 0, 5, 4, 3, 2)
_LETTERS: Final = {color.letter: color for color in Color}

_Named = TypeVar("_Named", "Tile", "Pose")


class Tile:
    """One of the sixty tiles. Each exists once, so that `is` and `==` mean the same.

    >>> tile = Tile.parse("roygbv")
    >>> tile.name, len(tile.poses)
    ('ROYGBV', 12)
    >>> Tile.parse("YORVBG") is tile  # turned over and turned around, it is still the same tile
    True
    """

    __slots__ = ("bit", "index", "name", "poses")

    index: int  # 0 to 59
    bit: int  # 1 << index: sets of tiles are kept as masks where speed matters
    name: str
    poses: tuple[Pose, ...]  # bee up in six rotations, then the same for the other face

    @classmethod
    def parse(cls, text: str) -> Tile:
        """Read six different colour letters around a tile, from any edge, of either face."""
        return Pose.parse(text).tile

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Tile is frozen: {name} cannot be changed")

    def __lt__(self, other: Tile) -> bool:
        return self.index < other.index

    def _repr_svg_(self) -> str:
        """The picture that notebooks show: the tile with its bee up."""
        from skep.laruche.drawing import draw_tile  # which draws tiles, so it knows them

        return draw_tile(self.poses[0])

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"Tile({self.name})"

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return Tile.parse, (self.name,)

    def __copy__(self) -> Tile:
        return self

    def __deepcopy__(self, memo: object) -> Tile:
        return self


class Pose:
    """A tile as it lies: which face is up and how it is turned. There are 720, each exists once.

    >>> pose = Pose.parse("GBVROY")
    >>> pose.tile, pose.has_bee
    (Tile(ROYGBV), True)
    >>> pose.turned(1).name, pose.flipped().name
    ('BVROYG', 'GYORVB')
    """

    __slots__ = ("colors", "has_bee", "index", "name", "rotation", "tile")

    tile: Tile
    has_bee: bool
    rotation: int  # sixths of a turn counterclockwise, 0 with red at the north-east
    colors: tuple[Color, ...]  # by Direction: counterclockwise from the east
    name: str
    index: int  # 12 * tile + 6 when the bee is hidden + rotation

    @classmethod
    def parse(cls, text: str) -> Pose:
        """Read the six colours clockwise from the north-east edge, in any letter case."""
        pose = _POSE_BY_NAME.get(text.strip().upper())
        if pose is None:
            raise UnreadableError(
                Told(
                    "{text} is not a tile: expected the letters R O Y G B V, each once, in the"
                    " order in which the colours stand around it, as in ROYGBV",
                    text=repr(text),
                ),
                text=text,
                at=0,
            )
        return pose

    def turned(self, sixths: int = 1) -> Pose:
        """The same face, turned counterclockwise."""
        start = 0 if self.has_bee else 6
        return self.tile.poses[start + (self.rotation + sixths) % 6]

    def flipped(self) -> Pose:
        """The other face: the tile turned over about its north-east to south-west axis."""
        name = self.name[0] + self.name[:0:-1]
        return _POSE_BY_NAME[name]

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Pose is frozen: {name} cannot be changed")

    def __lt__(self, other: Pose) -> bool:
        return self.index < other.index

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"Pose({self.name})"

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return Pose.parse, (self.name,)

    def __copy__(self) -> Pose:
        return self

    def __deepcopy__(self, memo: object) -> Pose:
        return self


class Placement(NamedTuple):
    """A tile laid on a cell.

    >>> str(Placement.parse("2,-1 gbvroy"))
    '2,-1 GBVROY'
    """

    cell: Cell
    pose: Pose

    @classmethod
    def parse(cls, text: str) -> Placement:
        """Read a cell and a pose: `q,r` and six letters."""
        where, _, what = text.strip().partition(" ")
        q, _, r = where.partition(",")
        try:
            cell = Cell(int(q), int(r))
        except ValueError:
            raise UnreadableError(
                Told(
                    "{text} is not a placement: expected a cell and a tile, as in 2,-1 GBVROY",
                    text=repr(text),
                ),
                text=text,
                at=0,
            ) from None
        return cls(cell, Pose.parse(what))

    def __str__(self) -> str:
        return f"{self.cell.q},{self.cell.r} {self.pose.name}"


def mask_of(tiles: Iterable[Tile]) -> int:
    """A set of tiles as the bits of one number."""
    mask = 0
    for tile in tiles:
        mask |= tile.bit
    return mask


def tiles_of_mask(mask: int) -> list[Tile]:
    """The tiles of a mask, in their order."""
    return [tile for tile in ALL_TILES if mask & tile.bit]


def _frozen(kind: type[_Named], **attributes: object) -> _Named:
    value = object.__new__(kind)
    for name, attribute in attributes.items():
        object.__setattr__(value, name, attribute)
    return value


def _make_tiles() -> tuple[Tile, ...]:
    faces = sorted((Color.RED, *rest) for rest in permutations(list(Color)[1:]))
    pairs = [
        (face, mirrored) for face in faces if face < (mirrored := (Color.RED, *reversed(face[1:])))
    ]
    tiles: list[Tile] = []
    for index, pair in enumerate(pairs):
        bee, blank = pair[::-1] if BEE_SIDES >> index & 1 else pair
        name = "".join(color.letter for color in bee)
        tile = _frozen(Tile, index=index, bit=1 << index, name=name)
        poses: list[Pose] = []
        for clockwise in (bee, blank):
            for rotation in range(6):
                seen = clockwise[rotation:] + clockwise[:rotation]
                poses.append(
                    _frozen(
                        Pose,
                        tile=tile,
                        has_bee=clockwise is bee,
                        rotation=rotation,
                        colors=tuple(seen[_CLOCKWISE.index(direction)] for direction in range(6)),
                        name="".join(color.letter for color in seen),
                        index=index * 12 + len(poses),
                    )
                )
        object.__setattr__(tile, "poses", tuple(poses))
        tiles.append(tile)
    return tuple(tiles)


ALL_TILES: Final = _make_tiles()
ALL_POSES: Final = tuple(pose for tile in ALL_TILES for pose in tile.poses)
_POSE_BY_NAME: Final = {pose.name: pose for pose in ALL_POSES}
