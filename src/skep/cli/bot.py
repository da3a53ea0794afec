"""`skep bot`: let a UHP engine take a seat at a server."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import click

from skep.cli import Unanswerable
from skep.cli.language import said, words_now
from skep.words import N_

if TYPE_CHECKING:
    from skep.protocol import Ending

__all__ = ["command"]


@click.command()
@click.option("--engine", required=True, help="The command that starts the engine.")
@click.option("--server", required=True, help="The server, as http://127.0.0.1:8080.")
@click.option("--game", required=True, help="The game's id, from its address.")
@click.option("--key", default="", help="The key of its private link.")
@click.option(
    "--seconds",
    type=click.FloatRange(min=0.0, min_open=True),
    help="Time for each move; by default a share of its clock, or 1 second where there is none.",
)
def command(engine: str, server: str, game: str, key: str, seconds: float | None) -> None:
    """Let a UHP engine take a seat at a server.

    The same command again takes the same seat again, whatever ended it before.
    """
    import msgspec

    try:
        asyncio.run(_play(engine, server, game, key, seconds))
    except msgspec.MsgspecError as error:
        strange = N_("whatever answers at {address} is no server of skep: {problem}")
        raise Unanswerable(said(strange, address=server, problem=error)) from error


async def _play(command: str, server: str, game: str, key: str, seconds: float | None) -> None:
    from skep.cli.bot_seats import kept_cookie
    from skep.client import Person
    from skep.client.uhp_player import play_with_engine
    from skep.hive.engine import Limit
    from skep.hive.uhp_client import AsyncUhpClient

    with kept_cookie(server, game, command) as kept:
        async with (
            await AsyncUhpClient.start(command) as engine,
            Person(server, cookie=kept.value) as person,
        ):
            found = await person.read(game, key)
            if found.game.game != "hive":
                other = N_("game {game} is one of {kind}; a UHP engine plays Hive")
                raise Unanswerable(said(other, game=game, kind=found.game.game))
            # Kept before the seat is taken: whatever happens then, it can be taken again.
            await person.rename(engine.id.name[:40] or "UHP engine")
            kept.keep(person.cookie)
            joined = await person.join(game, key)
            sits = (
                N_("{engine} sits at seat {seat} again")
                if found.you
                else N_("{engine} sits at seat {seat}")
            )
            click.echo(said(sits, engine=engine.id.name, seat=joined.seat))
            async with person.sit(game, key=joined.key) as session:
                limit = None if seconds is None else Limit(seconds=seconds)
                await play_with_engine(session, engine, limit)
                click.echo(_words_of(session.mirror.outcome))
                kept.keep("")


def _words_of(ending: Ending) -> str:
    """How a game of Hive ended; seat 0 is white."""
    from skep.hive.notation import GameState
    from skep.hive.records import Ending as RecordedEnding
    from skep.hive.records import Result

    states: dict[tuple[int, ...], GameState] = {
        (1, 2): GameState.WHITE_WINS,
        (2, 1): GameState.BLACK_WINS,
        (1, 1): GameState.DRAW,
    }
    state = states.get(ending.ranks)
    if state is None:
        return said(N_("The game ended without a result."))
    reason = ending.reason.replace("_", " ")
    known = reason in {one.value for one in RecordedEnding}
    result = Result(state, RecordedEnding(reason) if known else RecordedEnding.UNKNOWN)
    return f"{result.sentence(words_now())}."
