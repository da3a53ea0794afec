"""`skep bot`: let a UHP engine take a seat at a server."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import click

from skep.cli import Unanswerable

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
    default=1.0,
    show_default=True,
    help="Time for each move.",
)
def command(engine: str, server: str, game: str, key: str, seconds: float) -> None:
    """Let a UHP engine take a seat at a server.

    The same command again takes the same seat again, whatever ended it before.
    """
    import msgspec

    try:
        asyncio.run(_play(engine, server, game, key, seconds))
    except msgspec.MsgspecError as error:
        raise Unanswerable(f"whatever answers at {server} is no server of skep: {error}") from error


async def _play(command: str, server: str, game: str, key: str, seconds: float) -> None:
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
                raise Unanswerable(
                    f"game {game} is one of {found.game.game}; a UHP engine plays hive"
                )
            # Kept before the seat is taken: whatever happens then, it can be taken again.
            await person.rename(engine.id.name[:40] or "UHP engine")
            kept.keep(person.cookie)
            joined = await person.join(game, key)
            again = " again" if found.you else ""
            click.echo(f"{engine.id.name} sits at seat {joined.seat}{again}")
            async with person.sit(game, key=joined.key) as session:
                await play_with_engine(session, engine, Limit(seconds=seconds))
                click.echo(f"The game is over: {_words_of(session.mirror.outcome)}.")
                kept.keep("")


def _words_of(ending: Ending) -> str:
    """How a game of Hive ended; seat 0 is white."""
    results: dict[tuple[int, ...], str] = {
        (1, 2): "white wins",
        (2, 1): "black wins",
        (1, 1): "draw",
    }
    return f"{results.get(ending.ranks, 'no result')} ({ending.reason.replace('_', ' ')})"
