"""`skep play`: Hive at one terminal, for two people or against a program."""

from __future__ import annotations

import contextlib
import random
import re
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, get_args

import click

from skep.cli.board import Turned, colored_board
from skep.cli.game_files import game_from
from skep.cli.language import language_option
from skep.cli.output import refuse_beside, tell
from skep.cli.play_opponents import LevelPlayer, Opponent, RandomMover
from skep.cli.play_session import Session
from skep.cli.saves import new_file, newest_first
from skep.cli.terminal import terminal
from skep.errors import SkepError
from skep.hive.names import SIDE_NAMES
from skep.hive.options import HiveOptions, OpeningQueen, Repetition
from skep.hive.pieces import Color
from skep.hive.records import Game, load_game
from skep.hive.records.result import FINAL_STATES
from skep.words import N_, Words

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["command"]

_GAMES = "games"  # the folder of games that are saved while they are played
_RESUMED = ("seed", "words")  # what may be said beside --resume: the rest stands in the saved game
_OPPONENT_HEADER = "Opponent"  # kept in the autosave, so that a resumed game has the same seats


@click.command()
@click.option(
    "--set",
    "game_type",
    default="Base+MLP",
    show_default=True,
    help="Base, or Base+ and some of M, L, P, as in Base+MLP.",
)
@click.option(
    "--opponent",
    type=click.Choice(["human", "random", "engine"]),
    default="human",
    show_default=True,
    help="Another person at this terminal, a random mover, or the engine.",
)
@click.option(
    "--level",
    type=click.IntRange(1, 10),
    default=5,
    show_default=True,
    help="How strong the engine plays.",
)
@click.option(
    "--color",
    type=click.Choice(["white", "black"]),
    default="white",
    show_default=True,
    help="Your side against a program.",
)
@click.option(
    "--opening-queen",
    type=click.Choice(get_args(OpeningQueen)),
    default="allowed",
    show_default=True,
    help="May the Queen be the first piece?",
)
@click.option(
    "--repetition",
    type=click.Choice(get_args(Repetition)),
    help="Is a position that stands three times a draw? [draw, or as the loaded game has it]",
)
@click.option(
    "--load",
    "source",
    metavar="GAME",
    help="Go on with a game: a file, a GameString, a set-up, or - for the input.",
)
@click.option(
    "--number",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    help="Which game of a file.",
)
@click.option("--resume", is_flag=True, help="Go on with the latest unfinished game.")
@click.option("--seed", type=int, help="Makes the program opposite repeatable.")
@language_option
@click.pass_context
def command(
    context: click.Context,
    game_type: str,
    opponent: str,
    level: int,
    color: str,
    opening_queen: OpeningQueen,
    repetition: Repetition | None,
    source: str | None,
    number: int,
    resume: bool,
    seed: int | None,
    words: Words,
) -> None:
    """Play Hive at this terminal. Every move is saved: --resume goes on after anything."""
    autosave: Path | None = None
    if resume:
        refuse_beside(context, "--resume", but=_RESUMED)
        autosave, game = _latest_game(words)
    else:
        game = (
            _loaded(source, number)
            if source is not None
            else Game(HiveOptions.parse(game_type, opening_queen=opening_queen))
        )
        if repetition is not None:
            game.options = replace(game.options, repetition=repetition)
        if opponent != "human":
            program = "black" if color == "white" else "white"
            strength = f"-{level}" if opponent == "engine" else ""
            game.headers[_OPPONENT_HEADER] = f"{opponent}{strength} {program}"
    seats = _seats(game, seed)
    _run(Session(game, seats, _asker(), _new_autosave, autosave, words))


def _loaded(source: str, number: int) -> Game:
    game = game_from(source, number)
    if source == "-" and not sys.stdin.isatty():
        # The input has been read to its end; whoever plays sits at the terminal.
        with contextlib.suppress(OSError):
            sys.stdin = open("/dev/tty", encoding="utf-8")  # noqa: SIM115  it stays open
    return game


def _seats(game: Game, seed: int | None) -> dict[Color, Opponent | None]:
    seats: dict[Color, Opponent | None] = {Color.WHITE: None, Color.BLACK: None}
    name, _, side = game.headers.get(_OPPONENT_HEADER, "").partition(" ")
    if side not in ("white", "black"):
        return seats
    if name == "random":
        seats[Color[side.upper()]] = RandomMover(random.Random(seed))
    elif match := re.fullmatch(r"engine-(10|[1-9])", name):
        seats[Color[side.upper()]] = LevelPlayer(int(match[1]), seed)
    return seats


def _new_autosave() -> Path:
    return new_file(_GAMES, ".json")


def _latest_game(words: Words) -> tuple[Path, Game]:
    for path in newest_first(_GAMES, ".json"):
        try:
            game = load_game(path)
        except SkepError as error:
            passed = N_("{file} cannot be read and was passed over: {error}")
            tell(words.say(passed, file=path, error=error.sentence(words)))
            continue
        if game.state not in FINAL_STATES and game.root.children:
            return path, game
    raise SkepError(words.say("there is no unfinished game to resume: start one with skep play"))


def _asker() -> Callable[[str], bool]:
    def ask(question: str) -> bool:
        try:
            return click.confirm(question, default=False)
        except click.Abort:
            return False

    return ask


def _line_reader(session: Session) -> Callable[[str], str]:
    """How a line is typed: with completion at a terminal, plainly from a pipe."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):

        def read_plainly(prompt: str) -> str:
            click.echo(prompt, nl=False)
            line = sys.stdin.readline()
            if not line:
                raise EOFError
            click.echo(line.rstrip("\n"))
            return line

        return read_plainly

    from prompt_toolkit import PromptSession
    from prompt_toolkit.auto_suggest import AutoSuggestFromHistory

    from skep.cli.play_completion import MoveCompleter

    prompt_session: PromptSession[str] = PromptSession(
        completer=MoveCompleter(session.legal_texts),
        complete_while_typing=True,
        auto_suggest=AutoSuggestFromHistory(),
    )
    return prompt_session.prompt


def _run(session: Session) -> None:
    console = terminal()
    read = _line_reader(session)
    console.print(session.words.say("Type a move, or help. TAB completes."))
    while not session.finished:
        answer = session.let_opponent_play()
        if answer:
            console.print(answer)
        if session.redraw or answer:
            _draw(console, session)
        try:
            side = session.words.noun(SIDE_NAMES[session.position.turn])
            line = read("> " if session.is_over else f"{side}> ")
        except (EOFError, KeyboardInterrupt):
            break
        answer = session.enter(line)
        if answer:
            console.print(answer)
    farewell = session.farewell()
    if farewell:
        console.print(farewell)


def _draw(console: Console, session: Session) -> None:
    last = session.node.move.piece if session.node.move is not None else None
    seen = Turned(session.position) if session.flipped else session.position
    console.print()
    console.print(colored_board(seen, last=last, words=session.words))
    if session.flipped:
        console.print(
            session.words.say("(seen from the other side: in moves, - / \\ point the other way)")
        )
    status = session.status()
    if status:
        console.print(status)
    session.redraw = False
