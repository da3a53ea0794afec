"""The compiled core of skep."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, overload

import numpy
from numpy.typing import NDArray

import skep.geometry.cells
import skep.hive.pieces
import skep.hive.rulebook.ways

class Move:
    """
    A move: `piece` goes from `origin` (None: from the reserve) to `target`.

    All three are None for a pass. A throw and the piece's own move to the same cell are equal.
    """

    def __init__(
        self,
        piece: skep.hive.pieces.Piece | None,
        origin: skep.geometry.cells.Cell | None,
        target: skep.geometry.cells.Cell | None,
    ) -> None: ...
    @property
    def piece(self) -> skep.hive.pieces.Piece | None: ...
    @property
    def origin(self) -> skep.geometry.cells.Cell | None: ...
    @property
    def target(self) -> skep.geometry.cells.Cell | None: ...
    @property
    def is_pass(self) -> bool: ...
    @property
    def is_placement(self) -> bool: ...
    def __eq__(self, other: object | None) -> bool: ...
    def __hash__(self) -> int: ...
    @property
    def text(self) -> str:
        """
        The move without a board: `wA1@-1,0`, or `pass`; `Position.parse_move` reads it. `Position.format_move` writes it as UHP does.
        """

    def __str__(self) -> str: ...
    def __repr__(self) -> str: ...
    def __reduce__(self) -> tuple[object, ...]: ...

class LegalMoves:
    """
    The legal moves of one moment, as a sequence: each is made when it is asked for.
    """

    def __len__(self) -> int: ...
    def __bool__(self) -> bool: ...
    @overload
    def __getitem__(self, arg: slice, /) -> list[Move]: ...
    @overload
    def __getitem__(self, index: int) -> Move: ...
    def index(self, move: Move) -> int:
        """Where a move stands among the legal ones."""

    def count(self, move: Move) -> int:
        """1 for a legal move, else 0."""

    def __reversed__(self) -> Iterator[Move]: ...
    def __contains__(self, move: object | None) -> bool: ...
    def __iter__(self) -> Iterator[Move]: ...
    def __repr__(self) -> str: ...

def cpu() -> str:
    """Which build of the hot code is in use."""

def random_playouts(
    mosquito: bool,
    ladybug: bool,
    pillbug: bool,
    opening_queen_allowed: bool,
    count: int,
    seed: int,
    max_plies: int,
) -> tuple[int, int, int, int, int]:
    """
    Play whole games of random moves: moves, white wins, black wins, draws, unfinished.
    """

class Position:
    """A position of Hive; skep.hive.Position builds on it."""

    def __init__(
        self,
        mosquito: bool,
        ladybug: bool,
        pillbug: bool,
        opening_queen_allowed: bool,
        repetition_draws: bool,
    ) -> None: ...
    def _set_up(
        self,
        pieces: Iterable[tuple[skep.hive.pieces.Piece, skep.geometry.cells.Cell]],
        turn: int,
        ply: int,
        just_moved: skep.hive.pieces.Piece | None,
    ) -> None:
        """Replace everything by a set-up that the caller has checked."""

    def _become(self, arg: Position, /) -> None:
        """
        Take over pieces, turn and history from another position of the same set.
        """

    @property
    def legal_moves(self) -> LegalMoves:
        """All legal moves; none when the game is over."""

    def _legal_moves_on_wide_board(self) -> LegalMoves: ...
    def is_legal(self, move: Move) -> bool:
        """Is this among the legal moves?"""

    def play_unchecked(self, move: Move) -> None:
        """
        Play a move that is known to be legal. One that belongs to another position (the piece is elsewhere, or the hive would fall apart) is refused; the rules are not asked.
        """

    def undo(self) -> Move:
        """Take the last move back and return it."""

    @property
    def ply(self) -> int:
        """How many plies have been played."""

    @property
    def hash(self) -> int:
        """
        A 64-bit hash of pieces, cells, turn and, with the Pillbug, the piece that just moved.
        """

    @property
    def occurrences(self) -> int:
        """How often this position has stood in the game so far, now included."""

    @property
    def _turn(self) -> int: ...
    @property
    def _is_wide(self) -> bool: ...
    @property
    def _history_bytes(self) -> int: ...
    @property
    def _plies_played(self) -> int: ...
    def _played(self, arg: int, /) -> Move: ...
    @property
    def just_moved(self) -> skep.hive.pieces.Piece | None:
        """The piece that the last ply moved or threw; None without the Pillbug."""

    def _is_surrounded(self, arg: int, /) -> bool: ...
    @property
    def _is_over(self) -> bool: ...
    def _in_hand(self, arg0: int, arg1: int, /) -> int: ...
    def cell_of(self, piece: skep.hive.pieces.Piece | str) -> skep.geometry.cells.Cell | None:
        """
        Where a piece stands, or one that is named; None while it is in the reserve.
        """

    def stack_at(self, cell: skep.geometry.cells.Cell) -> tuple[skep.hive.pieces.Piece, ...]:
        """The pieces on a cell, from bottom to top."""

    def _pinned(self) -> list[skep.hive.pieces.Piece]: ...
    def _choices(
        self, ahead: bool
    ) -> tuple[
        dict[
            skep.hive.pieces.Piece,
            dict[skep.hive.rulebook.ways.MoveKind, tuple[skep.geometry.cells.Cell, ...]],
        ],
        tuple[skep.hive.pieces.Piece, ...],
        tuple[skep.geometry.cells.Cell, ...],
        bool,
        bool,
    ]: ...
    def placement_cells(self) -> list[skep.geometry.cells.Cell]:
        """
        Where the side to move may place a piece; nowhere when the game is over.
        """

    def _canonical_cells(self) -> str: ...
    def _perft(self, arg0: int, arg1: str, arg2: int, /) -> tuple[int, int]: ...
    def __eq__(self, other: object | None) -> bool: ...

WIN_SCORE: int = 30000

class Network:
    """A learned evaluation, as its file holds it."""

    def __init__(self, file: bytes) -> None: ...

def evaluate(position: Position, network: Network | None = None) -> int:
    """
    The static evaluation, from the view of the side to move; without a network the hand-written one.
    """

def weigh_pieces(position: Position, network: Network) -> list[int]:
    """
    What the network would say less without each piece, for the side to move, in the order of ALL_PIECES; both queens are in play.
    """

def network_inputs(position: Position) -> bytes:
    """
    What the network looks at, 16 bits each: 2 x 28 features, 128 terms, the hand-written score; for training.
    """

def evaluation_terms(position: Position) -> list[tuple[str, int, int]]:
    """What each term of the evaluation gives: name, white, black."""

def term_counts(position: Position) -> list[int]:
    """How often each term holds, white less black; for training."""

class SearchLine:
    """A line of play and what it is worth."""

    @property
    def score(self) -> int: ...
    @property
    def depth(self) -> int: ...
    @property
    def moves(self) -> list[Move]: ...

class SearchReport:
    """What a search has found."""

    @property
    def lines(self) -> list[SearchLine]: ...
    @property
    def depth(self) -> int: ...
    @property
    def nodes(self) -> int: ...
    @property
    def seconds(self) -> float: ...

class Search:
    """A search with a memory of its own; one run at a time."""

    def __init__(self, hash_mib: int = 64, network: Network | None = None) -> None: ...
    def run(
        self,
        position: Position,
        *,
        max_depth: int = 0,
        max_nodes: int = 0,
        soft_seconds: float = 0.0,
        hard_seconds: float = 0.0,
        threads: int = 1,
        lines: int = 1,
        repetition_draws: bool = True,
        exclude: Sequence[Move] = ...,
        full_width: bool = False,
        use_table: bool = True,
        use_network: bool = True,
    ) -> SearchReport:
        """
        Search until a limit is reached; 0 is no limit. Other Python threads go on meanwhile. Full width prunes, reduces and extends nothing. Without its network a search judges by the hand-written terms.
        """

    def announce_run(self) -> None:
        """
        From now on `stop` is for the run that begins next, also before it has begun.
        """

    def withdraw_run(self) -> None:
        """There will be no such run after all."""

    def stop(self) -> None:
        """End the run under way, or the announced one; it answers with its best."""

    def report(self) -> SearchReport:
        """What the run under way has found so far."""

    def clear(self) -> None:
        """Forget everything."""

    def resize(self, hash_mib: int) -> None:
        """Forget everything, and take this much memory."""

    def set_weights(self, weights: Sequence[tuple[int, int]]) -> None:
        """Use other weights than the built-in ones; for training."""

class SolveReport:
    """What was proven of a position."""

    @property
    def wins_in(self) -> int: ...
    @property
    def none_within(self) -> int: ...
    @property
    def line(self) -> list[Move]: ...
    @property
    def nodes(self) -> int: ...
    @property
    def seconds(self) -> float: ...

class Solver:
    """Looks for forced wins; one question at a time."""

    def __init__(self, hash_mib: int = 64) -> None: ...
    def solve(
        self,
        position: Position,
        *,
        max_moves: int,
        max_nodes: int = 0,
        max_seconds: float = 0.0,
        repetition_draws: bool = True,
    ) -> SolveReport:
        """
        Can the side to move win within so many moves of its own? 0 is no limit.
        """

def default_weights() -> list[tuple[str, int, int]]:
    """The built-in weights: name, early, late."""

ENCODING_VERSION: int = 1

ACTION_COUNT: int = 5489

MASK_BYTES: int = 688

PLANE_COUNT: int = 23

RESERVE_COUNT: int = 16

MOST_GAMES: int = 65536

MOST_RADIUS: int = 28

def action_of(position: Position, move: Move) -> int:
    """The index of a legal move; -1 if it is none."""

def move_of(position: Position, index: int) -> Move | None:
    """The legal move of an index, if there is one."""

def openspiel_actions(position: Position) -> list[tuple[int, Move]]:
    """OpenSpiel's numbers of the legal moves, and the moves."""

