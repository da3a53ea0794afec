"""Who is next: addresses in turn, so that whoever asks for much waits for themselves first."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import AsyncIterator, Iterator
from contextvars import ContextVar
from types import TracebackType
from typing import Generic, TypeVar

__all__ = ["Admission", "FairQueue", "Turns", "address_served"]

T = TypeVar("T")
# Whose request the running task answers; nobody's where the server works for itself.
address_served: ContextVar[str] = ContextVar("address_served", default="")


class FairQueue(Generic[T]):
    """Things that wait, one of each address at a time; those of one address in their order."""

    def __init__(self) -> None:
        self._of: dict[str, deque[T]] = {}

    def __len__(self) -> int:
        return sum(map(len, self._of.values()))

    def __iter__(self) -> Iterator[str]:
        """The addresses that wait."""
        return iter(self._of)

    def count_of(self, address: str) -> int:
        return len(self._of.get(address, ()))

    def put(self, address: str, thing: T) -> None:
        self._of.setdefault(address, deque()).append(thing)

    def pop(self, after: str | None = None) -> T | None:
        """What is next; of an address other than the one just served, if there is another."""
        if not self._of:
            return None
        address = next((one for one in self._of if one != after), after)
        assert address is not None
        queue = self._of.pop(address)
        thing = queue.popleft()
        if queue:
            self._of[address] = queue  # behind all others
        return thing

    def remove(self, address: str, thing: T) -> bool:
        queue = self._of.get(address)
        if queue is None or thing not in queue:
            return False
        queue.remove(thing)
        if not queue:
            del self._of[address]
        return True


class Admission:
    """So much for an address at a time; what is more waits for its own to end."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._inside: dict[str, int] = {}
        self._outside: dict[str, deque[asyncio.Future[None]]] = {}

    @contextlib.asynccontextmanager
    async def of(self, address: str) -> AsyncIterator[bool]:
        """Yields whether it had to wait."""
        has_waited = self._inside.get(address, 0) >= self._most
        if has_waited:
            await self._wait(address)
        else:
            self._inside[address] = self._inside.get(address, 0) + 1
        try:
            yield has_waited
        finally:
            self._leave(address)

    async def _wait(self, address: str) -> None:
        place: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        queue = self._outside.setdefault(address, deque())
        queue.append(place)
        try:
            await place
        except asyncio.CancelledError:
            if place in queue:
                queue.remove(place)
            else:
                self._leave(address)
            raise

    def _leave(self, address: str) -> None:
        queue = self._outside.get(address)
        if queue:
            queue.popleft().set_result(None)  # takes the place that is left
            return
        self._outside.pop(address, None)
        self._inside[address] -= 1
        if not self._inside[address]:
            del self._inside[address]


class Turns:
    """A lock for long work: `async with` it. The addresses that are served take turns."""

    def __init__(self) -> None:
        self._is_taken = False
        self._waiting: FairQueue[asyncio.Future[None]] = FairQueue()

    async def __aenter__(self) -> None:
        if not self._is_taken:
            self._is_taken = True
            return
        address = address_served.get()
        place: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.put(address, place)
        try:
            await place
        except asyncio.CancelledError:
            if not self._waiting.remove(address, place):
                self._hand_on()
            raise

    async def __aexit__(
        self,
        _kind: type[BaseException] | None,
        _problem: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        self._hand_on()

    def _hand_on(self) -> None:
        place = self._waiting.pop()
        if place is None:
            self._is_taken = False
        else:
            place.set_result(None)
