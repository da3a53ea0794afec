"""A batch: games of one set that are stepped together."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from skep import _core
from skep.errors import IllegalMoveError, InvalidOptionsError
from skep.hive.batch.actions import ACTIONS, MASK_BYTES
from skep.hive.batch.arrays import read_actions, room_for
from skep.hive.batch.playouts import RandomGames, check_number, write_playouts
from skep.hive.options import HiveOptions
from skep.hive.position import Position
from skep.hive.setup import Setup

__all__ = ["PLANES", "RESERVES", "Batch", "Centre", "Encoding", "Step"]

Centre = Literal["mine", "theirs", "hive"]
Encoding = Literal["skep", "openspiel"]
PLANES: Final[int] = _core.PLANE_COUNT
"""How many planes an observation has."""
RESERVES: Final[int] = _core.RESERVE_COUNT
"""Bugs of each kind that are left to place, mine and then theirs."""
_MOST_PLIES = 2**31 - 1


@dataclass(frozen=True, slots=True)
class Step:
    """What a step has brought: `over` tells which games have ended, `results` how.

    A result is 1 if white has won, -1 if black has, and 0 for a draw or a game that goes on.
    """

    results: NDArray[np.int8]
    over: NDArray[np.bool_]


class Batch:
    """Games that are played at once, each from the start of the same set.

    Actions, masks and planes are those of docs/batch.md, seen by the side to move in each game.
    A game ends as its options say, and without a winner at `max_plies`.

    >>> games = Batch(256, "Base+MLP")
    >>> games.planes().shape, games.masks().shape
    ((256, 23, 17, 17), (256, 688))
    >>> for ply in range(10):
    ...     step = games.step(games.random_actions(seed=ply))
    >>> int(games.plies.min()), bool(step.over.any())
    (10, False)
    """

    def __init__(
        self,
        games: int,
        options: HiveOptions | str = "Base+MLP",
        *,
        max_plies: int = 500,
        restart: bool = False,
        encoding: Encoding = "skep",
    ) -> None:
        """`restart`: a game that ends in a step begins anew at once.

        `encoding` says whose numbers the actions are: ours, or those of OpenSpiel's `hive`.
        """
        check_number("games", games, 1, _core.MOST_GAMES)
        check_number("max_plies", max_plies, 1, _MOST_PLIES)
        if encoding not in get_args(Encoding):
            raise InvalidOptionsError(f"encoding is skep or openspiel, not {encoding!r}")
        start = Position(options)
        self._options = start.options
        self._core = _core.Batch(start, games, max_plies, encoding == "openspiel")
        self._restart = restart
        self._setups: dict[int, Setup] = {}  # of games that were put in from a set-up

    def __len__(self) -> int:
        return self._core.games

    def __repr__(self) -> str:
        return f"<Batch of {len(self)} games of {self._options.game_type}>"

    @property
    def options(self) -> HiveOptions:
        """What all games are played with."""
        return self._options

    @property
    def turns(self) -> NDArray[np.uint8]:
        """The side to move in each game: 0 for white, 1 for black."""
        turns = np.empty(len(self), np.uint8)
        self._core._write_turns(turns)
        return turns

    @property
    def plies(self) -> NDArray[np.int32]:
        """How many plies each game is old."""
        plies = np.empty(len(self), np.int32)
        self._core._write_plies(plies)
        return plies

    @property
    def standing(self) -> Step:
        """Which games are over now, and how they have ended."""
        step = self._new_step()
        self._core._write_results(step.results, step.over)
        return step

    def masks(self, out: NDArray[np.uint8] | None = None) -> NDArray[np.uint8]:
        """The legal actions of each game as bits, the lowest bit of a byte first.

        >>> bits = np.unpackbits(Batch(1).masks(), axis=1, count=ACTIONS, bitorder="little")
        >>> bits.sum(axis=1).tolist()
        [7]
        """
        masks: NDArray[np.uint8] = room_for((len(self), MASK_BYTES), np.uint8, out)
        self._core._write_masks(masks)
        return masks

    def planes(
        self, centre: Centre = "mine", radius: int = 8, out: NDArray[np.uint8] | None = None
    ) -> NDArray[np.uint8]:
        """What stands where, as PLANES planes around a queen or the middle of the hive."""
        if centre not in get_args(Centre):
            raise InvalidOptionsError(f"centre is mine, theirs or hive, not {centre!r}")
        check_number("radius", radius, 0, _core.MOST_RADIUS)
        side = 2 * radius + 1
        planes: NDArray[np.uint8] = room_for((len(self), PLANES, side, side), np.uint8, out)
        self._core._write_planes(get_args(Centre).index(centre), radius, planes)
        return planes

    def reserves(self, out: NDArray[np.uint8] | None = None) -> NDArray[np.uint8]:
        """What is left to place: of each kind mine, then theirs, in the order of `Bug`."""
        reserves: NDArray[np.uint8] = room_for((len(self), RESERVES), np.uint8, out)
        self._core._write_reserves(reserves)
        return reserves

    def openspiel_tensors(self, out: NDArray[np.uint8] | None = None) -> NDArray[np.uint8]:
        """OpenSpiel's observation tensors, as bytes: what the side to move sees.

        The planes lie around the first piece and end at radius 8; what lies farther is not shown.
        """
        planes = 2 * len({piece.bug for piece in self._options.pieces}) + 7
        tensors: NDArray[np.uint8] = room_for((len(self), planes, 17, 17), np.uint8, out)
        self._core._write_openspiel_tensors(tensors)
        return tensors

    def random_actions(self, seed: int) -> NDArray[np.int16]:
        """A legal action for each game, all equally likely; NO_ACTION where a game is over."""
        check_number("seed", seed, 0, 2**64 - 1)
        actions = np.empty(len(self), np.int16)
        self._core._write_random_actions(seed, actions)
        return actions

    def step(self, actions: object) -> Step:
        """Play one action in each game, NO_ACTION where it is over.

        If one of them is not legal, nothing is played in any game.
        """
        step = self._new_step()
        game, action, is_over = self._core._step(
            read_actions(actions, len(self)), self._restart, step.results, step.over
        )
        if game >= 0:
            if is_over:
                what = f"it is over, and takes no action but -1, not {action}"
            elif not 0 <= action < ACTIONS:
                what = f"there is no action {action}"
            else:
                what = f"action {action} is not legal"
            raise IllegalMoveError(f"game {game}: {what}", text=str(action))
        if self._restart:
            self._forget_setups(step.over)
        return step

    def restart(self, which: object = None) -> None:
        """Begin games anew: all, or those where `which` is true."""
        chosen = np.ones(len(self), np.bool_) if which is None else np.asarray(which)
        if chosen.shape != (len(self),) or chosen.dtype != np.bool_:
            raise InvalidOptionsError(
                f"which games is said by {len(self)} truth values,"
                f" not by {chosen.dtype} and shape {chosen.shape}"
            )
        self._core._restart(np.ascontiguousarray(chosen))
        self._forget_setups(chosen)

    def position(self, game: int) -> Position:
        """A copy of one game, with the moves that led there."""
        check_number("game", game, 0, len(self) - 1)
        position = Position(self._options)
        self._core._copy_to(game, position)
        position._start = self._setups.get(game)
        return position

    def put(self, game: int, position: Position) -> None:
        """Let one game go on from a position of the same set, its history included."""
        check_number("game", game, 0, len(self) - 1)
        if not isinstance(position, Position):
            raise InvalidOptionsError(f"a game goes on from a Position, not {position!r}")
        ours, theirs = self._options, position.options
        if (ours.game_type, ours.opening_queen) != (theirs.game_type, theirs.opening_queen):
            raise InvalidOptionsError(f"the games are of {ours}, the position of {theirs}")
        self._core._put(game, position)
        self._setups.pop(game, None)
        if position._start is not None:
            self._setups[game] = replace(position._start, options=ours)

    def playouts(self, count: int, seed: int, *, max_plies: int = 500) -> RandomGames:
        """So many random games from where each game stands; nothing changes here."""
        return write_playouts(self._core, count, seed, max_plies)

    def _new_step(self) -> Step:
        return Step(np.empty(len(self), np.int8), np.empty(len(self), np.bool_))

    def _forget_setups(self, which: NDArray[np.bool_]) -> None:
        self._setups = {game: setup for game, setup in self._setups.items() if not which[game]}
