"""Another UHP engine as a second opinion: just enough of the protocol to ask for legal moves."""

from __future__ import annotations

import shlex
import subprocess
from types import TracebackType
from typing import Self

__all__ = ["PeerError", "UhpPeer"]


class PeerError(Exception):
    """The engine answered with an error, or not at all."""


class UhpPeer:
    """A running engine. `command` is its path, with arguments if it needs any."""

    def __init__(self, command: str) -> None:
        self._process = subprocess.Popen(
            shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        banner = self._answer("info")
        expansions = banner[1].split(";") if len(banner) > 1 else []
        self.name = banner[0].removeprefix("id ")
        self.letters = {word[0] for word in expansions if word}

    def ask(self, line: str) -> list[str]:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()
        answer = self._answer(line)
        if answer and answer[0].startswith(("err", "invalidmove")):
            raise PeerError(f"{line!r}: {answer[0]}")
        return answer

    def _answer(self, line: str) -> list[str]:
        assert self._process.stdout is not None
        lines: list[str] = []
        for text in self._process.stdout:
            if text.strip() == "ok":
                return lines
            lines.append(text.rstrip("\n"))
        raise PeerError(f"the engine quit at {line!r}")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with self._process:
            if self._process.poll() is None and self._process.stdin is not None:
                self._process.stdin.close()
                try:
                    self._process.wait(timeout=5)
                except subprocess.TimeoutExpired:
                    self._process.kill()
