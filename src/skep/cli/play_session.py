"""A game at one terminal: what each line that is typed does. No terminal is known here."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from skep.cli.play_opponents import Opponent
from skep.errors import IllegalMoveError, NotationError, SkepError
from skep.hive.moves import Move
from skep.hive.notation import GameState, format_move, parse_move, read_move
from skep.hive.pieces import ALL_PIECES, Color, Piece
from skep.hive.reasons import Reason
from skep.hive.records import Ending, Game, Result, load_game, save_games
from skep.hive.records.result import FINAL_STATES
from skep.hive.rulebook import why_illegal
from skep.words import ENGLISH, N_, Words

__all__ = ["COMMANDS", "Session"]

# what may be typed instead of a move -> what it does, shown by `help`
COMMANDS: Mapping[str, tuple[str, str]] = {
    "moves": ("moves [wA1]", N_("list the legal moves, or those of one piece")),
    "why": ("why wA1 -bQ", N_("tell which rule forbids a move")),
    "undo": ("undo [3]", N_("take back the last move, or several")),
    "show": ("show", N_("draw the board again")),
    "flip": ("flip", N_("see the board from the other side")),
    "save": ("save FILE", N_("save the game (.json, .pgn, .txt)")),
    "load": ("load FILE", N_("go on with a saved game")),
    "draw": ("draw", N_("offer a draw")),
    "resign": ("resign", N_("give up")),
    "new": ("new", N_("start again from the beginning")),
    "help": ("help", N_("show this list")),
    "quit": ("quit", N_("leave; the game can be resumed")),
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
    words: Words = ENGLISH
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
            return error.sentence(self.words) if isinstance(error, SkepError) else _plain(error)

    def let_opponent_play(self) -> str:
        """The move of the program whose turn it is, played; empty if a person is to move."""
        opponent = self.seats[self.position.turn]
        if opponent is None or self.is_over:
            return ""
        move = opponent.choose(self.position)
        text = format_move(self.position, move)
        side = self.position.turn
        self._play(move)
        said = self._by_side(
            side, N_("White ({program}) plays {move}."), N_("Black ({program}) plays {move}.")
        )
        return said.format(program=opponent.called(self.words), move=text)

    def status(self) -> str:
        """What there is to know beside the board."""
        if self.is_over:
            over = self.words.say("You can undo, save, start a new game or quit.")
            return f"{self._result_words()}. {over}"
        notes = [self.trouble] if self.trouble else []
        if self.position.occurrences >= 3:
            notes.append(
                self.words.say("This position has stood three times: you may agree on a draw.")
            )
        if self.legal_texts() == ["pass"]:
            notes.append(self.words.say("There is no legal move but to pass: type pass."))
        return " ".join(notes)

    def save_automatically(self) -> None:
        """Write the copy that `--resume` goes on with. A full disk must not end the game."""
        try:
            if self.autosave is None and self.new_file is not None and self.node.parent is not None:
                self.autosave = self.new_file()
            if self.autosave is not None:
                save_games([self.game], self.autosave)
        except OSError as error:
            why = _plain(error)
            self.trouble = self.words.say("The game could not be saved: {error}", error=why)
        else:
            self.trouble = ""

    def farewell(self) -> str:
        """What to say to who leaves: is there anything to go on with?"""
        if self.node.parent is None:
            return ""
        self.save_automatically()
        if self.trouble:
            return f"{self.words.say('The game is NOT saved.')} {self.trouble}"
        return (
            ""
            if self.is_over
            else self.words.say("The game is saved: skep play --resume goes on with it.")
        )

    def _move(self, line: str) -> str:
        if self.is_over:
            over = self.words.say("The game is over.")
            more = self.words.say("You can undo, save, start a new game or quit.")
            return f"{over} {more}"
        try:
            move = parse_move(self.position, line)
        except IllegalMoveError as error:
            return f"{line}: {self._reason_words(error.reason)}{self._suggestions(line)}"
        except NotationError as error:
            return f"{error.sentence(self.words)}{self._suggestions(line)}"
        self._play(move)
        return ""

    def _suggestions(self, line: str) -> str:
        typed = " ".join(line.split())
        known = {text.lower(): text for text in [*self.legal_texts(), *COMMANDS]}
        close = difflib.get_close_matches(typed.lower(), known, n=4, cutoff=0.6)
        if not close:
            return ""
        found = ", ".join(known[text] for text in close)
        return "\n" + self.words.say("Did you mean {moves}?", moves=found)

    def _play(self, move: Move) -> None:
        self.node = self.node.add(move)
        self.node.make_main_line()
        self.position.play_unchecked(move)
        self.redraw = True
        self.save_automatically()

    def _why(self, rest: str) -> str:
        if not rest:
            return self.words.say("expected the move, as in why wA1 -bQ")
        reason = why_illegal(self.position, read_move(self.position, rest))
        return (
            self.words.say("{move}: this move is legal", move=rest)
            if reason is None
            else self._reason_words(reason)
        )

    def _moves(self, rest: str) -> str:
        texts = [
            text for text in self.legal_texts() if text.lower().split()[0].startswith(rest.lower())
        ]
        if not texts and rest:
            if not any(piece.name.lower().startswith(rest.lower()) for piece in ALL_PIECES):
                Piece.parse(rest)  # says what a piece is called
            return self.words.say("no legal move of {piece}", piece=rest)
        if not texts:
            return self.words.say("no legal move")
        lines: dict[str, list[str]] = {}
        for text in texts:
            piece, _, goal = text.partition(" ")
            lines.setdefault(piece, []).append(goal)
        return "\n".join(f"{piece}  {'  '.join(goals)}".rstrip() for piece, goals in lines.items())

    def _undo(self, rest: str) -> str:
        if rest and not (rest.isdecimal() and int(rest) > 0):
            return self.words.say("expected a number above 0, as in undo 3, not {text}", text=rest)
        if self.game.stated is not None and not rest:
            self._end(None)
            return self.words.say("the result is taken back")
        if self.node.parent is None:
            return self.words.say("there is nothing to undo")
        count = int(rest) if rest else self._plies_to_my_turn()
        if count > self.node.ply:
            return self.words.say_many(
                "only {n} ply has been played", "only {n} plies have been played", self.node.ply
            )
        self.game.stated = None
        for _ in range(count):
            node = self.node
            assert node.parent is not None
            self.node = node.parent
            node.delete()
            self.position.undo()
        self.redraw = True
        self.save_automatically()
        return self.words.say_many("{n} taken back", "{n} taken back", count)

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
            return self.words.say("expected a name that ends in .json, .pgn or .txt")
        save_games([self.game], Path(rest).expanduser())
        return self.words.say("saved to {file}", file=rest)

    def _load(self, rest: str) -> str:
        if not rest:
            return self.words.say("expected the name of a saved game")
        game = load_game(Path(rest).expanduser())
        self._begin(game)
        return "\n".join(
            [
                self.words.say("loaded {file}", file=rest),
                *(self.words.say("Note: {note}", note=note) for note in game.notes),
            ]
        )

    def _new(self, rest: str) -> str:
        if (
            not self.is_over
            and self.node.parent is not None
            and not self.ask(self.words.say("Give up this game for a new one?"))
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
            return self.words.say("The game is over.")
        mine = self.position.turn
        other = self.seats[mine.other]
        if other is not None:
            return self.words.say("The computer plays on.")
        question = self._by_side(
            mine.other, N_("White, do you accept a draw?"), N_("Black, do you accept a draw?")
        )
        if not self.ask(question):
            return self._by_side(
                mine.other, N_("White declines the draw."), N_("Black declines the draw.")
            )
        self._end(Result(GameState.DRAW, Ending.AGREEMENT))
        return ""

    def _resign(self, rest: str) -> str:
        if self.is_over:
            return self.words.say("The game is over.")
        mine = self.position.turn
        question = self._by_side(mine, N_("White, do you resign?"), N_("Black, do you resign?"))
        if not self.ask(question):
            return ""
        won = GameState.BLACK_WINS if mine is Color.WHITE else GameState.WHITE_WINS
        self._end(Result(won, Ending.RESIGNATION))
        return ""

    def _end(self, result: Result | None) -> None:
        self.game.stated = result
        self.redraw = True
        self.save_automatically()

    def _help(self, rest: str) -> str:
        _ = self.words.gettext
        width = max(len(typed) for typed, _does in COMMANDS.values())
        return "\n".join(
            [
                _("A move is a piece, then a neighbour x with a sign for the side, as in wA1 -bQ:"),
                # NOTE: a table in a terminal: keep the signs and the columns
                _("  -x west    \\x north-west   x/ north-east"),
                # NOTE: a table in a terminal: keep the signs and the columns
                _("  x- east    x\\ south-east   /x south-west"),
                _("  x alone: on top of x    pass: when nothing else is legal"),
                _("TAB completes. Or type:"),
                *(f"  {typed:{width}}   {_(does)}" for typed, does in COMMANDS.values()),
            ]
        )

    def _quit(self, rest: str) -> str:
        self.finished = True
        return ""

    # Words.

    def _by_side(self, side: Color, white: str, black: str) -> str:
        return self.words.gettext(white if side is Color.WHITE else black)

    def _reason_words(self, reason: Reason) -> str:
        return f"{reason.sentence(self.words)} ({reason.code.name})"

    def _result_words(self) -> str:
        if self.game.stated is None:
            return self.words.gettext(_ON_THE_BOARD[self.state])
        return self.words.gettext(
            _RESULTS.get((self.state, self.game.stated.ending), _WITHOUT_CAUSE[self.state])
        )


def _plain(error: Exception) -> str:
    """The words of an error; of the system's, without its number."""
    if isinstance(error, OSError) and error.strerror is not None:
        return error.strerror if error.filename is None else f"{error.filename}: {error.strerror}"
    return str(error)


