"""A bot at a table of a skep server: it takes the free seat of a game and plays by a function.

    python examples/server_bot.py http://127.0.0.1:8080 GAME --key KEY

The game's id is the end of its address; the key is in the link that invites to it.
"""

from __future__ import annotations

import argparse
import asyncio

from skep.client import Person, Session
from skep.errors import CommandRefusedError
from skep.hive import Move, Position
from skep.hive.engine import Engine


def choose(position: Position, engine: Engine) -> Move:
    """Put your own here."""
    return engine.choose_at_level(position, 3).move


async def play(session: Session) -> str:
    """Play until the game is over, and say how it ended."""
    engine, mirror = Engine(hash_mib=4), session.mirror
    while True:
        await session.until(
            lambda: mirror.outcome is not None or mirror.status.turn in session.seats
        )
        if mirror.outcome is not None:
            return str(mirror.outcome.reason)
        position = Position.from_game_string(session.game_string)
        # The search runs beside the loop, so that heartbeats are answered meanwhile.
        move = await asyncio.to_thread(choose, position, engine)
        try:
            await session.play(position.format_move(move), ply=position.ply)
        except CommandRefusedError as refused:
            print(f"refused: {refused.code}; looking again")  # a takeback may have crossed it


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("server")
    parser.add_argument("game")
    parser.add_argument("--key", default="")
    chosen = parser.parse_args()
    async with Person(chosen.server) as person:
        await person.join(chosen.game, chosen.key)
        async with person.sit(chosen.game) as session:
            print(await play(session))


if __name__ == "__main__":
    asyncio.run(main())
