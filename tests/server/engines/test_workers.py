"""Workers of other processes think for the tables; one that dies in a search loses no job."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from skep import protocol
from skep.client import Session
from skep.hive import Position
from skep.hive.engine import Engine, Limit, Line
from skep.hive.engine.review import judge_moves, review_moves
from skep.hive.records import Format, Game, format_record, parse_record
from skep.school.hive_wins import winning_move
from skep.school.mining import mine
from skep.server.engines.errands import looks_by, mine_all, workers_at
from skep.server.engines.jobs import Answer, Queues, encode_answer
from skep.server.engines.pool import EnginePool
from skep.server.engines.queued import QueuedThinking
from skep.server.games.hive import messages as hive_messages
from skep.server.metrics import exposition
from tests.server.live import LiveServer, events_of, serve
from tests.server.redis_process import PASSWORD, RedisProcess
from tests.server.tables.test_bus import heard, until
from tests.server.tables.test_commands import skep

pytestmark = [pytest.mark.anyio, pytest.mark.medium]

WINS = Path(__file__).parents[2] / "cases" / "hive" / "wins.txt"
AGAINST_ENGINE = {"game": "hive", "seats": [{"who": "me"}, {"who": "engine", "level": 10}]}


@contextlib.asynccontextmanager
async def worker(
    folder: Path, redis: RedisProcess, password: str = PASSWORD
) -> AsyncIterator[asyncio.subprocess.Process]:
    environ = {key: value for key, value in os.environ.items() if not key.startswith("SKEP_")}
    with (folder / "worker.log").open("ab") as log:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "skep.cli", "worker"),
            env={**environ, "SKEP_REDIS_URL": redis.url.replace(PASSWORD, password)},
            stdout=log,
            stderr=log,
        )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.send_signal(signal.SIGTERM)
        code = await process.wait()
        assert code in (0, -signal.SIGKILL), (folder / "worker.log").read_text()
        assert PASSWORD not in (folder / "worker.log").read_text()


async def is_under_way(redis: RedisProcess) -> bool:
    """Has a worker taken a job that it has not finished?"""
    queues = Queues(redis.url)
    try:
        taken = [await queue.count("active") for queue in (queues.moves, queues.analyses)]
    finally:
        await queues.close()
    return sum(taken) > 0


async def until_under_way(redis: RedisProcess, is_so: bool) -> None:
    async with asyncio.timeout(60):
        while await is_under_way(redis) != is_so:
            await asyncio.sleep(0.02)


@pytest.fixture
async def thoughtless(tmp_path: Path, redis: RedisProcess) -> AsyncIterator[LiveServer]:
    """A server that leaves all thinking to workers."""
    async with serve(tmp_path, redis_url=redis.url, engine_workers=0) as live:
        await until(lambda: live.site.bus.is_connected)
        yield live
    queues = Queues(redis.url)
    await queues.client.flushdb()  # others share it
    await queues.close()


async def analysis_of(session: Session) -> protocol.AnalysisProgress:
    frame = await heard(session, lambda frame: isinstance(frame, protocol.AnalysisProgress))
    assert isinstance(frame, protocol.AnalysisProgress)
    return frame


async def test_a_worker_moves_analyses_and_is_told_to_stop(
    thoughtless: LiveServer, tmp_path: Path, redis: RedisProcess
) -> None:
    async with worker(tmp_path, redis), thoughtless.person() as ann:
        game = (await ann.create(AGAINST_ENGINE)).game.id
        async with ann.sit(game) as white:
            await white.play("wS1")
            await white.until(lambda: white.mirror.ply == 2, seconds=60)
            async with ann.sit(game) as watching:
                await watching.do(hive_messages.Resign())
                await watching.until(lambda: watching.mirror.outcome is not None, seconds=20)
                await watching._send_until_answered(
                    "long", protocol.Analyse(id="long", ply=2, seconds=30)
                )
                assert not (await analysis_of(watching)).done  # it grows before their eyes
            await until_under_way(redis, False)  # they hung up, and the worker has heard of it


async def test_a_worker_killed_in_a_search_loses_no_job(
    thoughtless: LiveServer, tmp_path: Path, redis: RedisProcess
) -> None:
    async with thoughtless.person() as ann:
        game = (await ann.create(AGAINST_ENGINE)).game.id
        async with ann.sit(game) as white:
            async with worker(tmp_path, redis) as first:
                await white.play("wS1")
                await until_under_way(redis, True)
                first.kill()
                await first.wait()
            assert white.mirror.ply == 1
            async with worker(tmp_path, redis):
                await white.until(lambda: white.mirror.ply == 2, seconds=120)
        rows = [row.event for row in await events_of(thoughtless.site, game)]
        assert sum(isinstance(event, hive_messages.Played) for event in rows) == 2
        await until_under_way(redis, False)


async def test_a_move_that_no_worker_takes_is_counted(
    thoughtless: LiveServer, tmp_path: Path, redis: RedisProcess
) -> None:
    site = thoughtless.site
    async with thoughtless.person() as ann:
        game = (await ann.create(AGAINST_ENGINE)).game.id
        async with ann.sit(game) as white:
            await white.play("wS1")
            async with asyncio.timeout(60):
                while (await site.pool.count_waiting())["moves"] != 1:
                    await asyncio.sleep(0.02)
            await site.count_jobs()
            assert b'skep_jobs_waiting{queue="moves"} 1.0' in exposition()
            async with worker(tmp_path, redis):
                await white.until(lambda: white.mirror.ply == 2, seconds=120)
        await site.count_jobs()
        assert b'skep_jobs_waiting{queue="moves"} 0.0' in exposition()


async def test_without_redis_a_server_thinks_itself(tmp_path: Path, redis: RedisProcess) -> None:
    async with serve(tmp_path, redis_url=redis.url) as live, live.person() as ann:
        await until(lambda: live.site.bus.is_connected)
        game = (await ann.create(AGAINST_ENGINE)).game.id
        async with ann.sit(game) as white:
            redis.kill()
            try:
                await until(lambda: not live.site.bus.is_connected)
                await white.play("wS1")
                await white.until(lambda: white.mirror.ply == 2, seconds=60)
            finally:
                redis.start()


async def test_an_answer_that_nobody_waits_for_is_dropped(thoughtless: LiveServer) -> None:
    thinking = thoughtless.site.pool
    assert isinstance(thinking, QueuedThinking)
    asking = asyncio.ensure_future(thinking.move({"do": "move"}, seconds=20, key="g-1"))
    await until(lambda: "mg-1" in thinking._waiting)
    thinking._hear(b"nonsense")
    thinking._hear(encode_answer(Answer("mother", {"move": "wQ", "done": True})))
    thinking._hear(encode_answer(Answer("mg-1", {"depth": 3})))
    for move in ("wS1", "wA1"):  # the second comes from a worker that was taken for dead
        thinking._hear(encode_answer(Answer("mg-1", {"move": move, "done": True})))
    assert (await asking)["move"] == "wS1"


async def test_an_errand_may_follow_one_whose_job_is_still_in_the_queue(
    thoughtless: LiveServer,
) -> None:
    thinking = thoughtless.site.pool
    assert isinstance(thinking, QueuedThinking)
    for answer in ("first", "second"):
        asking = asyncio.ensure_future(anext(mine_all(thinking, ["no worker reads it"])))
        await until(lambda: bool(thinking._waiting))
        (key,) = thinking._waiting
        while not await thinking._queues.errands.count("queued"):
            await asyncio.sleep(0.01)
        thinking._hear(encode_answer(Answer(key, {"wins": [[2, answer]], "done": True})))
        assert await asking == {2: answer}


def a_win() -> str:
    """The shortest game that is won in two."""
    found = [line[2:] for line in WINS.read_text().splitlines() if line.startswith("2\t")]
    return min(found, key=len)


def a_game() -> Game:
    return parse_record(a_win())


async def test_reviews_and_puzzles_are_found_by_workers_as_here(
    tmp_path: Path, redis: RedisProcess
) -> None:
    game, limit = a_game(), Limit(nodes=300)
    alone = list(review_moves(game, limit, engine=Engine(hash_mib=64, variety=True)))
    position = Position.from_game_string(a_win())
    position.play(winning_move(position, 2))
    won = position.game_string
    async with worker(tmp_path, redis), workers_at(redis.url) as thinking:
        looks = [line async for line in looks_by(thinking, game, limit)]
        there = list(judge_moves(game, looks))
        wins = [found async for found in mine_all(thinking, [won, won])]
    assert [move.text for move in there] == [move.text for move in alone]
    assert [move.ply for move in there] == list(range(1, len(alone) + 1))
    assert wins == [mine(won)] * 2
    assert wins[0][2] == a_win()


async def test_the_command_review_lets_workers_think(tmp_path: Path, redis: RedisProcess) -> None:
    review = ("review", a_win(), "--nodes", "300", "--json", "--workers", redis.url)
    async with worker(tmp_path, redis):
        code, text = await skep(*review)
    assert code == 0, text
    told = json.loads(text)
    assert told["whole"]
    assert [move["ply"] for move in told["moves"]] == list(range(1, a_game().end.ply + 1))


async def test_a_worker_killed_in_a_review_loses_no_position(
    tmp_path: Path, redis: RedisProcess
) -> None:
    game = a_game()
    moves = len(list(game.main_line()))
    looks: list[Line | None] = []

    async def ask() -> None:
        async with workers_at(redis.url) as thinking:
            async for line in looks_by(thinking, game, Limit(seconds=0.1)):
                looks.append(line)  # noqa: PERF401 - they are looked at meanwhile

    asking = asyncio.ensure_future(ask())
    async with worker(tmp_path, redis) as first:
        await until(lambda: len(looks) > 2, seconds=60)
        first.kill()
        await first.wait()
    assert len(looks) < moves
    async with worker(tmp_path, redis):
        async with asyncio.timeout(120):
            await asking
    assert len(looks) == moves + 1


async def test_a_move_goes_before_an_errand_that_is_begun_anew() -> None:
    pool = EnginePool(1, 16)
    record = format_record(a_game(), Format.JSON)
    long = {"do": "look", "record": record, "number": 5, "limit_seconds": 2.0, "nodes": None}
    try:
        errand = asyncio.ensure_future(pool.errand(long, seconds=60))
        await until(lambda: pool.processes[0].pid is not None)
        first = pool.processes[0].pid
        move = {"do": "move", "level": 1, "moves": [], "game_type": "Base"}
        rest = {"opening_queen": "allowed", "repetition": "draw"}
        answer = await pool.move({**move, **rest}, seconds=30)
        assert answer["move"].startswith("w")
        assert not errand.done()
        assert pool.processes[0].pid != first
        assert (await errand)["found"]["line"]
    finally:
        await pool.stop()


async def test_a_worker_says_that_redis_is_away_and_works_again(
    thoughtless: LiveServer, tmp_path: Path, redis: RedisProcess
) -> None:
    async with worker(tmp_path, redis), thoughtless.person() as ann:
        log = tmp_path / "worker.log"
        game = (await ann.create(AGAINST_ENGINE)).game.id
        async with ann.sit(game) as white:
            await white.play("wS1")
            await white.until(lambda: white.mirror.ply == 2, seconds=60)
            redis.kill()
            try:
                await until(lambda: "no jobs from Redis" in log.read_text(), seconds=60)
            finally:
                redis.start()
            await until(lambda: "from Redis at" in log.read_text().rpartition("again")[0])
            await until(lambda: thoughtless.site.bus.is_connected)
            await white.play(await _some_move(white))
            await white.until(lambda: white.mirror.ply == 4, seconds=60)
        assert log.read_text().count("no jobs from Redis") == 1


async def _some_move(session: Session) -> str:
    position = Position("Base+MLP", opening_queen="allowed")
    for move in session.mirror.moves:
        position.play(move)
    return next(iter(position.legal_texts()))


async def test_a_worker_whose_password_is_refused_says_that_and_no_more(
    tmp_path: Path, redis: RedisProcess
) -> None:
    async with worker(tmp_path, redis, password="hunter2"):
        log = tmp_path / "worker.log"
        await until(lambda: "password refused" in log.read_text(), seconds=60)
    assert "takes jobs" not in log.read_text()
    assert log.read_text().count("password refused") == 1


async def test_a_worker_without_redis_says_what_is_missing() -> None:
    code, text = await skep("worker")
    assert (code, "SKEP_REDIS_URL" in text) == (2, True), text
