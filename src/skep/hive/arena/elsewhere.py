"""Games of a match on other machines: the workers of a Dask cluster.

A worker needs the same version of skep, and the engines under the same commands. When it dies its
game is begun again on another one, and counted once.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection
from typing import Any

from skep.errors import SetupError, Told

__all__ = ["DaskWorkers"]


class DaskWorkers:
    """What a scheduler at this address gives to do to its workers."""

    def __init__(self, address: str) -> None:
        try:
            import distributed
        except ImportError as problem:
            raise SetupError(Told("--dask needs Dask: install skep[dask]")) from problem
        self._distributed: Any = distributed  # its types are not complete
        try:
            self._client = self._distributed.Client(address, timeout="10s", set_as_default=False)
        except (OSError, ValueError) as problem:
            raise SetupError(
                Told("no Dask scheduler answers at {address}", address=address)
            ) from problem
        self._numbers = itertools.count(1)

    @property
    def room(self) -> int:
        """How many games they play at a time; more when more workers come."""
        threads: dict[str, int] = self._client.nthreads()
        return max(1, sum(threads.values()))

    def begin(self, play: Any, *arguments: Any) -> Any:
        """Let one of them call this; what stands for its answer."""
        key = f"skep-game-{self._client.id}-{next(self._numbers)}"
        return self._client.submit(play, *arguments, key=key, pure=False)

    def finished(self, under_way: Collection[Any], seconds: float) -> set[Any]:
        """Those of them that are done, after so long at most."""
        wait: Any = self._distributed.wait
        try:
            with self._client.as_current():
                ready = wait(list(under_way), timeout=seconds, return_when="FIRST_COMPLETED")
        except TimeoutError:
            return set()
        return set(ready.done)

    def give_up(self, under_way: Collection[Any]) -> None:
        """Nobody waits for these any more."""
        self._client.cancel(list(under_way), force=True)

    def close(self) -> None:
        """Leave the cluster; it stays."""
        self._client.close()
