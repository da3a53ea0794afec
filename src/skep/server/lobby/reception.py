"""What anybody may ask for without a seat, with its limits. Pages and the API both come here."""

from __future__ import annotations

from typing import NamedTuple

from skep import protocol
from skep.errors import CommandRefusedError
from skep.protocol.refusals import RefusalCode
from skep.server.lobby.lobby import Lobby, NewGame
from skep.server.lobby.rematches import Rematches
from skep.server.people.guests import Guests
from skep.server.people.names import is_like_a_program, is_printable
from skep.server.rules.contract import no_such_game
from skep.server.rules.kind import Asking
from skep.server.rules.shared_limits import SharedCount, SharedLimits
from skep.server.settings import Settings
from skep.server.storage.store import Store
from skep.server.tables.table import LiveTable

__all__ = ["Reception", "Seated"]

NAME_LENGTH = 40


class Seated(NamedTuple):
    user: int
    game: str
    seat: int


class Reception:
    """Makes a guest of whoever acts for the first time."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        guests: Guests,
        lobby: Lobby,
        rematches: Rematches,
        count: SharedCount,
    ) -> None:
        self._store = store
        self._guests = guests
        self._lobby = lobby
        self._rematches = rematches
        rate = settings.creations_per_minute / 60
        self._creations = SharedLimits("creations", rate, burst=20, count=count)
        # Guessing four letters must stay hopeless.
        self._codes = SharedLimits("codes", rate=0.2, burst=10, count=count)

    async def name_of(self, visitor: Asking) -> str:
        """Empty for somebody who has done nothing yet."""
        if visitor.user is None:
            return ""
        return await self._store.user_name(visitor.user) or ""

    async def person(self, visitor: Asking) -> int:
        """The guest behind an action; made now if need be, and only so many a minute."""
        if visitor.user is not None and await self._store.user_name(visitor.user) is not None:
            return visitor.user
        await self._creations.check("guest", visitor.address)
        return await self._guests.create(visitor.language)

    async def choose_language(self, visitor: Asking, language: str) -> None:
        """Kept for the person; who has done nothing yet takes it along when they do."""
        if visitor.user is not None:
            await self._guests.choose_language(visitor.user, language)

    async def rename(self, visitor: Asking, name: str) -> protocol.Person:
        name = " ".join(name.split())
        if not name or len(name) > NAME_LENGTH or not is_printable(name):
            raise CommandRefusedError(
                RefusalCode.UNREADABLE, f"A name has 1 to {NAME_LENGTH} printable characters."
            )
        if is_like_a_program(name):
            raise CommandRefusedError(RefusalCode.UNREADABLE, "Programs are called like that.")
        user = await self.person(visitor)
        await self._guests.rename(user, name)
        return protocol.Person(id=user, name=name)

    async def create(self, visitor: Asking, wish: protocol.CreateGame) -> tuple[int, NewGame]:
        """The guest and their new game."""
        user = await self.person(visitor)
        await self._count_creation(visitor, user)
        return user, await self._lobby.create(wish, user, visitor.address)

    async def rematch(self, visitor: Asking, table: LiveTable, user: int) -> None:
        """A rematch is a game like any other; only to offer one costs nothing."""
        await self._rematches.want(table, user, lambda: self._count_creation(visitor, user))

    async def _count_creation(self, visitor: Asking, user: int) -> None:
        await self._creations.check("user", user)
        await self._creations.check("address", visitor.address)

    async def join(self, visitor: Asking, game: str, wish: protocol.JoinGame) -> Seated:
        # Looked at first: neither a wrong address nor a wrong key makes a guest.
        await self._lobby.check_link(game, visitor.user, wish.key)
        user = await self.person(visitor)
        return Seated(user, game, await self._lobby.join_by_key(game, user, wish))

    async def invitation(self, visitor: Asking, code: str) -> tuple[str, str]:
        """What a code leads to: the game and its key. It takes no seat."""
        await self._codes.check(visitor.address)
        return await self._lobby.invitation(code)

    async def start_now(self, visitor: Asking, game: str) -> None:
        if visitor.user is None:
            raise no_such_game()
        await self._lobby.check_link(game, visitor.user, "")
        await self._lobby.start_now(game, visitor.user)

    async def join_by_code(self, visitor: Asking, code: str) -> Seated:
        # Looked up first: a wrong code makes no guest.
        await self.invitation(visitor, code)
        user = await self.person(visitor)
        return Seated(user, *await self._lobby.join_by_code(code, user))
