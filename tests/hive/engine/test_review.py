"""Reviews: blunders are found, better lines are given, the game can be written and drawn."""

from __future__ import annotations

from xml.etree import ElementTree

from skep.hive import Color, Position
from skep.hive.engine import Judgement, Limit, Score
from skep.hive.engine.chances import accuracy, judge, winning_chance
from skep.hive.engine.engine import Engine
from skep.hive.engine.graph import draw_graph
from skep.hive.engine.review import Review, annotate, review, review_moves
from skep.hive.records import Format, Game, format_record, parse_record

# Black closes in its own queen at the end.
SUICIDE = (
    r"Base;InProgress;White[6];wS1;bA1 -wS1;wQ wS1\;bQ /bA1;wQ bA1\;bG1 -bQ;wB1 wQ\;bA2 bG1\;"
    r"wB1 bQ\;bA3 -bA1"
)
# Black can only pass, and then White surrounds its queen.
SINGLE_REPLY = (
    r"Base;InProgress;Black[15];wG1;bA1 wG1\;wB1 wG1/;bQ bA1\;wA1 wB1/;bQ bA1-;wQ -wG1;bQ wB1\;"
    r"wA1 /wQ;bA1 -wA1;wB1 bQ/;bG1 -bA1;wS1 wB1-;bG1 wQ\;wS1 wG1\;bA1 wB1-;wA1 wS1\;bA1 \wQ;"
    r"wG1 wB1\;bA1 -bQ;wA1 wG1\;bG1 -wB1;wA1 wS1\;bG1 wG1/;wA2 wA1\;bG1 -wB1;wA2 \wQ;"
    r"bS1 \bG1;wA1 bS1/"
)
LIMIT = Limit(nodes=3_000)


def reviewed() -> tuple[Game, Review]:
    game = parse_record(SUICIDE)
    return game, review(game, LIMIT, engine=Engine(hash_mib=4))


def test_the_losing_move_is_a_blunder() -> None:
    game, found = reviewed()
    assert len(found.moves) == game.end.ply == 10
    last = found.moves[-1]
    assert last.color is Color.BLACK
    assert last.score.is_loss
    assert last.judgement is Judgement.BLUNDER
    position = game.position_at(game.end.parent)
    assert position.parse_move(last.better[0]) != game.end.move
    black, white = found.accuracy(Color.BLACK), found.accuracy(Color.WHITE)
    assert black is not None
    assert white is not None
    assert 0 <= black < white <= 100
    assert found.count(Color.BLACK, Judgement.BLUNDER) >= 1


def test_the_best_move_is_never_a_mistake() -> None:
    position = Position("Base")
    engine = Engine(hash_mib=4)
    game = Game("Base")
    for _ in range(8):
        move = engine.choose(position, LIMIT).move
        position.play(move)
        game.play(move)
    best = [
        move for move in review(game, LIMIT, engine=Engine(hash_mib=4)).moves if not move.better
    ]
    assert len(best) >= 4  # the search repeats most of its choices
    assert all(move.judgement is Judgement.GOOD and move.lost_chance == 0.0 for move in best)


def test_a_side_with_a_single_reply_is_searched() -> None:
    game = parse_record(SINGLE_REPLY)
    assert [move.piece for move in game.position_at().legal_moves] == [None]
    last = review(game, Limit(nodes=300), engine=Engine(hash_mib=4)).moves[-1]
    assert last.score.plies_to_end == 2  # the pass, and the move that wins
    assert last.score.is_win
    assert last.judgement is Judgement.GOOD


def test_a_game_that_went_on_after_a_third_occurrence_is_reviewed_to_its_end() -> None:
    shuffle = (r"wQ \wS1", "bQ bS1/", "wQ -wS1", "bQ bS1-")
    moves = ("wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-", *shuffle, *shuffle, "wA1 -wQ")
    game = parse_record(";".join(("Base;InProgress;Black[7]", *moves)))
    found = review(game, Limit(nodes=100), engine=Engine(hash_mib=1))
    assert len(found.moves) == game.end.ply == 13
    game.end.delete()
    last = review(game, Limit(nodes=100), engine=Engine(hash_mib=1)).moves[-1]
    assert last.score == Score(0)  # here it ends, as a draw


def test_a_review_may_be_looked_at_as_it_grows() -> None:
    game = parse_record(SUICIDE)
    growing = review_moves(game, LIMIT, engine=Engine(hash_mib=4))
    assert [next(growing).ply for _ in range(3)] == [1, 2, 3]
    partial = Review(tuple(review_moves(game, LIMIT, engine=Engine(hash_mib=4)))[:3])
    annotate(game, partial)
    assert [node.evaluation is not None for node in game.main_line()] == [True] * 3 + [False] * 7


def test_an_annotated_game_is_written_and_read_back() -> None:
    game, found = reviewed()
    annotate(game, found)
    assert game.end.glyph == "??"
    assert "blunder" in game.end.comment
    assert game.end.siblings  # the better line
    text = format_record(game, Format.PGN)
    again = parse_record(text)
    assert [node.glyph for node in again.main_line()] == [node.glyph for node in game.main_line()]
    assert again.end.siblings[0].move == game.end.siblings[0].move


def test_an_annotated_pgn_has_the_scores_as_other_programs_write_them() -> None:
    game, found = reviewed()
    annotate(game, found)
    text = format_record(game, Format.PGN)
    for node, move in zip(game.main_line(), found.moves, strict=True):
        if node is game.end:
            assert node.evaluation is None  # it is over: there is nothing to expect
        else:
            assert str(node.evaluation) == f"{move.white_score.value / 100:.2f}"
            assert f"[%eval {node.evaluation}]" in text
    assert [node.evaluation for node in parse_record(text).main_line()] == [
        node.evaluation for node in game.main_line()
    ]


def test_a_forced_end_is_annotated_in_plies() -> None:
    game = parse_record(SINGLE_REPLY)
    annotate(game, review(game, Limit(nodes=300), engine=Engine(hash_mib=4)))
    assert "[%eval #2]" in format_record(game, Format.PGN)


def test_the_graph_is_well_formed_and_marks_the_blunder() -> None:
    _, found = reviewed()
    svg = draw_graph(found)
    assert svg == draw_graph(found)
    root = ElementTree.fromstring(svg)
    titles = [each.text or "" for each in root.iter("{http://www.w3.org/2000/svg}title")]
    assert any("blunder" in title for title in titles)
    assert "blunder" not in draw_graph(Review(()))


def test_a_game_without_moves() -> None:
    found = review(Game("Base"), LIMIT)
    assert found.moves == ()
    assert found.accuracy(Color.WHITE) is None


def test_chances() -> None:
    assert winning_chance(0) == 0.5
    assert 0.5 < winning_chance(100) < winning_chance(300) < 1.0
    assert winning_chance(10**6) <= 1.0
    words = [judge(lost) for lost in (0.0, 0.06, 0.15, 0.5)]
    assert words == [
        Judgement.GOOD,
        Judgement.INACCURACY,
        Judgement.MISTAKE,
        Judgement.BLUNDER,
    ]
    assert accuracy(0.0) == 100.0 > accuracy(0.1) > accuracy(1.0) > 0.0
