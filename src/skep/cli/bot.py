"""`skep bot`: let a UHP engine take a seat at a server."""

from __future__ import annotations

import asyncio

import click

__all__ = ["command"]


@click.command()
@click.option("--engine", required=True, help="The command that starts the engine.")
@click.option("--server", required=True, help="The server, as http://127.0.0.1:8080.")
@click.option("--game", required=True, help="The game's id, from its address.")
@click.option("--key", default="", help="The key of its private link.")
@click.option("--seconds", default=1.0, show_default=True, help="Time for each move.")
def command(engine: str, server: str, game: str, key: str, seconds: float) -> None:
    """Let a UHP engine take a seat at a server."""
    asyncio.run(_play(engine, server, game, key, seconds))


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
