"""Building a game from the moves of a record: each is read, checked and played in its place."""

from __future__ import annotations

from dataclasses import replace

from skep.errors import NotationError, RecordError
from skep.hive.moves import Move
from skep.hive.notation import GameState, read_move, state_of
from skep.hive.options import HiveOptions
from skep.hive.position import Position
from skep.hive.records.game import Game
from skep.hive.records.result import FINAL_STATES, Ending, Result
from skep.hive.records.tree import Node
from skep.hive.rulebook import why_illegal

__all__ = ["Replay"]


class Replay:
    """A game under construction, with the position after its latest move.

    Foreign games are taken as they are: a Queen may open and a third repetition ends nothing.
    """

    def __init__(self, options: HiveOptions) -> None:
        self.game = Game(options)
        self.node = self.game.root
        self.position = Position(replace(options, opening_queen="allowed", repetition="offer"))

    def play_text(self, text: str, line: int | None = None) -> Node:
        """Play a move given in notation after the current node, which it then becomes."""
        try:
            move = read_move(self.position, text)
        except NotationError as error:
            raise self.damage(str(error), line, text=error.text, at=error.at) from None
        return self.play(move, line, text)

    def play(self, move: Move, line: int | None = None, text: str = "") -> Node:
        position = self.position
        if not position.is_legal(move):
            reason = why_illegal(position, move)
            code = f" ({reason.code.name})" if reason is not None else ""
            what = text.strip() or str(move.piece or "pass")
            raise self.damage(f"{what!r}: {reason or 'not legal'}{code}", line, text=text)
        self.node = self.node.add(move)
        position.play_unchecked(move)
        return self.node

    def back(self) -> None:
        """Return to the node before, to play a variation there."""
        assert self.node.parent is not None
        self.node = self.node.parent
        self.position.undo()

    def damage(
        self, message: str, line: int | None, *, text: str = "", at: int | None = None
    ) -> RecordError:
        """The error for the move that cannot be played after the current node."""
        ply = self.position.ply + 1
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
        return state_of(self.position if end is self.node else self.game.position_at(end))
