"""The UHP server: a command line in, the lines of its reply out.

Nothing here reads or writes a stream (see `streams`), so every conversation can be tested as text.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import skep
from skep.errors import (
    AmbiguousError,
    CoreError,
    GameOverError,
    IllegalMoveError,
    SkepError,
    UnreadableError,
)
from skep.hive.engine import Engine, Limit
from skep.hive.engine.network import Evaluation, network_of
from skep.hive.moves import Move
from skep.hive.options import OpeningQueen, Repetition
from skep.hive.position import Position
from skep.hive.uhp.game import UhpGame
from skep.hive.uhp.limits import parse_limit
from skep.hive.uhp.options import OptionTable, engine_options, game_options
from skep.hive.uhp.thinking import Thinking

__all__ = ["Choose", "UhpServer"]

_CAPABILITIES: Final = "Mosquito;Ladybug;Pillbug"
_LONGEST_LINE: Final = 1_000_000
_DEEPEST_PERFT: Final = 20
_PERFT_STRIDE: Final = 3  # plies counted in one go; in between an interruption is noticed


Choose = Callable[[Position, Limit], Move]
"""A bot: the position and how long it may think in, a legal move out."""


class UhpServer:
    """One conversation: a game, its options and an engine, or a bot in its place.

    `handle` yields the lines of the reply, the last of which is always `ok`; `interrupt` may be
    called from anywhere and ends the search that is under way. `network` is the file of another
    network than the one that comes with skep.

    >>> server = UhpServer()
    >>> list(server.handle("newgame Base+M"))
    ['Base+M;NotStarted;White[1]', 'ok']
    >>> list(server.handle("play wA1 bQ"))
    ["invalidmove 'wA1 bQ' places wA1 by bQ, which is not in play", 'ok']
    """

    def __init__(
        self,
        choose: Choose | None = None,
        name: str = f"skep {skep.__version__}",
        network: Path | None = None,
    ) -> None:
        self.options = OptionTable(engine_options() if choose is None else game_options())
        self._choose = choose
        self._name = _one_line(name)
        self._learned: Evaluation | Path = network or "network"
        if choose is None and network_of(self._learned) is None:
            self._name += ", without its network"
            self.options.set("Evaluation", "Terms", lambda name: None)
        self.is_closed = False
        self.is_busy = False
        self._table: UhpGame | None = None
        self._engine: Engine | None = None
        self._thinking: Thinking | None = None
        self._interrupted = threading.Event()
        self._commands: dict[str, Callable[[str], Iterator[str]]] = {
            "info": self._info,
            "newgame": self._newgame,
            "play": self._play,
            "pass": self._pass,
            "validmoves": self._validmoves,
            "bestmove": self._bestmove,
            "undo": self._undo,
            "perft": self._perft,
            "options": self._options,
            "exit": self._exit,
        }

    @property
    def game_string(self) -> str | None:
        """The game on the table, if there is one."""
        return None if self._table is None else self._table.game_string

    def set_option(self, name: str, value: str) -> None:
        """Set an option as `options set` does; what is wrong raises an error here."""
        self.options.set(name, value, self._apply)

    def handle(self, line: str) -> Iterator[str]:
        """Carry out one command and yield the reply. Nothing that comes in raises an error."""
        self._interrupted.clear()
        self.is_busy = True
        try:
            yield from self._answer(line)
        except SkepError as error:
            yield _one_line(f"err {error}")
        except Exception as error:  # noqa: BLE001  the last line of defence: answer, do not die
            yield _one_line(f"err unexpected {type(error).__name__}: {error}")
        finally:
            self.is_busy = False
        yield "ok"

    def _answer(self, line: str) -> Iterator[str]:
        if len(line) > _LONGEST_LINE:
            raise UnreadableError(f"a command has at most {_LONGEST_LINE} characters")
        words = line.split(maxsplit=1)
        name = words[0].lower() if words else ""
        command = self._commands.get(name)
        if command is None:
            known = ", ".join(self._commands)
            raise UnreadableError(f"expected a command ({known}), found {name[:40]!r}")
        yield from command(words[1].strip() if len(words) > 1 else "")

    def interrupt(self) -> None:
        """End the search or count under way with what it has."""
        self._interrupted.set()
        if self._thinking is not None:
            self._thinking.stop()

    # The commands, in the order of the protocol's text.

    def _info(self, argument: str) -> Iterator[str]:
        _expect_nothing("info", argument)
        yield f"id {self._name}"
        yield _CAPABILITIES

    def _newgame(self, argument: str) -> Iterator[str]:
        self._table = UhpGame.set_up(
            argument,
            opening_queen=self._opening_queen,
            repetition=self._repetition,
        )
        if self._choose is None:
            # Made and cleared here, where nobody's time runs, and not at the first search.
            self._ready_engine().forget()
        yield self._table.game_string

    def _play(self, argument: str) -> Iterator[str]:
        table = self._game
        try:
            table.play(argument)
        except (UnreadableError, IllegalMoveError, AmbiguousError) as error:
            yield _one_line(f"invalidmove {error}")
        else:
            yield table.game_string

    def _pass(self, argument: str) -> Iterator[str]:
        _expect_nothing("pass", argument)
        yield from self._play("pass")

    def _validmoves(self, argument: str) -> Iterator[str]:
        _expect_nothing("validmoves", argument)
        yield ";".join(self._game.valid_moves())

    def _bestmove(self, argument: str) -> Iterator[str]:
        table = self._game
        limit = parse_limit(argument)
        table.check_open()
        position = table.position.copy()
        if self._choose is not None:
            move = position.copy().play(
                self._choose(position.copy(), limit)
            )  # refuses what is not legal
            yield position.format_move(move)
            return
        self._thinking = Thinking(self._ready_engine(), position, self.options, limit)
        if self._interrupted.is_set():  # in the moment before there was anything to stop
            self._thinking.stop()
        try:
            yield from self._thinking.run()
        finally:
            self._thinking.stop()
            self._thinking = None

    def _undo(self, argument: str) -> Iterator[str]:
        self._game.undo(_whole("undo", argument) if argument else 1)
        yield self._game.game_string

    def _perft(self, argument: str) -> Iterator[str]:
        deepest = _whole("perft", argument) if argument else 3
        if deepest > _DEEPEST_PERFT:
            raise UnreadableError(f"perft counts at most {_DEEPEST_PERFT} plies, not {deepest}")
        position = self._game.position.copy(repetition="offer")  # perft does not know games
        for depth in range(deepest + 1):
            leaves = self._count(position, depth)
            if leaves is None:
                return
            yield f"perft({depth}) = {leaves}"

    def _count(self, position: Position, depth: int) -> int | None:
        if self._interrupted.is_set():
            return None
        if depth <= _PERFT_STRIDE:
            return position.perft(depth)
        total = 0
        for move in position.legal_moves:
            position.play_unchecked(move)
            leaves = self._count(position, depth - 1)
            position.undo()
            if leaves is None:
                return None
            total += leaves
        return total

    def _options(self, argument: str) -> Iterator[str]:
        words = argument.split(maxsplit=2)
        verb = words[0].lower() if words else ""
        if not words:
            yield from self.options.lines()
        elif verb == "get" and len(words) == 2:
            yield self.options.line(self.options.find(words[1]))
        elif verb == "set" and len(words) == 3:
            option = self.options.set(words[1], words[2], self._apply)
            yield self.options.line(option)
        else:
            raise UnreadableError(
                "expected options, options get NAME or options set NAME VALUE, found"
                f" {'options ' + argument[:40]!r}"
            )

    def _exit(self, argument: str) -> Iterator[str]:
        _expect_nothing("exit", argument)
        self.is_closed = True
        return iter(())

    # What the commands share.

    @property
    def _game(self) -> UhpGame:
        if self._table is None:
            raise GameOverError("no game is on the table: expected newgame first")
        return self._table

    @property
    def _repetition(self) -> Repetition:
        return "draw" if self.options.word("Repetition") == "Draw" else "offer"

    @property
    def _opening_queen(self) -> OpeningQueen:
        return "allowed" if self.options.word("OpeningQueen") == "Allowed" else "forbidden"

    @property
    def _evaluation(self) -> Evaluation | Path:
        return self._learned if self.options.word("Evaluation") == "Network" else "terms"

    def _ready_engine(self) -> Engine:
        if self._engine is None:
            self._engine = Engine(
                hash_mib=self.options.number("HashMiB"), evaluation=self._evaluation
            )
            for name in ("Threads", "Variety", "Seed"):
                self._apply(name)
        return self._engine

    def _apply(self, name: str) -> None:
        """Let an option that was set take effect."""
        if name == "Repetition" and self._table is not None:
            self._table.rule_repetition(self._repetition)
        wants_network = name == "Evaluation" and self._evaluation != "terms"
        if wants_network and network_of(self._evaluation) is None:
            raise CoreError(
                "the network of the package is missing or damaged: install skep again, or start it"
                " with --network FILE"
            )
        engine = self._engine
        if engine is None:
            return
        if name == "HashMiB":
            engine.resize(self.options.number(name))
        elif name == "Threads":
            engine.threads = self.options.number(name)
        elif name == "Variety":
            engine.variety = self.options.flag(name)
        elif name == "Evaluation":
            self._engine = None  # the next search begins with another, which remembers nothing
        elif name == "Seed":
            engine.reseed(self.options.number(name) or None)


def _expect_nothing(command: str, argument: str) -> None:
    if argument:
        raise UnreadableError(f"{command} takes no argument, found {argument[:40]!r}")


def _whole(command: str, text: str) -> int:
    if text.isascii() and text.isdigit() and len(text) < 10:
        return int(text)
    raise UnreadableError(f"{command} takes a whole number, found {text[:40]!r}")


def _one_line(text: str) -> str:
    return " ".join(text.split())