class Batch:
    """Many games at once; skep.hive.batch.Batch builds on it."""

    def __init__(self, start: Position, games: int, max_plies: int, openspiel: bool) -> None: ...
    @property
    def games(self) -> int:
        """How many games there are."""

    def _write_turns(
        self, arg: Annotated[NDArray[numpy.uint8], dict(order="C", device="cpu")], /
    ) -> None: ...
    def _write_plies(
        self, arg: Annotated[NDArray[numpy.int32], dict(order="C", device="cpu")], /
    ) -> None: ...
    def _write_results(
        self,
        arg0: Annotated[NDArray[numpy.int8], dict(order="C", device="cpu")],
        arg1: Annotated[NDArray[numpy.bool_], dict(order="C", device="cpu")],
        /,
    ) -> None: ...
    def _write_masks(
        self, arg: Annotated[NDArray[numpy.uint8], dict(order="C", device="cpu")], /
    ) -> None: ...
    def _write_planes(
        self,
        arg0: int,
        arg1: int,
        arg2: Annotated[NDArray[numpy.uint8], dict(order="C", device="cpu")],
        /,
    ) -> None: ...
    def _write_reserves(
        self, arg: Annotated[NDArray[numpy.uint8], dict(order="C", device="cpu")], /
    ) -> None: ...
    def _write_openspiel_tensors(
        self, arg: Annotated[NDArray[numpy.uint8], dict(order="C", device="cpu")], /
    ) -> None: ...
    def _write_random_actions(
        self, arg0: int, arg1: Annotated[NDArray[numpy.int16], dict(order="C", device="cpu")], /
    ) -> None: ...
    def _step(
        self,
        arg0: Annotated[NDArray[numpy.int16], dict(order="C", device="cpu", writable=False)],
        arg1: bool,
        arg2: Annotated[NDArray[numpy.int8], dict(order="C", device="cpu")],
        arg3: Annotated[NDArray[numpy.bool_], dict(order="C", device="cpu")],
        /,
    ) -> tuple[int, int, bool]:
        """
        Plays in all games or in none: (first game with an unfit action, or -1, the action, whether that game is over).
        """

    def _restart(
        self, arg: Annotated[NDArray[numpy.bool_], dict(order="C", device="cpu", writable=False)], /
    ) -> None: ...
    def _copy_to(self, arg0: int, arg1: Position, /) -> None: ...
    def _put(self, arg0: int, arg1: Position, /) -> None: ...
    def _write_playouts(
        self,
        arg0: int,
        arg1: int,
        arg2: int,
        arg3: Annotated[NDArray[numpy.int8], dict(order="C", device="cpu")],
        arg4: Annotated[NDArray[numpy.bool_], dict(order="C", device="cpu")],
        arg5: Annotated[NDArray[numpy.int32], dict(order="C", device="cpu")],
        arg6: Annotated[NDArray[numpy.int16], dict(order="C", device="cpu")],
        /,
    ) -> None: ...

class TileSolver:
    """Solves solitaires of tiles with six coloured edges."""

    def __init__(self, tiles: Sequence[Sequence[int]]) -> None: ...
    def build(
        self,
        tiles: Sequence[int],
        placed: Sequence[tuple[int, int, int, int]],
        loose: int,
        layouts: int,
        states: int,
    ) -> tuple[int, bool, int, list[tuple[int, int, int, int]]]:
        """
        Layouts of all tiles: (count, complete, states looked at, first layout).
        """

    def try_blindly(self, tiles: Sequence[int], loose: int, tries: int, seed: int) -> int:
        """How many of the tries lay all tiles, laying by chance what fits."""

    def fill(
        self,
        cells: Sequence[tuple[int, int]],
        tiles: Sequence[int],
        placed: Sequence[tuple[int, int, int, int]],
        layouts: int,
        states: int,
    ) -> tuple[int, bool, int, list[tuple[int, int, int, int]]]:
        """
        Ways to fill the cells: (count, complete, states looked at, first way).
        """

def shapes_with_joins(cells: int, joins: int) -> list[list[tuple[int, int]]]:
    """All shapes of so many cells with so many touching pairs."""
