"""`skep laruche play`: the solitaire in the terminal."""

from __future__ import annotations

import secrets
from pathlib import Path
from time import monotonic
from typing import Any

import click

from skep.cli.laruche_puzzle import choose_puzzle, puzzle_options
from skep.cli.laruche_saves import SavedAttempt, latest_attempt
from skep.cli.output import refuse_beside, try_outputs, write_text
from skep.errors import RefusedError
from skep.geometry import ORIGIN, Cell
from skep.laruche.chance import SEED_BITS
from skep.laruche.daily import number_of
from skep.laruche.fit import best_turn
from skep.laruche.records import SolitaireRecord
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

__all__ = ["command"]

_HELP = """\
  3 b   lay tile 3 on spot b (it is turned so that it fits)
  u     take the last tile back        u 3   take tile 3 back, with what cannot lie without it
  h     a hint                         ?     can it still be solved?
  g     give up, and see a solution    q     leave; the solitaire can be resumed
"""
_SENTENCES = {
    "NO_UNDO": "There is nothing to take back, or this is a strict solitaire.",
    "NOT_SOLVABLE": "No way leads to a solution from here. Take a tile back.",
    "NOT_YOUR_TILE": "That tile is not in your hand.",
}
_RESUMED = ("record",)  # what may be said beside --resume: the rest stands in the saved solitaire


@click.command()
@puzzle_options
@click.option("--strict", is_flag=True, help="Nothing can be taken back.")
@click.option("--resume", is_flag=True, help="Go on with the latest unfinished solitaire.")
@click.option(
    "--record",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write a record, whole after every step.",
)
@click.pass_context
def command(
    context: click.Context, /, strict: bool, resume: bool, record: Path | None, **choice: Any
) -> None:
    """Play the solitaire in the terminal.

    Lay all tiles, each touching two others in matching colours. Every step is saved: --resume goes
    on after anything.
    """
    try_outputs(record)
    if resume:
        refuse_beside(context, "--resume", but=_RESUMED)
        attempt = latest_attempt()
    else:
        puzzle = choose_puzzle(**choice, strict=strict, fresh_seed=secrets.randbits(SEED_BITS))
        day = None if choice["day"] is None else choice["day"].date()
        attempt = SavedAttempt(SolitaireRecord(puzzle=puzzle, commands=()), day=day)
    attempt.also = record
    table = _Terminal(attempt)
    table.play()
    if record is not None:
        write_text(record, str(attempt.record), "record")


class _Terminal:
    """A solitaire with a person in front of it."""

    def __init__(self, attempt: SavedAttempt) -> None:
        puzzle = attempt.record.puzzle
        self._attempt = attempt
        self.solitaire = attempt.record.replay()
        self._numbers = {tile: str(number) for number, tile in enumerate(puzzle.tiles, 1)}
        # Time goes on where it stopped: between leaving and coming back there is none.
        self._start = monotonic() - self.solitaire.now_ms / 1000
        self._sentences: list[str] = []
        self._left = False

    def play(self) -> None:
        puzzle = self.solitaire.puzzle
        best = "" if puzzle.best is None else f", best {puzzle.best} joins"
        self._say(
            f"{len(puzzle.tiles)} tiles, {puzzle.grade}{best}, par {puzzle.par_ms // 1000} s."
        )
        self._say(_HELP)
        if self.solitaire.is_stopped:
            self._do(StartClock())
        while self.solitaire.outcome() is None and not self._left:
            spots = self._spots()
            self._show(spots)
            try:
                words = click.prompt("", prompt_suffix="> ", default="", show_default=False)
            except click.Abort:
                click.echo()
                words = "q"
            self._obey(words.lower().split(), spots)
        if self._left:
            click.echo("\n".join(self._sentences))
        else:
            self._tell_end()

    def _tell_end(self) -> None:
        puzzle, score = self.solitaire.puzzle, self.solitaire.outcome()
        if score is not None and score.solved:
            self._say(
                f"Solved with {score.joins} joins in {score.time_ms / 1000:.0f} s,"
                f" {score.undos} taken back, {score.hints} hints. Well done!\n"
            )
            symbols = tile_symbols(self.solitaire.placed, self.solitaire.hinted)
            day = self._attempt.day
            number = None if day is None else number_of(day)
            size = len(puzzle.tiles)
            self._say(share_text(score, symbols, number=number, size=size, best=puzzle.best))
        else:
            self._say("Given up. One solution:\n")
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
            self._say(f"The solitaire is NOT saved: {trouble}")
        else:
            self._say("The solitaire is saved: skep laruche play --resume goes on with it.")

    def _give_up(self) -> None:
        try:
            if click.confirm("Give up and see a solution?", default=False):
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
                self._say(f"Where to? A spot belongs to it, as in {number} {next(iter(spots))}.")
            case [] | ["help"]:
                self._say(_HELP)
            case _:
                self._say(f"{' '.join(words)!r} is none of these:\n{_HELP}")

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
            click.secho("\nYour tiles:", dim=True)
            click.echo(draw_hand_text(solitaire.hand, names=names))
        click.echo("\n" + "\n".join(self._sentences))
        self._sentences.clear()

    def _lay(self, number: str, spot: str, spots: dict[str, Cell]) -> None:
        tile = next((tile for tile in self.solitaire.hand if self._numbers[tile] == number), None)
        if tile is None:
            self._say(f"There is no tile {number} in your hand.")
        elif spot not in spots:
            self._say(f"There is no spot {spot}; the spots are {', '.join(spots)}.")
        else:
            wanted = self.solitaire.table.wanted(spots[spot])
            self._do(Put(spots[spot], best_turn(tile.poses[0], wanted).name))

    def _take_back(self, number: str) -> None:
        for cell, pose in self.solitaire.table:
            if self._numbers[pose.tile] == number:
                self._do(TakeBack(cell))
                return
        self._say(f"Tile {number} does not lie on the table.")

    def _hint(self, spots: dict[str, Cell]) -> None:
        hint = self.solitaire.hint()
        if hint is None:
            self._say(_SENTENCES["NOT_SOLVABLE"])
            return
        self._do(AskHint.of(hint))
        names = {cell: name for name, cell in spots.items()}
        self._say(f"Try {self._numbers[hint.pose.tile]} {names.get(hint.cell, 'a')}")

    def _tell_solvable(self) -> None:
        match self.solitaire.can_be_solved():
            case True:
                self._say("Yes, it can still be solved.")
            case False:
                self._say("No: a tile must be taken back.")
            case None:
                self._say("That is too hard to tell.")

    def _do(self, command: SoloCommand) -> tuple[object, ...]:
        at_ms = round((monotonic() - self._start) * 1000)
        try:
            effects = self.solitaire.apply(command, at_ms)
        except RefusedError as refused:
            self._say(_sentence(refused))
            return ()
        self._attempt.add(at_ms, command)
        if self._attempt.trouble and not self._left:
            self._say(f"This step is not saved: {self._attempt.trouble}")
        return effects


def _sentence(refused: RefusedError) -> str:
    if refused.code == "MISMATCH":
        edges = ", ".join(f"{own} beside {theirs}" for _, own, theirs in refused.params["edges"])
        return f"That does not fit: {edges}."
    if refused.code == "TOO_FEW_NEIGHBOURS":
        return f"It must touch at least {refused.params['needed']} tiles there."
    return _SENTENCES.get(refused.code, str(refused))
