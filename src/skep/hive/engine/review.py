"""Look a whole game over: which moves gave chances away, and what was better."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from skep.hive.engine.analysis import Line, Score
from skep.hive.engine.chances import Judgement, accuracy, judge
from skep.hive.engine.engine import Engine
from skep.hive.engine.limits import Limit
from skep.hive.outcome import Cause
from skep.hive.pieces import Color
from skep.hive.position import Position
from skep.hive.records import Evaluation, Game, Node

__all__ = [
    "Review",
    "ReviewedMove",
    "annotate",
    "judge_moves",
    "look",
    "review",
    "review_moves",
]

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
        """Good, or how bad it was."""
        return judge(self.lost_chance) if self.better else Judgement.GOOD

    @property
    def white_score(self) -> Score:
        """The score after the move, from White's view."""
        return self.score if self.color is Color.WHITE else -self.score


@dataclass(frozen=True, slots=True)
class Review:
    """What a review found: every move of a game with its scores."""

    moves: tuple[ReviewedMove, ...]

    def of(self, color: Color) -> list[ReviewedMove]:
        """The moves of one side."""
        return [move for move in self.moves if move.color is color]

    def accuracy(self, color: Color) -> float | None:
        """The mean accuracy of a side's moves, 0 to 100; None if it made none."""
        mine = self.of(color)
        return sum(accuracy(move.lost_chance) for move in mine) / len(mine) if mine else None

    def count(self, color: Color, judgement: Judgement) -> int:
        """How many moves of a side were judged so."""
        return sum(move.judgement is judgement for move in self.of(color))

    def _repr_svg_(self) -> str:
        """The picture that notebooks show: White's chance to win after every ply."""
        from skep.hive.engine.graph import draw_graph  # which draws reviews, so it knows them

        return draw_graph(self)


def review(game: Game, limit: Limit, *, engine: Engine | None = None) -> Review:
    """Search every position of the main line."""
    return Review(tuple(review_moves(game, limit, engine=engine)))


def review_moves(
    game: Game, limit: Limit, *, engine: Engine | None = None
) -> Iterator[ReviewedMove]:
    """The moves of the main line one by one, each when the position after it has been searched."""
    engine = engine or Engine()
    moves = len(list(game.main_line()))
    return judge_moves(game, (look(game, number, limit, engine) for number in range(moves + 1)))


def judge_moves(game: Game, looks: Iterable[Line | None]) -> Iterator[ReviewedMove]:
    """The moves of the main line, given what `look` says of each position, from the first on.

    What a move was worth is what the search says of the position after it; where that is not
    known yet, the review ends.
    """
    position = game.start_position()
    ahead = iter(looks)
    found = next(ahead, None)
    for ply, (node, after) in enumerate(zip(game.main_line(), ahead, strict=False), start=1):
        assert node.move is not None
        if found is None:
            return  # a damaged record goes on after a queen was surrounded
        color, text = position.turn, position.format_move(node.move)
        is_best = node.move == found.move
        better = () if is_best else tuple(found.texts(position)[:_SHOWN_PLIES])
        position.play_unchecked(node.move)
        score = _final(position, color) if after is None else -after.score
        # The same move may look a little better or worse one ply later: that is no mistake.
        best_score = score if is_best else max(found.score, score)
        yield ReviewedMove(ply, color, text, best_score, score, found, better)
        found = after


def look(game: Game, number: int, limit: Limit, engine: Engine) -> Line | None:
    """The best line after so many moves of the main line; None when the game is over there."""
    node = [game.root, *game.main_line()][number]
    return _look(engine, game.position_at(node), limit, is_last=node is game.end)


def _look(engine: Engine, position: Position, limit: Limit, *, is_last: bool) -> Line | None:
    """The best line; None when the game is over.

    A single reply is searched like any other: what it leads to is what the move before was worth.
    """
    outcome = position.outcome()
    if outcome is not None:
        if outcome.cause is not Cause.REPETITION or is_last:
            return None
        position = position.copy(repetition="offer")  # they played on
    return engine.analyse(position, limit, lines=1).best


def _final(position: Position, color: Color) -> Score:
    outcome = position.outcome()
    if outcome is None or outcome.winner is None:
        return Score(0)
    return Score.win_in(0) if outcome.winner is color else Score.loss_in(0)


def annotate(game: Game, reviewed: Review) -> None:
    """Write a review into a game: scores for White, marks with a word, better lines beside."""
    for node, move in zip(game.main_line(), reviewed.moves, strict=False):
        node.evaluation = _evaluation(move.white_score)
        if move.judgement is not Judgement.GOOD:
            node.comment = f"{node.comment} {move.judgement.word}".strip()
            node.glyph = move.judgement.value
            _add_line(node, move)


def _evaluation(score: Score) -> Evaluation | None:
    """A score for White as a record holds it; nothing where the game is over."""
    plies = score.plies_to_end
    if plies is None:
        return Evaluation(score.value)
    return Evaluation(win_in=plies if score.is_win else -plies) if plies else None


def _add_line(node: Node, move: ReviewedMove) -> None:
    """The better line as a variation beside the move that was played."""
    assert node.parent is not None
    branch = node.parent
    for better in move.best.moves[:_SHOWN_PLIES]:
        branch = branch.add(better)
