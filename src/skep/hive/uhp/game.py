"""The game on the server's table: the position, its moves as text, and how it stands."""

from __future__ import annotations

from skep.errors import GameOverError, InvalidOptionsError
from skep.hive.notation import GameState, format_game_string, state_of
from skep.hive.options import HiveOptions, OpeningQueen, Repetition
from skep.hive.position import Position

__all__ = ["UhpGame"]


class UhpGame:
    """One game, played and taken back; nothing changes where an error is raised."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self._texts = position.move_texts()

    @classmethod
    def set_up(cls, text: str, *, opening_queen: OpeningQueen, repetition: Repetition) -> UhpGame:
        """Start a game from a game type or a GameString."""
        position = Position.from_game_string(
            text or "Base", opening_queen=opening_queen, repetition=repetition
        )
        return cls(position)

    def rule_repetition(self, repetition: Repetition) -> None:
        """Go on with another rule on repetition."""
        self.position = self.position.copy(repetition=repetition)

    @property
    def options(self) -> HiveOptions:
        """What the game is played with."""
        return self.position.options

    @property
    def state(self) -> GameState:
        """What the board says."""
        return state_of(self.position)

    @property
    def game_string(self) -> str:
        """The game as a GameString."""
        return format_game_string(self.options, self.state, self.position.ply, self._texts)

    def check_open(self) -> None:
        """Raise unless the game is still on."""
        if self.state not in (GameState.NOT_STARTED, GameState.IN_PROGRESS):
            raise GameOverError(f"the game is over: {self.state.value}")

    def play(self, text: str) -> None:
        """Play a move that is given as text."""
        self.check_open()
        move = self.position.parse_move(text)
        written = self.position.format_move(move)
        self.position.play_unchecked(move)
        self._texts.append(written)

    def undo(self, count: int) -> None:
        """Take so many moves back."""
        if not 1 <= count <= len(self._texts):
            number = len(self._texts)
            played = "1 move has been played" if number == 1 else f"{number} moves have been played"
            raise InvalidOptionsError(f"{played}, so {count} cannot be taken back")
        for _ in range(count):
            self.position.undo()
        del self._texts[-count:]

    def valid_moves(self) -> list[str]:
        """All legal moves as text."""
        self.check_open()
        return [self.position.format_move(move) for move in self.position.legal_moves]
