"""`skep solve`: is there a forced win, and how does it go?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from skep.cli import STOPPED_AT_LIMIT, Unanswerable
from skep.cli.game_files import game_argument, position_from
from skep.cli.language import language_option
from skep.cli.output import echo_json
from skep.words import N_, Words

if TYPE_CHECKING:
    from rich.tree import Tree

    from skep.hive.engine import Solution
    from skep.hive.engine.win_tree import Answers, WinTree
    from skep.hive.position import Position

__all__ = ["command"]

_ANSWERS_SHOWN = 4


@click.command()
@game_argument()
@click.option(
    "--within",
    default=3,
    show_default=True,
    type=click.IntRange(1, 20),
    help="Moves of the side to move.",
)
@click.option("--time", "seconds", type=click.FloatRange(min=0.0), help="Seconds at most.")
@click.option("--nodes", type=click.IntRange(min=1), help="Nodes at most.")
@click.option("--hash", "hash_mib", default=64, show_default=True, type=click.IntRange(min=1))
@click.option(
    "--tree",
    "shown",
    default=2,
    show_default=True,
    type=click.IntRange(0, 3),
    help="How many moves of the winner are shown with every answer.",
)
@click.option("--json", "as_json", is_flag=True, help="An object instead of the tree.")
@language_option
@click.pass_context
def command(
    context: click.Context,
    game: str,
    number: int,
    ply: int | None,
    within: int,
    seconds: float | None,
    nodes: int | None,
    hash_mib: int,
    shown: int,
    as_json: bool,
    words: Words,
) -> None:
    """Prove a forced win of the side to move, or that there is none.

    GAME is a set such as Base+MLP, a GameString, a set-up, a file of games, or - for the input.

    The exit code is 0 for a win, 1 when there is none within so many moves, 3 when a limit came
    first.
    """
    from skep.hive.engine import solve, win_tree

    position = position_from(game, number, ply)
    if (outcome := position.outcome()) is not None:
        over = N_("the game is over, there is nothing to search: {outcome}")
        raise Unanswerable(words.say(over, outcome=outcome.sentence(words)))
    found = solve(position, within=within, nodes=nodes, seconds=seconds, hash_mib=hash_mib)
    tree = None
    if found.wins_in is not None and shown:
        tree = win_tree(
            position,
            within=found.wins_in,
            shown=shown,
            nodes=None if nodes is None else nodes - found.nodes,
            seconds=None if seconds is None else seconds - found.seconds,
            hash_mib=hash_mib,
            found=found,
        )
    if as_json:
        echo_json(_as_json(position, found, tree))
    else:
        click.echo(_verdict(position, found, words))
        if tree is not None:
            _print_tree(position, tree, words)
    if found.wins_in is None:
        context.exit(1 if found.is_decided else STOPPED_AT_LIMIT)


def _verdict(position: Position, found: Solution, words: Words) -> str:
    from skep.hive.pieces import Color

    if found.wins_in is None and found.none_within == 0:
        return words.gettext("Not decided: give it more time or nodes.")
    if found.wins_in is None:
        told = (
            words.gettext("No forced win within {n}.")
            if found.is_decided
            else words.gettext(
                "No forced win within {n}. More is not decided: give it more time or nodes."
            )
        )
        return told.format(n=found.none_within)
    wins = (
        words.gettext("White wins in {n}")
        if position.turn is Color.WHITE
        else words.gettext("Black wins in {n}")
    )
    return wins.format(n=found.wins_in)


def _print_tree(position: Position, tree: WinTree, words: Words) -> None:
    from rich.tree import Tree

    from skep.cli.terminal import terminal

    position = position.copy()
    drawn = Tree(position.format_move(tree.move))
    _grow(drawn, position, tree, words)
    terminal().print(drawn)


def _grow(drawn: Tree, position: Position, tree: WinTree, words: Words) -> None:
    """What follows a move, below it."""
    position.play(tree.move)
    for same in tree.answers:
        told = _answers(position, same)
        position.play(same.moves[0])
        told += f" → {position.format_move(same.then.move)}"
        if same.then.wins_in > 1 and not same.then.answers:
            told += f" ({words.gettext('wins in {n}').format(n=same.then.wins_in)})"
        _grow(drawn.add(told), position, same.then, words)
        position.undo()
    position.undo()


def _answers(position: Position, same: Answers) -> str:
    texts = [position.format_move(move) for move in same.moves[:_ANSWERS_SHOWN]]
    more = len(same.moves) - len(texts)
    return ", ".join(texts) + (f" … (+{more})" if more else "")


def _as_json(position: Position, found: Solution, tree: WinTree | None) -> dict[str, Any]:
    here = position.copy()
    line = []
    for move in found.line:
        line.append(here.format_move(move))
        here.play(move)
    return {
        "turn": position.turn.name.lower(),
        "within": found.within,
        "wins_in": found.wins_in,
        "none_within": found.none_within,
        "line": line,
        "tree": None if tree is None else _tree_json(position.copy(), tree),
        "nodes": found.nodes,
        "seconds": found.seconds,
    }


def _tree_json(position: Position, tree: WinTree) -> dict[str, Any]:
    told: dict[str, Any] = {"move": position.format_move(tree.move), "wins_in": tree.wins_in}
    position.play(tree.move)
    told["answers"] = []
    for same in tree.answers:
        moves = [position.format_move(move) for move in same.moves]
        position.play(same.moves[0])
        told["answers"].append({"moves": moves, "then": _tree_json(position, same.then)})
        position.undo()
    position.undo()
    return told
