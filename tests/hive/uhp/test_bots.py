"""A bot in the place of the engine."""

from __future__ import annotations

from skep.hive import Move, Position
from skep.hive.engine import Limit
from skep.hive.uhp import UhpServer


def first(position: Position, limit: Limit) -> Move:
    move = position.legal_moves[0]
    position.play(move)  # its own copy
    return move


def test_it_plays_by_its_own_name() -> None:
    server = UhpServer(first, "firstly\n1.0")
    name, _, _ = server.handle("info")
    assert name == "id firstly 1.0"
    list(server.handle("newgame Base+MLP;InProgress;White[2];wS1;bS1 wS1-"))
    text, ok = server.handle("bestmove depth 3")
    assert ok == "ok"
    valid, _ = server.handle("validmoves")
    assert text == valid.split(";")[0]
    assert server.game_string == "Base+MLP;InProgress;White[2];wS1;bS1 wS1-"
    played, _ = server.handle(f"play {text}")
    assert played.endswith(text)


def test_it_is_told_how_long_it_may_think() -> None:
    asked: list[Limit] = []

    def note(position: Position, limit: Limit) -> Move:
        asked.append(limit)
        return position.legal_moves[0]

    server = UhpServer(note, "notes")
    list(server.handle("newgame"))
    list(server.handle("bestmove time 00:00:02.5"))
    list(server.handle("bestmove depth 4"))
    assert asked == [Limit(seconds=2.5), Limit(depth=4)]


def test_what_is_not_legal_is_no_answer() -> None:
    stale = Position("Base").legal_moves[0]
    server = UhpServer(lambda position, limit: stale, "stale")
    list(server.handle("newgame Base;InProgress;White[2];wS1;bS1 wS1-"))
    said, ok = server.handle("bestmove depth 1")
    assert said.startswith("err ")
    assert ok == "ok"


def test_it_has_only_the_options_of_the_game() -> None:
    server = UhpServer(first, "firstly")
    lines = list(server.handle("options"))
    assert [line.split(";")[0] for line in lines] == ["Repetition", "OpeningQueen", "ok"]
    list(server.handle("options set OpeningQueen Allowed"))
    list(server.handle("newgame Base"))
    valid, _ = server.handle("validmoves")
    assert "wQ" in valid.split(";")
