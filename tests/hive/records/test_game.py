"""The tree of a game: walking, playing on, promoting, deleting, merging, and results."""

from __future__ import annotations

import pytest

from skep.errors import IllegalMoveError, InvalidOptionsError
from skep.geometry import Cell
from skep.hive import PASS, HiveOptions, Move, Piece
from skep.hive.notation import GameState
from skep.hive.records import Ending, Game, Mark, Node, Result, parse_record

OPENING = ("wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-")
WON = r"Base+MLP;InProgress;White[1];wM;bM wM\;wA1 -wM;bS1 /bM;wP /wA1;bA1 bM-;wQ -wA1;bQ /bS1"
WON += r";wQ wA1\;bQ wP\ "
SHUFFLE = (r"wQ \wS1", "bQ bS1/", "wQ -wS1", "bQ bS1-")


def played(*texts: str, options: HiveOptions | str = "Base") -> Game:
    game = Game(options)
    for text in texts:
        game.play(text)
    return game


def names(nodes: list[Node]) -> list[str]:
    return [str(node.move.piece) for node in nodes if node.move is not None]


def test_moves_are_played_on_at_the_end_of_the_main_line() -> None:
    game = played(*OPENING)
    assert names(list(game.main_line())) == ["wS1", "bS1", "wQ", "bQ"]
    assert game.end.ply == 4
    assert game.position_at().ply == 4


def test_an_illegal_move_is_refused_and_changes_nothing() -> None:
    game = played("wS1")
    with pytest.raises(IllegalMoveError):
        game.play("wS1 -wS1")
    with pytest.raises(IllegalMoveError):
        game.play(Move(Piece.parse("bS1"), None, Cell(5, 5)))
    with pytest.raises(IllegalMoveError):
        game.play(PASS)
    assert game.end.ply == 1
    assert game.end.children == []


def test_another_move_becomes_a_variation_and_the_same_one_does_not() -> None:
    game = played(*OPENING)
    first = next(game.main_line())
    aside = game.play("bG1 wS1/", after=first)
    assert game.play("bG1 wS1/", after=first) is aside
    assert game.play("bS1 wS1-", after=first) is first.next
    assert names(first.children) == ["bS1", "bG1"]
    assert aside.siblings == [first.children[0]]
    assert not aside.is_main_line
    assert first.is_main_line


def test_walk_visits_every_node_once() -> None:
    game = played(*OPENING)
    first = next(game.main_line())
    aside = game.play("bG1 wS1/", after=first)
    game.play(r"wQ -wS1", after=aside)
    assert names(list(game.walk())) == ["wS1", "bS1", "wQ", "bQ", "bG1", "wQ"]


def test_promote_and_make_main_line() -> None:
    game = Game()
    nodes = [game.play(text, after=game.root) for text in ("wS1", "wG1", "wA1")]
    nodes[2].promote()
    assert names(game.root.children) == ["wS1", "wA1", "wG1"]
    nodes[2].promote()
    nodes[2].promote()
    assert names(game.root.children) == ["wA1", "wS1", "wG1"]
    deep = game.play("bS1 wG1-", after=nodes[1])
    deep.make_main_line()
    assert names(list(game.main_line())) == ["wG1", "bS1"]
    game.root.promote()
    assert game.root.parent is None


def test_delete_takes_everything_below_along() -> None:
    game = played(*OPENING)
    second = list(game.main_line())[1]
    second.delete()
    assert names(list(game.main_line())) == ["wS1"]
    with pytest.raises(ValueError, match="root"):
        game.root.delete()


def test_merge_joins_lines_and_words() -> None:
    mine, theirs = played(*OPENING), played(*OPENING[:2])
    mine.headers["White"] = "Anna"
    theirs.headers.update(White="A.", Event="club")
    mine.end.comment = "mine"
    theirs_end = theirs.end
    theirs.play(r"wQ \wS1")
    theirs.root.comment = "before"
    theirs_end.comment = "theirs"
    theirs_end.glyph = "!?"
    theirs_end.marks = (Mark(Cell(0, 0)),)
    theirs_end.clock_ms = 5
    theirs.stated = Result(GameState.DRAW, Ending.AGREEMENT)
    mine.merge(theirs)
    second = list(mine.main_line())[1]
    assert names(second.children) == ["wQ", "wQ"]
    assert (second.comment, second.glyph, second.clock_ms) == ("theirs", "!?", 5)
    assert mine.end.comment == "mine"
    assert mine.root.comment == "before"
    assert mine.headers == {"White": "Anna", "Event": "club"}
    assert mine.stated == theirs.stated
    before = len(list(mine.walk()))
    mine.merge(theirs)
    assert len(list(mine.walk())) == before
    assert second.comment == "theirs"
    with pytest.raises(InvalidOptionsError):
        mine.merge(Game("Base+M"))


def test_a_stated_result_goes_before_the_board() -> None:
    game = played(*OPENING)
    assert game.state is GameState.IN_PROGRESS
    game.stated = Result(GameState.BLACK_WINS, Ending.TIME)
    assert (game.state, game.state_at()) == (GameState.BLACK_WINS, GameState.IN_PROGRESS)
    assert Game().state is GameState.NOT_STARTED
    with pytest.raises(ValueError, match="InProgress"):
        Result(GameState.IN_PROGRESS)


def test_the_board_decides_what_is_not_stated() -> None:
    game = parse_record(WON)
    assert game.stated is None
    assert game.state is GameState.BLACK_WINS


@pytest.mark.parametrize(
    ("repetition", "state"), [("draw", GameState.DRAW), ("offer", GameState.IN_PROGRESS)]
)
def test_repetition_is_applied_by_option(repetition: str, state: GameState) -> None:
    options = HiveOptions.parse("Base", repetition="draw" if repetition == "draw" else "offer")
    game = played(*OPENING, *SHUFFLE * 2, options=options)
    assert game.state is state
    earlier = list(game.main_line())[-5]
    assert game.state_at(earlier) is GameState.IN_PROGRESS


def test_a_queen_that_opens_sets_the_option() -> None:
    game = parse_record("Base;InProgress;White[2];wS1;bQ wS1-")
    assert game.options.opening_queen == "allowed"
    assert parse_record("Base;NotStarted;White[1];wS1").options.opening_queen == "forbidden"


def test_games_are_compared_by_what_they_hold() -> None:
    one, other = played(*OPENING), played(*OPENING)
    assert one == other
    other.end.comment = "x"
    assert one != other
    other = played(*OPENING)
    other.play(r"wQ \wS1", after=list(other.main_line())[1])
    assert one != other
    assert one != "Base"
