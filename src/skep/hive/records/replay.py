"""Building a game from the moves of a record: each is read, checked and played in its place."""

from __future__ import annotations

from skep.errors import NotationError, RecordError, Told
from skep.hive.moves import Move
from skep.hive.notation import GameState, read_move
from skep.hive.notation.moves import broken_rule
from skep.hive.options import HiveOptions
from skep.hive.pieces import Piece
from skep.hive.records.game import Game
from skep.hive.records.numbering import AsWritten, Numbering
from skep.hive.records.result import FINAL_STATES, Ending, Result
from skep.hive.records.tree import Node
from skep.hive.rulebook import why_illegal
from skep.hive.setup import Setup

__all__ = ["Replay"]


class Replay:
    """A game under construction, with the position after its latest move.

    Foreign games are taken as they are: a Queen may open, a third repetition ends nothing, and
    pieces may have any numbers.
    """

    def __init__(self, options: HiveOptions | Setup) -> None:
        self.game = Game(options)
        self.node = self.game.root
        self.position = self.game.start_position(opening_queen="allowed", repetition="offer")
        self._numbering = Numbering(self.position.pieces)
        self._as_written = AsWritten(self.position, self._numbering)
        self._placed: dict[Node, Piece] = {}  # placements, and the record's names for the pieces
        self._note_at: int | None = None  # which of the game's notes tells of new numbers

    def play_text(self, text: str, line: int | None = None) -> Node:
        """Play a move given in notation after the current node, which it then becomes."""
        try:
            move = read_move(self._as_written, text)
        except NotationError as error:
            raise self.damage(error.told, line, text=error.text, at=error.at) from None
        return self.play(move, line, text)

    def play(self, written: Move, line: int | None = None, text: str = "") -> Node:
        """Play a move in which the piece has the record's number."""
        move, position = written, self.position
        if written.piece is not None:
            move = Move(self._numbering.ours(written.piece), written.origin, written.target)
        if not position.is_legal(move):
            reason = why_illegal(position, move)
            what = text.strip() or str(written.piece or "pass")
            raise self.damage(broken_rule(what, reason), line, text=text)
        node = self.node.add(move)
        if move.is_placement:
            assert written.piece is not None
            self._placed[node] = written.piece
        self.forward(node)
        return node

    def forward(self, node: Node) -> None:
        """Go from a node to one below it, which is known to be legal."""
        move, written = node.move, self._placed.get(node)
        assert move is not None
        if written is not None:
            assert move.piece is not None
            if self._numbering.enter(written, move.piece):
                self._note_renumbering()
        self.position.play_unchecked(move)
        self.node = node

    def _note_renumbering(self) -> None:
        notes = self.game.notes
        if self._note_at is None:
            self._note_at = len(notes)
            notes.append("")
        notes[self._note_at] = self._numbering.note

    def back(self) -> None:
        """Return to the node before, to play a variation there."""
        node = self.node
        assert node.parent is not None
        if node in self._placed:
            self._numbering.leave(self._placed[node])
        self.position.undo()
        self.node = node.parent

    def piece(self, written: Piece) -> Piece | None:
        """Our piece for one that the record names, if it is in play."""
        return self._numbering.in_play(written)

    def damage(
        self, message: str | Told, line: int | None, *, text: str = "", at: int | None = None
    ) -> RecordError:
        """The error for the move that cannot be played after the current node."""
        ply = self.node.ply + 1
        return RecordError(message, line=line, ply=ply, game=self.game, text=text, at=at)

    def finish(self, state: GameState | None, ending: Ending | None = None) -> Game:
        """Close the main line with the state that the record names.

        What the board says anyway is not kept as a statement, unless an ending is named with it.
        """
        game = self.game
        game.allow_opening_queen_if_played()
        if state in FINAL_STATES:
            assert state is not None
            if ending is not None:
                game.stated = Result(state, ending)
            elif state is not self.board_state():
                game.stated = Result(state)
        return game

    def board_state(self) -> GameState:
        """What the board says at the end of the main line."""
        end = self.game.end
        position = self.position if end is self.node else self.game.position_at(end)
        return self.game.judge(position)
