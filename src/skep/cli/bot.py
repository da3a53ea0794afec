"""`skep bot`: let a UHP engine take a seat at a server."""

from __future__ import annotations

import asyncio

import click

from skep.cli import Unanswerable

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
    """Let a UHP engine take a seat at a server."""
    import httpx
    import msgspec

    try:
        asyncio.run(_play(engine, server, game, key, seconds))
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        why = str(error) or type(error).__name__
        raise Unanswerable(f"no server can be reached at {server}: {why}") from error
    except msgspec.MsgspecError as error:
        raise Unanswerable(f"whatever answers at {server} is no server of skep: {error}") from error


async def _play(command: str, server: str, game: str, key: str, seconds: float) -> None:
    from skep.client import Person
    from skep.client.uhp_player import play_with_engine
    from skep.hive.engine import Limit
    from skep.hive.uhp_client import AsyncUhpClient

    async with await AsyncUhpClient.start(command) as engine, Person(server) as person:
        await person.rename(engine.id.name[:40] or "UHP engine")
        joined = await person.join(game, key)
        click.echo(f"{engine.id.name} sits at seat {joined.seat}")
        async with person.sit(game, key=joined.key) as session:
            await play_with_engine(session, engine, Limit(seconds=seconds))
            click.echo(f"over: {session.mirror.outcome}")
