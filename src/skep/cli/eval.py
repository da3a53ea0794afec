"""`skep eval`: what the evaluation says of a position, term by term."""

from __future__ import annotations

import click

from skep.cli.game_files import game_argument, position_from
from skep.cli.language import said, words_now
from skep.cli.output import echo_json
from skep.words import N_

__all__ = ["TERMS", "command"]

_TO_MOVE = {True: N_("White to move: {score}"), False: N_("Black to move: {score}")}
_SHARES = N_(
    "A piece's share is what taking it away would change; the shares do not add up to the"
    " correction."
)
# As the core names them, whole: what agrees with what differs from language to language.
TERMS = (
    N_("queen with 0 neighbours"),
    N_("queen with 1 neighbour"),
    N_("queen with 2 neighbours"),
    N_("queen with 3 neighbours"),
    N_("queen with 4 neighbours"),
    N_("queen with 5 neighbours"),
    N_("enemies at the queen"),
    N_("helpers at the queen that can leave"),
    N_("queen cannot move"),
    N_("enemy on the queen"),
    N_("own piece on the queen"),
    N_("open cells at the queen"),
    N_("enemy can place at the queen"),
    N_("free ants, enemy queen has 0 neighbours"),
    N_("free ants, enemy queen has 1 neighbour"),
    N_("free ants, enemy queen has 2 neighbours"),
    N_("free ants, enemy queen has 3 neighbours"),
    N_("free ants, enemy queen has 4 neighbours"),
    N_("free ants, enemy queen has 5 neighbours"),
    N_("climbers 1 from the enemy queen"),
    N_("climbers 2 from the enemy queen"),
    N_("climbers 3 from the enemy queen"),
    N_("pillbug guards the queen"),
    N_("mosquito guards the queen"),
    N_("side to move"),
    N_("free queen"),
    N_("free spiders"),
    N_("free beetles"),
    N_("free grasshoppers"),
    N_("free ants"),
    N_("free mosquito"),
    N_("free ladybug"),
    N_("free pillbug"),
    N_("stuck queen"),
    N_("stuck spiders"),
    N_("stuck beetles"),
    N_("stuck grasshoppers"),
    N_("stuck ants"),
    N_("stuck mosquito"),
    N_("stuck ladybug"),
    N_("stuck pillbug"),
    N_("covered queen"),
    N_("covered spiders"),
    N_("covered beetles"),
    N_("covered grasshoppers"),
    N_("covered ants"),
    N_("covered mosquito"),
    N_("covered ladybug"),
    N_("covered pillbug"),
    N_("queen in hand"),
    N_("spiders in hand"),
    N_("beetles in hand"),
    N_("grasshoppers in hand"),
    N_("ants in hand"),
    N_("mosquito in hand"),
    N_("ladybug in hand"),
    N_("pillbug in hand"),
)


@click.command("eval")
@game_argument()
@click.option("--json", "as_json", is_flag=True, help="An object instead of the table.")
def command(game: str, number: int, ply: int | None, as_json: bool) -> None:
    """Print the terms of the evaluation after a game, and what the network adds, without a search.

    GAME is a set such as Base+MLP, a GameString, a set-up, a file of games, or - for the input. 100
    is a clear advantage. A game that is over is refused; --ply asks about a moment before.
    """
    from rich.table import Table

    from skep._core import evaluate, evaluation_terms, weigh_pieces
    from skep.cli.terminal import terminal
    from skep.errors import GameOverError, Told
    from skep.hive.engine import Score
    from skep.hive.engine.network import shipped_network
    from skep.hive.pieces import ALL_PIECES, Bug, Color

    position = position_from(game, number, ply)
    outcome = position.outcome()
    if outcome is not None:
        over = Told("the game is over, there is nothing to evaluate: {outcome}", outcome=outcome)
        raise GameOverError(over)
    terms = [term for term in evaluation_terms(position) if term[1] or term[2]]
    score = Score(evaluate(position))
    is_white = position.turn is Color.WHITE
    for_white = score if is_white else -score
    network = shipped_network()
    learned = Score(evaluate(position, network))
    pieces: dict[str, int] = {}  # for White
    if network is not None and sum(piece.bug is Bug.QUEEN for piece in position.pieces) == 2:
        shares = zip(ALL_PIECES, weigh_pieces(position, network), strict=True)
        pieces = {piece.name: share if is_white else -share for piece, share in shares if share}
    if as_json:
        echo_json(
            {
                "turn": position.turn.name.lower(),
                "score": score.value,
                "white_score": for_white.value,
                "network": None
                if network is None
                else {
                    "score": learned.value,
                    "white_score": (learned if is_white else -learned).value,
                    "pieces": pieces,
                },
                "terms": [
                    {"name": name, "white": white, "black": black} for name, white, black in terms
                ],
            }
        )
        return
    words = words_now()
    table = Table()
    # NOTE: head of a table: what the evaluation looks at
    table.add_column(said(N_("term")))
    for head in (N_("White"), N_("Black"), N_("difference")):
        table.add_column(said(head), justify="right")
    for name, white, black in terms:
        table.add_row(said(name), str(white), str(black), f"{white - black:+}")
    console = terminal()
    console.print(table)
    # NOTE: {score} is such as +0.30: what the position is worth for a side
    console.print(said(N_("for White: {score}"), score=for_white.sentence(words)))
    console.print(said(_TO_MOVE[is_white], score=score.sentence(words)))
    if pieces:
        table = Table()
        # NOTE: head of a table: the names of pieces such as wA1
        table.add_column(said(N_("piece")))
        # NOTE: head of a table: what a piece is worth for White in the eyes of the network
        table.add_column(said(N_("network, for White")), justify="right")
        for name, share in sorted(pieces.items(), key=lambda each: -each[1]):
            table.add_row(name, f"{share:+}")
        console.print(table)
        console.print(said(_SHARES))
    if network is None:
        return  # said already, by the log
    learned_for_white = learned if is_white else -learned
    correction = Score(learned_for_white.value - for_white.value)
    # NOTE: {score} is such as +0.30: by how much the network finds White better than the terms do
    told = N_("the network's correction, for White: {score}")
    console.print(said(told, score=correction.sentence(words)))
    # NOTE: {score} is such as +0.30; the network is the learned part of the evaluation
    told = N_("with the network, for White: {score}")
    console.print(said(told, score=learned_for_white.sentence(words)))
    console.print(said(_TO_MOVE[is_white], score=learned.sentence(words)))
