"""Whoever plays against a person gets no help from an engine of this server meanwhile."""

from __future__ import annotations

from skep.errors import CommandRefusedError
from skep.protocol.refusals import RefusalCode
from skep.server.storage.store import Store

__all__ = ["check_help_is_fair"]


async def check_help_is_fair(store: Store, user: int | None, kind: str) -> None:
    """RefusedError `NOT_OVER` while this person has such a game, whatever they ask about.

    Another position, or another game, would do: moves can be put in another order, and a game can
    be copied to another table.
    """
    game = None if user is None else await store.live_game_against_people(user, kind)
    if game is not None:
        raise CommandRefusedError(
            RefusalCode.NOT_OVER, "No help while you play against somebody.", game=game
        )
