"""Watching a search: what it has found so far, again and again, until it ends."""

from __future__ import annotations

import atexit
import threading
from collections.abc import Callable, Iterator
from types import TracebackType
from typing import Self

from skep._core import Search
from skep.hive.engine.analysis import Analysis

__all__ = ["Watch"]


class Watch:
    """A question to an engine, answered in a thread of its own and looked at meanwhile.

    Iterating begins it and gives a snapshot every few moments; the last one is the answer itself,
    or its error is raised. `stop`, from any thread, ends it early, also before it has begun.
    Leaving the `with` block ends it as well.
    """

    def __init__(self, search: Search, ask: Callable[[], Analysis], every: float) -> None:
        self._search = search
        self._ask = ask
        self._every = every
        self._thread: threading.Thread | None = None
        # Held while it is settled whether a stop is for this search; a signal handler may call
        # `stop` in the middle of it, hence again by the same thread.
        self._settling = threading.RLock()
        self._stopped = False
        self._done = threading.Event()
        self._answer: Analysis | None = None
        self._problem: BaseException | None = None

    def stop(self) -> None:
        """End the search; what it has by then is the answer."""
        with self._settling:
            self._stopped = True
            if self._thread is not None and not self._done.is_set():
                self._search.stop()

    @property
    def has_begun(self) -> bool:
        """Has somebody asked for what is found?"""
        return self._thread is not None

    @property
    def is_done(self) -> bool:
        """Has the search ended?"""
        return self._done.is_set()

    @property
    def answer(self) -> Analysis:
        """What was found in the end; waits for it."""
        self._begin()
        self._done.wait()
        if self._problem is not None:
            raise self._problem
        assert self._answer is not None
        return self._answer

    def close(self) -> None:
        """Stop and wait until the engine is free for other questions."""
        self.stop()
        if self._thread is not None:
            self._thread.join()

    def __iter__(self) -> Iterator[Analysis]:
        try:
            self._begin()
            while not self._done.wait(self._every):
                snapshot = Analysis.of_report(self._search.report())
                if snapshot.lines:
                    yield snapshot
            yield self.answer
        finally:
            self.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _begin(self) -> None:
        with self._settling:
            if self._thread is not None:
                return
            self._search.announce_run()
            # A daemon, so that a program that ends without closing does not wait for an endless
            # search; the exit stops it first: the core must not run into a dying interpreter.
            self._thread = threading.Thread(target=self._run, name="skep search", daemon=True)
            if self._stopped:
                self._search.stop()
        atexit.register(self.close)
        self._thread.start()

    def _run(self) -> None:
        try:
            self._answer = self._ask()
        except BaseException as problem:  # noqa: BLE001  it is raised where the answer is asked for
            self._problem = problem
        finally:
            with self._settling:
                self._search.withdraw_run()
                self._done.set()
            atexit.unregister(self.close)
