"""Who plays: how an engine is started and asked, and the seat it holds during a match."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from typing import Final

from skep.errors import EngineRefusalError
from skep.hive.arena.cpu import cpu_seconds
from skep.hive.uhp_client import UhpClient

__all__ = ["Contestant", "Seat"]

_PLAIN_SEARCH: Final = "bestmove {limit}"
# Engines that take fractions of a second only in a form of their own.
_SEARCH_COMMANDS: Final = {"nokamute": "bestmove seconds {seconds}"}


@dataclass(frozen=True, slots=True)
class Contestant:
    """An engine in a match. `search` replaces the usual `bestmove`.

    One with `{seconds}` in it does so only in matches by time.
    """

    name: str
    command: tuple[str, ...]
    search: str | None = None
    options: tuple[tuple[str, str], ...] = ()
    threads: int = 1

    def __str__(self) -> str:
        """How it is started and asked, in one line.

        >>> print(Contestant("skep", ("skep", "uhp"), options=(("Level", "3"),)))
        skep uhp [Level=3]
        """
        settings = [f"{name}={value}" for name, value in self.options]
        if self.search is not None:
            settings.append(f"search: {self.search}")
        if self.threads != 1:
            settings.append(f"{self.threads} threads")
        command = shlex.join(self.command)
        return f"{command} [{', '.join(settings)}]" if settings else command


class Seat:
    """The process that plays for a contestant; started when needed, again after a failure."""

    def __init__(self, contestant: Contestant) -> None:
        self.contestant = contestant
        self._client: UhpClient | None = None

    def client(self) -> UhpClient:
        """The engine's client, started when it does not run."""
        if self._client is None or not self._client.is_alive:
            self._client = UhpClient(self.contestant.command)
            for name, value in self.contestant.options:
                try:
                    self._client.set_option(name, value)
                except EngineRefusalError:
                    self.close()
                    raise
        return self._client

    def search_command(self, *, by_time: bool) -> str:
        """The template of the command that asks for a move."""
        own = self.contestant.search
        if own is not None and (by_time or "{seconds}" not in own):
            return own
        if not by_time:
            return _PLAIN_SEARCH
        family = self.client().id.name.split(maxsplit=1)[0].lower()
        return _SEARCH_COMMANDS.get(family, _PLAIN_SEARCH)

    def cpu_seconds(self) -> float | None:
        """What the engine has used so far."""
        return None if self._client is None else cpu_seconds(self._client.pid)

    def close(self) -> None:
        """End the engine."""
        if self._client is not None:
            self._client.close()
            self._client = None

    def kill(self) -> None:
        """End the process at once, from any thread."""
        if self._client is not None:
            self._client.kill()
