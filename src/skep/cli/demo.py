"""`skep demo`: a first look."""

from __future__ import annotations

import click

from skep.cli.language import said, words_now
from skep.words import N_

__all__ = ["command"]

_GAME = (
    "Base;InProgress;White[10];wG1;bA1 -wG1;wB1 wG1/;bG1 -bA1;wS1 wG1\\;bS1 \\bA1;wQ wB1-;bQ /bG1;"
    "wS1 bQ\\;bS1 -bQ;wG2 wS1-;bB1 -bS1;wG2 bS1\\;bA2 \\bB1;wA1 \\wB1;bA2 /wA1;wG1 -bG1;bA3 /bB1"
)
_TRIED = "wB1 bA1-"


@click.command()
def command() -> None:
    """Show the end of a short game, what a rule forbids, and what the engine finds."""
    from skep.hive.drawing import draw_text
    from skep.hive.engine import Engine, Limit
    from skep.hive.position import Position

    position = Position.from_game_string(_GAME)
    words = words_now()
    intro = N_("A game of Hive; one move is missing to surround the black queen:")
    click.echo(said(intro) + "\n")
    click.echo(draw_text(position, words) + "\n")
    asked = N_("White has {n} moves. May it be {move}?")
    click.echo(said(asked, n=len(position.legal_moves), move=_TRIED))
    reason = position.why_illegal(_TRIED)
    assert reason is not None
    # NOTE: an answer; {reason} is the sentence of a rule
    click.echo(said(N_("No: {reason}."), reason=reason.sentence(words)) + "\n")
    found = Engine(hash_mib=4).choose(position, Limit(depth=2))
    winning = position.format_move(found.move)
    position.play(found.move)
    outcome = position.outcome()
    assert outcome is not None
    found_it = N_("The engine finds {move}, and {outcome}.")
    click.echo(said(found_it, move=winning, outcome=outcome.sentence(words)) + "\n")
    click.echo(draw_text(position, words) + "\n")
    ways = N_("With all expansions, five plies can be played in {n} ways.")
    click.echo(said(ways, n=words.grouped(Position("Base+MLP").perft(5))) + "\n")
    # NOTE: beside a command: what it is for
    for line, purpose in (
        ("skep play --opponent engine", N_("play against it here")),
        ("skep serve", N_("play in the browser, Hive and La Ruche")),
        ("skep laruche play", N_("the solitaire of tiles")),
        ("skep --help", N_("everything else")),
    ):
        click.echo(f"  {line:30} {said(purpose)}")
