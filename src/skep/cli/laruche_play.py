"""`skep laruche play`: the solitaire in the terminal."""

from __future__ import annotations

import secrets
from pathlib import Path
from time import monotonic
from typing import Any

import click

from skep.cli.language import language_option
from skep.cli.laruche_puzzle import choose_puzzle, puzzle_options
from skep.cli.laruche_saves import SavedAttempt, latest_attempt
from skep.cli.output import refuse_beside, try_outputs, write_text
from skep.errors import RefusedError
from skep.geometry import ORIGIN, Cell
from skep.laruche.chance import SEED_BITS
from skep.laruche.daily import number_of
from skep.laruche.fit import best_turn
from skep.laruche.names import GRADE_NAMES, SENTENCES, mismatch_words
from skep.laruche.records import SolitaireRecord
from skep.laruche.refusals import Refusal
from skep.laruche.sharing import share_text, tile_symbols
from skep.laruche.solo_events import (
    AskHint,
    GiveUp,
    Put,
    SoloCommand,
    StartClock,
    StopClock,
    TakeBack,
)
from skep.laruche.table import Table
from skep.laruche.text_drawing import draw_hand_text, draw_table_text
from skep.words import N_, Words

__all__ = ["command"]

# NOTE: what may be typed at the solitaire, a table in a terminal: keep the letters and columns
_HELP = N_(
    "  3 b   lay tile 3 on spot b (it is turned so that it fits)\n"
    "  u     take the last tile back\n"
    "  u 3   take tile 3 back, with what cannot lie without it\n"
    "  h     a hint\n"
    "  ?     can it still be solved?\n"
    "  g     give up, and see a solution\n"
    "  q     leave; the solitaire can be resumed\n"
)
# what may be said beside --resume: the rest stands in the saved solitaire
_RESUMED = ("record", "words")


@click.command()
@puzzle_options
@click.option("--strict", is_flag=True, help="Nothing can be taken back.")
@click.option("--resume", is_flag=True, help="Go on with the latest unfinished solitaire.")
@click.option(
    "--record",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write a record, whole after every step.",
)
@language_option
@click.pass_context
def command(
    context: click.Context,
    /,
    strict: bool,
    resume: bool,
    record: Path | None,
    words: Words,
    **choice: Any,
) -> None:
    """Play the solitaire in the terminal.

    Lay all tiles, each touching two others in matching colours. Every step is saved: --resume goes
    on after anything.
    """
    try_outputs(record)
    if resume:
        refuse_beside(context, "--resume", but=_RESUMED)
        attempt = latest_attempt(words)
    else:
        puzzle = choose_puzzle(**choice, strict=strict, fresh_seed=secrets.randbits(SEED_BITS))
        day = None if choice["day"] is None else choice["day"].date()
        attempt = SavedAttempt(SolitaireRecord(puzzle=puzzle, commands=()), day=day)
    attempt.also = record
    table = _Terminal(attempt, words)
    table.play()
    if record is not None:
        write_text(record, str(attempt.record), N_("record written to {path}"))


