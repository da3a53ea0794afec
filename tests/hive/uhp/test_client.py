"""The two clients against `skep uhp`, and against engines that misbehave."""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Callable

import pytest

from skep.errors import (
    EngineCrashError,
    EngineError,
    EngineGarbageError,
    EngineRefusalError,
    EngineStartError,
    EngineTimeoutError,
)
from skep.hive import Position
from skep.hive.engine import Limit, Score
from skep.hive.uhp_client import AsyncUhpClient, UhpClient, requests

SKEP = [sys.executable, "-m", "skep", "uhp"]
GREETING = "print('id liar 1.0'); print('ok', flush=True)"
GAME = r"Base+MLP;InProgress;White[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-"


def script(body: str) -> list[str]:
    """An engine that greets, reads one line and then does as told."""
    return [sys.executable, "-c", f"import time\n{GREETING}\ninput()\n{body}"]


def test_a_game_with_ourselves() -> None:
    with UhpClient(SKEP) as client:
        assert client.id.name.startswith("skep")
        assert client.id.expansions == {"mosquito", "ladybug", "pillbug"}
        position = Position("Base+MLP")
        assert client.new_game("Base+MLP") == position.game_string
        for _ in range(6):
            assert set(client.valid_moves(position)) == set(position.legal_moves)
            answer = client.best_move(position, Limit(depth=1))
            position.play(answer.move)
            assert client.play(answer.text) == position.game_string
        position.undo()
        assert client.undo() == position.game_string
        assert client.perft(2) == position.perft(2)


def test_scores_and_lines_are_read() -> None:
    with UhpClient(SKEP) as client:
        client.set_option("Verbose", "True")
        position = Position.from_game_string(GAME)
        client.new_game(GAME)
        answer = client.best_move(position, Limit(depth=1))
        assert answer.score is not None
        assert answer.depth == 1
        assert position.parse_move(answer.pv[0]) == answer.move


def test_a_refusal_leaves_the_engine_alive() -> None:
    with UhpClient(SKEP) as client:
        with pytest.raises(EngineRefusalError, match="Base\\+X"):
            client.new_game("Base+X")
        assert client.is_alive
        assert client.new_game("Base").startswith("Base;NotStarted")


def test_an_interruption_brings_the_answer() -> None:
    with UhpClient(SKEP) as client:
        position = Position.from_game_string(GAME)
        client.new_game(GAME)
        timer = threading.Timer(0.5, client.interrupt)
        timer.start()
        assert client.best_move(position, Limit(seconds=1000)).move in position.legal_moves
        timer.join()


FAILURES = [
    pytest.param("pass", EngineCrashError, id="ends"),
    pytest.param("import os; os.abort()", EngineCrashError, id="crashes"),
    pytest.param("print('wX7'); print('ok')", EngineGarbageError, id="no move"),
    pytest.param("print('wQ'); print('ok')", EngineGarbageError, id="illegal move"),
    pytest.param("print('ok')", EngineGarbageError, id="no answer"),
    pytest.param("print('err no'); print('ok')", EngineRefusalError, id="refuses"),
    pytest.param("print('x' * 2_000_000)", EngineGarbageError, id="endless line"),
    pytest.param("while True: print('x' * 1000)", EngineGarbageError, id="endless lines"),
    pytest.param("time.sleep(1000)", EngineTimeoutError, id="hangs"),
    pytest.param("import sys; sys.stdout.buffer.write(bytes(range(256)))", EngineCrashError,
                 id="binary"),
]  # fmt: skip


def request(error: type[EngineError]) -> requests.Request[requests.Answer]:
    """A short wait only where the wait is what is tested: the machine may be busy."""
    grace = 1.0 if error is EngineTimeoutError else 60.0
    return requests.best_move(Position("Base"), Limit(seconds=0.1), grace=grace)


@pytest.mark.parametrize(("body", "error"), FAILURES)
@pytest.mark.medium
def test_failures(body: str, error: type[EngineError]) -> None:
    client = UhpClient(script(body))
    with pytest.raises(error):
        client.ask(request(error))
    client.close()
    assert not client.is_alive


@pytest.mark.parametrize(("body", "error"), FAILURES)
@pytest.mark.medium
def test_failures_async(body: str, error: type[EngineError]) -> None:
    async def talk() -> None:
        client = await AsyncUhpClient.start(script(body))
        with pytest.raises(error):
            await client.ask(request(error))
        await client.close()
        assert not client.is_alive

    asyncio.run(talk())


