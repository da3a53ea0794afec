"""A game at one terminal: what each line that is typed does. No terminal is known here."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from skep.cli.play_opponents import Opponent
from skep.errors import NotationError, SkepError
from skep.hive.moves import Move
from skep.hive.notation import GameState, format_move, parse_move, read_move
from skep.hive.pieces import ALL_PIECES, Color, Piece
from skep.hive.records import Ending, Game, Result, load_game, save_games
from skep.hive.records.result import FINAL_STATES
from skep.hive.rulebook import why_illegal

__all__ = ["COMMANDS", "Session"]

# what may be typed instead of a move -> what it does, shown by `help`
COMMANDS: Mapping[str, str] = {
    "moves": "moves [PIECE]   list the legal moves, or those of one piece",
    "why": "why MOVE        tell which rule forbids a move",
    "undo": "undo [N]        take back the last move, or the last N",
    "show": "show            draw the board again",
    "flip": "flip            see the board from the other side",
    "save": "save FILE       save the game (.json, .pgn, .txt)",
    "load": "load FILE       go on with a saved game",
    "draw": "draw            offer a draw",
    "resign": "resign          give up",
    "new": "new             start again from the beginning",
    "help": "help            show this list",
    "quit": "quit            leave; the game can be resumed",
}


# what people type as well
_OTHER_NAMES: Mapping[str, str] = {"?": "help", "board": "show", "exit": "quit", "q": "quit"}


@dataclass
class Session:
    """The game, the seats, and what the last line asked the terminal to do.

    `ask` puts a yes-or-no question to the person at the terminal; `new_file` names a file for the
    automatic copy of a game, another one for each game, so that none overwrites another.
    """

    game: Game
    seats: dict[Color, Opponent | None]
    ask: Callable[[str], bool]
    new_file: Callable[[], Path] | None = None
    autosave: Path | None = None  # the file that the game goes on in
    flipped: bool = False
    finished: bool = False  # the person wants to leave
    redraw: bool = field(default=True, init=False)
    trouble: str = field(default="", init=False)  # why the automatic copy could not be written

    def __post_init__(self) -> None:
        self.node = self.game.end
        self.position = self.game.position_at(self.node)
        self.save_automatically()

    @property
    def state(self) -> GameState:
        if self.game.stated is not None:
            return self.game.stated.state
        return self.game.judge(self.position)

    @property
    def is_over(self) -> bool:
        return self.state in FINAL_STATES

    def legal_texts(self) -> list[str]:
        """The legal moves as they are typed; none when the game is over."""
        if self.is_over:
            return []
        return [format_move(self.position, move) for move in self.position.legal_moves]

    def enter(self, line: str) -> str:
        """Do what a line says and return the answer; empty if the board says it all."""
        self.redraw = False
        line = line.strip()
        words = line.split(maxsplit=1)
        if not words:
            return ""
        name, rest = words[0].lower(), words[1].strip() if len(words) > 1 else ""
        name = _OTHER_NAMES.get(name, name)
        if name not in COMMANDS:
            return self._move(line)
        try:
            return str(getattr(self, f"_{name}")(rest))
        except (SkepError, OSError) as error:
            return str(error)

    def let_opponent_play(self) -> str:
        """The move of the program whose turn it is, played; empty if a person is to move."""
        opponent = self.seats[self.position.turn]
        if opponent is None or self.is_over:
            return ""
        move = opponent.choose(self.position)
        text = format_move(self.position, move)
        name = self.position.turn.name.capitalize()
        self._play(move)
        return f"{name} ({opponent.name}) plays {text}"

    def status(self) -> str:
        """What there is to know beside the board."""
        if self.is_over:
            words = self.game.stated.words if self.game.stated is not None else _words(self.state)
            return f"{words}. You can undo, save, start a new game or quit."
        notes = [self.trouble] if self.trouble else []
        if self.position.occurrences >= 3:
            notes.append("This position has stood three times: you may agree on a draw.")
        if self.legal_texts() == ["pass"]:
            notes.append("There is no legal move but to pass: type pass.")
        return " ".join(notes)

    def save_automatically(self) -> None:
        """Write the copy that `--resume` goes on with. A full disk must not end the game."""
        try:
            if self.autosave is None and self.new_file is not None and self.node.parent is not None:
                self.autosave = self.new_file()
            if self.autosave is not None:
                save_games([self.game], self.autosave)
        except OSError as error:
            self.trouble = f"The game could not be saved: {error}"
        else:
            self.trouble = ""

    def farewell(self) -> str:
        """What to say to who leaves: is there anything to go on with?"""
        if self.node.parent is None:
            return ""
        self.save_automatically()
        if self.trouble:
            return f"The game is NOT saved. {self.trouble}"
        return "" if self.is_over else "The game is saved: skep play --resume goes on with it."

    def _move(self, line: str) -> str:
        if self.is_over:
            return "The game is over. You can undo, save, start a new game or quit."
        try:
            move = parse_move(self.position, line)
        except NotationError as error:
            return f"{error}{self._suggestions(line)}"
        self._play(move)
        return ""

    def _suggestions(self, line: str) -> str:
        typed = " ".join(line.split())
        known = {text.lower(): text for text in [*self.legal_texts(), *COMMANDS]}
        close = difflib.get_close_matches(typed.lower(), known, n=4, cutoff=0.6)
        return f"\nDid you mean {' or '.join(known[text] for text in close)}?" if close else ""

    def _play(self, move: Move) -> None:
        self.node = self.node.add(move)
        self.node.make_main_line()
        self.position.play_unchecked(move)
        self.redraw = True
        self.save_automatically()

    def _why(self, rest: str) -> str:
        if not rest:
            return "why MOVE: expected the move, as in why wA1 -bQ"
        reason = why_illegal(self.position, read_move(self.position, rest))
        return f"{rest}: this move is legal" if reason is None else f"{reason} ({reason.code.name})"

    def _moves(self, rest: str) -> str:
        texts = [
            text for text in self.legal_texts() if text.lower().split()[0].startswith(rest.lower())
        ]
        if not texts and rest:
            if not any(piece.name.lower().startswith(rest.lower()) for piece in ALL_PIECES):
                Piece.parse(rest)  # says what a piece is called
            return f"no legal move of {rest}"
        if not texts:
            return "no legal move"
        lines: dict[str, list[str]] = {}
        for text in texts:
            piece, _, goal = text.partition(" ")
            lines.setdefault(piece, []).append(goal)
        return "\n".join(f"{piece}  {'  '.join(goals)}".rstrip() for piece, goals in lines.items())

    def _undo(self, rest: str) -> str:
        if rest and not (rest.isdecimal() and int(rest) > 0):
            return f"undo N: expected a number above 0, found {rest!r}"
        if self.game.stated is not None and not rest:
            self._end(None)
            return "the result is taken back"
        if self.node.parent is None:
            return "there is nothing to undo"
        count = int(rest) if rest else self._plies_to_my_turn()
        if count > self.node.ply:
            return f"only {self.node.ply} plies have been played"
        self.game.stated = None
        for _ in range(count):
            node = self.node
            assert node.parent is not None
            self.node = node.parent
            node.delete()
            self.position.undo()
        self.redraw = True
        self.save_automatically()
        return f"{count} taken back"

    def _plies_to_my_turn(self) -> int:
        """One, or as many as bring a person back to move."""
        ply = self.position.ply
        people = [color for color, opponent in self.seats.items() if opponent is None]
        for count in range(1, self.node.ply + 1):
            side = Color.WHITE if (ply - count) % 2 == 0 else Color.BLACK
            if side in people:
                return count
        return 1

    def _show(self, rest: str) -> str:
        self.redraw = True
        return ""

    def _flip(self, rest: str) -> str:
        self.flipped = not self.flipped
        self.redraw = True
        return ""

    def _save(self, rest: str) -> str:
        if not rest:
            return "save FILE: expected a name that ends in .json, .pgn or .txt"
        save_games([self.game], Path(rest).expanduser())
        return f"saved to {rest}"

    def _load(self, rest: str) -> str:
        if not rest:
            return "load FILE: expected the name of a saved game"
        game = load_game(Path(rest).expanduser())
        self._begin(game)
        return "\n".join([f"loaded {rest}", *(f"Note: {note}" for note in game.notes)])

    def _new(self, rest: str) -> str:
        if (
            not self.is_over
            and self.node.parent is not None
            and not self.ask("Give up this game for a new one?")
        ):
            return ""
        again = Game(self.game.options, headers=self.game.headers)
        again.start = self.game.start
        self._begin(again)
        return ""

    def _begin(self, game: Game) -> None:
        self.game = game
        self.node = game.end
        self.position = game.position_at(self.node)
        self.autosave = None
        self.redraw = True
        self.save_automatically()

    def _draw(self, rest: str) -> str:
        if self.is_over:
            return "The game is over."
        mine = self.position.turn
        other = self.seats[mine.other]
        name = mine.other.name.capitalize()
        if other is not None:
            return f"{name} ({other.name}) declines: it plays on."
        if not self.ask(f"{name}, do you accept a draw?"):
            return f"{name} declines."
        self._end(Result(GameState.DRAW, Ending.AGREEMENT))
        return ""

    def _resign(self, rest: str) -> str:
        if self.is_over:
            return "The game is over."
        mine = self.position.turn
        if not self.ask(f"{mine.name.capitalize()}, do you resign?"):
            return ""
        won = GameState.BLACK_WINS if mine is Color.WHITE else GameState.WHITE_WINS
        self._end(Result(won, Ending.RESIGNATION))
        return ""

    def _end(self, result: Result | None) -> None:
        self.game.stated = result
        self.redraw = True
        self.save_automatically()

    def _help(self, rest: str) -> str:
        return "\n".join(
            [
                "A move is a piece, then a neighbour x with a sign for the side, as in wA1 -bQ:",
                r"  -x west    \x north-west   x/ north-east",
                r"  x- east    x\ south-east   /x south-west",
                "  x alone: on top of x    pass: when nothing else is legal",
                "TAB completes. Or type:",
                *(f"  {text}" for text in COMMANDS.values()),
            ]
        )

    def _quit(self, rest: str) -> str:
        self.finished = True
        return ""


def _words(state: GameState) -> str:
    return {
        GameState.WHITE_WINS: "White wins: the black queen is surrounded",
        GameState.BLACK_WINS: "Black wins: the white queen is surrounded",
    }.get(state, "Draw")