class _Terminal:
    """A solitaire with a person in front of it."""

    def __init__(self, attempt: SavedAttempt, words: Words) -> None:
        puzzle = attempt.record.puzzle
        self._attempt = attempt
        self._words = words
        self.solitaire = attempt.record.replay()
        self._numbers = {tile: str(number) for number, tile in enumerate(puzzle.tiles, 1)}
        # Time goes on where it stopped: between leaving and coming back there is none.
        self._start = monotonic() - self.solitaire.now_ms / 1000
        self._sentences: list[str] = []
        self._left = False

    def play(self) -> None:
        puzzle = self.solitaire.puzzle
        words = self._words
        parts = [
            words.say_many("{n} tile", "{n} tiles", len(puzzle.tiles)),
            words.gettext(GRADE_NAMES.get(puzzle.grade, puzzle.grade)),
            *([] if puzzle.best is None else [words.say("best {n}", n=puzzle.best)]),
            # NOTE: the time that a good player needs
            words.say("par {seconds} s", seconds=puzzle.par_ms // 1000),
        ]
        self._say(" · ".join(parts))
        self._say(words.gettext(_HELP))
        if self.solitaire.is_stopped:
            self._do(StartClock())
        while self.solitaire.outcome() is None and not self._left:
            spots = self._spots()
            self._show(spots)
            try:
                line = click.prompt("", prompt_suffix="> ", default="", show_default=False)
            except click.Abort:
                click.echo()
                line = "q"
            self._obey(line.lower().split(), spots)
        if self._left:
            click.echo("\n".join(self._sentences))
        else:
            self._tell_end()

    def _tell_end(self) -> None:
        puzzle, score = self.solitaire.puzzle, self.solitaire.outcome()
        if score is not None and score.solved:
            self._say(
                self._words.say(
                    "Solved with {joins} joins in {seconds} s. Taken back: {undos}. Hints: {hints}."
                    " Well done!",
                    joins=score.joins,
                    seconds=f"{score.time_ms / 1000:.0f}",
                    undos=score.undos,
                    hints=score.hints,
                )
                + "\n"
            )
            symbols = tile_symbols(self.solitaire.placed, self.solitaire.hinted)
            day = self._attempt.day
            number = None if day is None else number_of(day)
            size = len(puzzle.tiles)
            self._say(share_text(score, symbols, number=number, size=size, best=puzzle.best))
        else:
            self._say(self._words.say("Given up. One solution:") + "\n")
            self._say(draw_table_text(Table(puzzle.solution)))
        self._show({})

    def _leave(self) -> None:
        self._sentences.clear()
        self._left = True
        if not self._attempt.record.commands:
            return
        self._do(StopClock())
        trouble = self._attempt.trouble
        if trouble:
            self._say(self._words.say("The solitaire is NOT saved: {error}", error=trouble))
        else:
            self._say(
                self._words.say(
                    "The solitaire is saved: skep laruche play --resume goes on with it."
                )
            )

    def _give_up(self) -> None:
        try:
            if click.confirm(self._words.say("Give up and see a solution?"), default=False):
                self._do(GiveUp())
        except click.Abort:
            self._leave()

    def _say(self, sentence: str) -> None:
        """Keep a sentence for below the next drawing, where the eye is."""
        self._sentences.append(sentence)

    def _obey(self, words: list[str], spots: dict[str, Cell]) -> None:
        match words:
            case ["q" | "quit"]:
                self._leave()
            case ["g"]:
                self._give_up()
            case ["u"]:
                self._do(TakeBack())
            case ["u", number]:
                self._take_back(number)
            case ["h" | "hint"]:
                self._hint(spots)
            case ["?"]:
                self._tell_solvable()
            case [number, spot] if number.isdecimal():
                self._lay(number, spot, spots)
            case [number] if number.isdecimal() and len(spots) == 1:
                self._lay(number, next(iter(spots)), spots)
            case [number] if number.isdecimal():
                example = f"{number} {next(iter(spots))}"
                where = N_("Where to? A spot belongs to it, as in {example}.")
                self._say(self._words.say(where, example=example))
            case [] | ["help"]:
                self._say(self._words.gettext(_HELP))
            case _:
                unknown = self._words.say("{text} is none of these:", text=repr(" ".join(words)))
                self._say(f"{unknown}\n{self._words.gettext(_HELP)}")

    def _spots(self) -> dict[str, Cell]:
        """The cells where a tile may lie next, by their letters."""
        solitaire, table = self.solitaire, self.solitaire.table
        shape = solitaire.puzzle.shape
        if not len(table):
            cells = sorted(shape) if shape is not None else [ORIGIN]
        else:
            spots = table.live_spots()
            if len(table) < solitaire.puzzle.options.loose:
                spots = [*spots, *table.edge_spots()]
            cells = sorted({spot.cell for spot in spots}, key=lambda cell: (cell.r, cell.q))
            cells = [cell for cell in cells if shape is None or cell in shape]
        letters = "abcdefghijklmnopqrstuvwxyz"
        names = [*letters, *(first + second for first in letters for second in letters)]
        return dict(zip(names, cells, strict=False))

    def _show(self, spots: dict[str, Cell]) -> None:
        solitaire = self.solitaire
        middles = {cell: f"{self._numbers[pose.tile]:>2}" for cell, pose in solitaire.table}
        labels = {cell: name for name, cell in spots.items()}
        for cell in solitaire.puzzle.shape or ():
            if cell not in solitaire.table:
                labels.setdefault(cell, "")
        click.clear()
        click.echo(draw_table_text(solitaire.table, middles=middles, labels=labels))
        if solitaire.hand:
            names = [f"{self._numbers[tile]:>2}" for tile in solitaire.hand]
            click.secho("\n" + self._words.say("Your tiles:"), dim=True)
            click.echo(draw_hand_text(solitaire.hand, names=names))
        click.echo("\n" + "\n".join(self._sentences))
        self._sentences.clear()

    def _lay(self, number: str, spot: str, spots: dict[str, Cell]) -> None:
        tile = next((tile for tile in self.solitaire.hand if self._numbers[tile] == number), None)
        if tile is None:
            self._say(self._words.say("There is no tile {number} in your hand.", number=number))
        elif spot not in spots:
            self._say(
                self._words.say(
                    "There is no spot {spot}; the spots are {spots}.",
                    spot=spot,
                    spots=", ".join(spots),
                )
            )
        else:
            wanted = self.solitaire.table.wanted(spots[spot])
            self._do(Put(spots[spot], best_turn(tile.poses[0], wanted).name))

    def _take_back(self, number: str) -> None:
        for cell, pose in self.solitaire.table:
            if self._numbers[pose.tile] == number:
                self._do(TakeBack(cell))
                return
        self._say(self._words.say("Tile {number} does not lie on the table.", number=number))

    def _hint(self, spots: dict[str, Cell]) -> None:
        hint = self.solitaire.hint()
        if hint is None:
            self._say(self._words.gettext(SENTENCES[Refusal.NOT_SOLVABLE]))
            return
        self._do(AskHint.of(hint))
        names = {cell: name for name, cell in spots.items()}
        advice = f"{self._numbers[hint.pose.tile]} {names.get(hint.cell, 'a')}"
        # NOTE: a hint; the tile's number and the spot's letter follow, as they are typed
        self._say(self._words.say("Try {tile_and_spot}", tile_and_spot=advice))

    def _tell_solvable(self) -> None:
        match self.solitaire.can_be_solved():
            case True:
                self._say(self._words.say("It can still be solved."))
            case False:
                self._say(self._words.gettext(SENTENCES[Refusal.NOT_SOLVABLE]))
            case None:
                self._say(self._words.say("Nobody knows whether it can still be solved."))

    def _do(self, command: SoloCommand) -> tuple[object, ...]:
        at_ms = round((monotonic() - self._start) * 1000)
        try:
            effects = self.solitaire.apply(command, at_ms)
        except RefusedError as refused:
            self._say(_sentence(refused, self._words))
            return ()
        self._attempt.add(at_ms, command)
        if self._attempt.trouble and not self._left:
            trouble = self._attempt.trouble
            self._say(self._words.say("This step is not saved: {error}", error=trouble))
        return effects


def _sentence(refused: RefusedError, words: Words) -> str:
    match refused.code:
        case Refusal.MISMATCH:
            return mismatch_words(refused.params["edges"], words)
        case Refusal.TOO_FEW_NEIGHBOURS:
            needed = refused.params["needed"]
            return words.say_many("It has to touch {n} tile.", "It has to touch {n} tiles.", needed)
        case Refusal.NO_UNDO:
            return words.say("There is nothing to take back, or this is a strict solitaire.")
    sentence = SENTENCES.get(Refusal(refused.code))
    return str(refused) if sentence is None else words.gettext(sentence)
