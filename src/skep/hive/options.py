"""The options of a game of Hive, as one frozen value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from skep.errors import InvalidOptionsError, Told
from skep.hive.pieces import ALL_PIECES, Bug, Piece
from skep.hive.values import expect

__all__ = ["HIVE_SETS", "HiveOptions", "OpeningQueen", "Repetition"]

OpeningQueen = Literal["forbidden", "allowed"]
Repetition = Literal["draw", "offer"]

_EXPANSIONS = (Bug.MOSQUITO, Bug.LADYBUG, Bug.PILLBUG)


@dataclass(frozen=True, slots=True, kw_only=True)
class HiveOptions:
    """Which expansions are in the box, and the two rules on which players differ.

    `opening_queen`: may the Queen be a player's very first piece? The booklet allows it,
    tournaments and UHP forbid it. `repetition`: is the third occurrence of a position a draw, or
    only an occasion to offer one?

    >>> HiveOptions.parse("Base+PLM").game_type
    'Base+MLP'
    """

    mosquito: bool = False
    ladybug: bool = False
    pillbug: bool = False
    opening_queen: OpeningQueen = "forbidden"
    repetition: Repetition = "draw"

    def __post_init__(self) -> None:
        for name, allowed in (
            ("opening_queen", get_args(OpeningQueen)),
            ("repetition", get_args(Repetition)),
        ):
            value = getattr(self, name)
            if value not in allowed:
                raise InvalidOptionsError(f"{name} is one of {', '.join(allowed)}, not {value!r}")

    @classmethod
    def parse(
        cls,
        game_type: str,
        *,
        opening_queen: OpeningQueen = "forbidden",
        repetition: Repetition = "draw",
    ) -> HiveOptions:
        """Read a UHP game type: `Base`, or `Base+` and the expansion letters in any order."""
        expect(game_type, str, "a game type is a text, as in 'Base+MLP'")
        base, plus, letters = game_type.strip().upper().partition("+")
        known = {bug.value: bug.name.lower() for bug in _EXPANSIONS}
        if (
            base != "BASE"
            or bool(plus) != bool(letters)
            or len(set(letters)) != len(letters)
            or not set(letters) <= set(known)
        ):
            raise InvalidOptionsError(
                Told(
                    "{name} is not a game type: expected Base, or Base+ and some of M, L, P,"
                    " as in Base+MLP",
                    name=repr(game_type),
                )
            )
        return cls(
            mosquito="M" in letters,
            ladybug="L" in letters,
            pillbug="P" in letters,
            opening_queen=opening_queen,
            repetition=repetition,
        )

    @property
    def game_type(self) -> str:
        """The set as UHP writes it, such as `Base+MLP`."""
        letters = "".join(bug.value for bug in _EXPANSIONS if self.has(bug))
        return f"Base+{letters}" if letters else "Base"

    def has(self, bug: Bug) -> bool:
        """Is this kind of bug in the set?"""
        return bug not in _EXPANSIONS or bool(getattr(self, bug.name.lower()))

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """All pieces of both sides in this set."""
        return tuple(piece for piece in ALL_PIECES if self.has(piece.bug))


HIVE_SETS = ("Base", "Base+M", "Base+L", "Base+P", "Base+ML", "Base+MP", "Base+LP", "Base+MLP")