_ON_THE_BOARD = {
    GameState.WHITE_WINS: N_("White wins: the black queen is surrounded"),
    GameState.BLACK_WINS: N_("Black wins: the white queen is surrounded"),
    GameState.DRAW: N_("A draw"),
}
_WITHOUT_CAUSE = {
    GameState.WHITE_WINS: N_("White wins"),
    GameState.BLACK_WINS: N_("Black wins"),
    GameState.DRAW: N_("A draw"),
}
_RESULTS = {
    (GameState.WHITE_WINS, Ending.SURROUNDED): _ON_THE_BOARD[GameState.WHITE_WINS],
    (GameState.BLACK_WINS, Ending.SURROUNDED): _ON_THE_BOARD[GameState.BLACK_WINS],
    (GameState.WHITE_WINS, Ending.RESIGNATION): N_("White wins by resignation"),
    (GameState.BLACK_WINS, Ending.RESIGNATION): N_("Black wins by resignation"),
    (GameState.WHITE_WINS, Ending.TIME): N_("White wins on time"),
    (GameState.BLACK_WINS, Ending.TIME): N_("Black wins on time"),
    (GameState.DRAW, Ending.AGREEMENT): N_("A draw by agreement"),
    (GameState.DRAW, Ending.PLY_LIMIT): N_("A draw by the limit of plies"),
}