STARTS = [
    ["/no/such/engine"],
    [sys.executable, "-c", "pass"],
    [sys.executable, "-c", "print('hello'); print('ok')"],
]


@pytest.mark.parametrize("command", STARTS)
def test_failing_starts(command: list[str]) -> None:
    with pytest.raises(EngineStartError):
        UhpClient(command)
    with pytest.raises(EngineStartError):
        asyncio.run(AsyncUhpClient.start(command))


def test_the_last_words_of_an_engine_are_told() -> None:
    complain = "import sys; print('Traceback', file=sys.stderr); print('no book', file=sys.stderr)"
    dying = [sys.executable, "-c", f"{complain}; sys.exit(3)"]
    told = r"ended at being started with exit status 3: no book$"
    with pytest.raises(EngineStartError, match=told):
        UhpClient(dying)
    with pytest.raises(EngineStartError, match=told):
        asyncio.run(AsyncUhpClient.start(dying))


def test_an_engine_that_complains_without_end_still_plays() -> None:
    loud = script("import sys; sys.stderr.write('x' * 3_000_000); print('wS1'); print('ok')")
    with UhpClient(loud) as client:
        assert client.ask(request(EngineCrashError)).text == "wS1"

    async def talk() -> None:
        async with await AsyncUhpClient.start(loud) as client:
            assert (await client.ask(request(EngineCrashError))).text == "wS1"

    asyncio.run(talk())


def test_a_silent_program_is_given_up() -> None:
    command = [sys.executable, "-c", "import time; time.sleep(1000)"]
    with pytest.raises(EngineStartError, match="within"):
        UhpClient(command, start_seconds=0.3)


@pytest.mark.parametrize("command", ["", "'open quote"])
def test_no_command_line(command: str) -> None:
    with pytest.raises(EngineStartError):
        UhpClient(command)


def test_a_game_async() -> None:
    async def talk() -> None:
        async with await AsyncUhpClient.start(SKEP) as client:
            position = Position("Base")
            await client.new_game("Base")
            answer = await client.best_move(position, Limit(depth=1))
            position.play(answer.move)
            assert await client.play(answer.text) == position.game_string
            moves = await client.valid_moves(position)
            assert set(moves) == set(position.legal_moves)
            assert await client.undo() == Position("Base").game_string

    asyncio.run(talk())


def test_a_cancelled_call_ends_the_engine() -> None:
    async def talk() -> None:
        client = await AsyncUhpClient.start(SKEP)
        position = Position("Base")
        await client.new_game("Base")
        call = asyncio.create_task(client.best_move(position, Limit(seconds=1000)))
        await asyncio.sleep(0.2)
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
        assert not client.is_alive

    asyncio.run(talk())


SPOKEN: list[tuple[list[str], Score | None, int | None]] = [
    (["wS1"], None, None),
    (["wB1;1;0.5", "wS1;2;12.25"], Score(12), 2),
    (["wS1;2;nan-ish"], None, 2),
    (["info line 1 depth 7 score -135 nodes 1 seconds 0.1 moves wS1", "wS1"], Score(-135), 7),
    (["info line 1 depth 7 score win 3 nodes 1 seconds 0.1 moves wS1", "wS1"], Score.win_in(3), 7),
    (["info line 2 depth 7 score 5 nodes 1 seconds 0.1 moves wS1", "wS1"], None, None),
]


@pytest.mark.parametrize(("lines", "score", "depth"), SPOKEN)
def test_what_engines_say(lines: list[str], score: Score | None, depth: int | None) -> None:
    answer = requests.best_move(Position("Base"), Limit(depth=1)).read_reply(lines)
    assert (answer.text, answer.score, answer.depth) == ("wS1", score, depth)


def test_templates() -> None:
    position = Position("Base")
    make: Callable[..., requests.Request[requests.Answer]] = requests.best_move
    assert make(position, Limit(seconds=0.2)).command == "bestmove time 00:00:00.2"
    template = "bestmove seconds {seconds}"
    assert make(position, Limit(seconds=0.2), command=template).command == "bestmove seconds 0.2"
    assert make(position, Limit(depth=3)).command == "bestmove depth 3"


@pytest.mark.medium
def test_a_deaf_engine_is_closed() -> None:
    client = UhpClient(script("time.sleep(1000)"))
    client.close()
    assert not client.is_alive
