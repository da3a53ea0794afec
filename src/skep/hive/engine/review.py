"""Look a whole game over: which moves gave chances away, and what was better."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from skep.hive.engine.analysis import Line, Score
from skep.hive.engine.chances import Judgement, accuracy, judge
from skep.hive.engine.engine import Engine
from skep.hive.engine.limits import Limit
from skep.hive.pieces import Color
from skep.hive.position import Position
from skep.hive.records import Game, Node

__all__ = ["Review", "ReviewedMove", "annotate", "review"]

_SHOWN_PLIES = 6  # of a better line


@dataclass(frozen=True, slots=True)
class ReviewedMove:
    """A move as it was played. Scores are from the mover's view; `best` is what was better."""

    ply: int  # 1 for the first move
    color: Color
    text: str
    best_score: Score
    score: Score
    best: Line
    better: tuple[str, ...]  # the better line as text; nothing where the best move was played

    @property
    def lost_chance(self) -> float:
        """How much of the chance to win the move gave away."""
        return max(0.0, self.best_score.chance - self.score.chance)

    @property
    def judgement(self) -> Judgement:
        return judge(self.lost_chance) if self.better else Judgement.GOOD

    @property
    def white_score(self) -> Score:
        """The score after the move, from White's view."""
        return self.score if self.color is Color.WHITE else -self.score


@dataclass(frozen=True, slots=True)
class Review:
    moves: tuple[ReviewedMove, ...]

    def of(self, color: Color) -> list[ReviewedMove]:
        return [move for move in self.moves if move.color is color]

    def accuracy(self, color: Color) -> float | None:
        """The mean accuracy of a side's moves, 0 to 100; None if it made none."""
        mine = self.of(color)
        return sum(accuracy(move.lost_chance) for move in mine) / len(mine) if mine else None

    def count(self, color: Color, judgement: Judgement) -> int:
        return sum(move.judgement is judgement for move in self.of(color))


def review(
    game: Game,
    limit: Limit,
    *,
    engine: Engine | None = None,
    on_move: Callable[[int], None] = lambda ply: None,
) -> Review:
    """Search every position of the main line; `on_move` hears how many plies are done.

    What a move was worth is what the search says of the position after it.
    """
    engine = engine or Engine()
    position = Position(game.options)
    found = _look(engine, position, limit)
    reviewed = []
    for ply, node in enumerate(game.main_line(), start=1):
        assert node.move is not None
        if found is None:
            break  # the record goes on after the end
        color, text = position.turn, position.format_move(node.move)
        is_best = node.move == found.move
        better = () if is_best else tuple(found.texts(position)[:_SHOWN_PLIES])
        position.play_unchecked(node.move)
        after = _look(engine, position, limit)
        score = _final(position, color) if after is None else -after.score
        # The same move may look a little better or worse one ply later: that is no mistake.
        best_score = score if is_best else max(found.score, score)
        reviewed.append(ReviewedMove(ply, color, text, best_score, score, found, better))
        found = after
        on_move(ply)
    return Review(tuple(reviewed))


def _look(engine: Engine, position: Position, limit: Limit) -> Line | None:
    """The best line; None when the game is over."""
    if position.outcome() is not None:
        return None
    return engine.choose(position, limit)


def _final(position: Position, color: Color) -> Score:
    outcome = position.outcome()
    if outcome is None or outcome.winner is None:
        return Score(0)
    return Score.win_in(1) if outcome.winner is color else Score.loss_in(1)


def annotate(game: Game, reviewed: Review) -> None:
    """Write a review into a game: marks, scores for White, better lines as variations."""
    nodes = list(game.main_line())
    position = Position(game.options)
    for node, move in zip(nodes, reviewed.moves, strict=False):
        assert node.move is not None
        if move.judgement is not Judgement.GOOD:
            words = f"{move.white_score}, {move.judgement.word}"
            node.glyph = move.judgement.value
            _add_line(node, move)
        else:
            words = str(move.white_score)
        node.comment = f"{node.comment} {words}".strip()
        position.play_unchecked(node.move)


def _add_line(node: Node, move: ReviewedMove) -> None:
    """The better line as a variation beside the move that was played."""
    assert node.parent is not None
    branch = node.parent
    for better in move.best.moves[:_SHOWN_PLIES]:
        branch = branch.add(better)
