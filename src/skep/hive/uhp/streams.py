"""The UHP server on a pair of streams: greeting, lines in, replies out, Ctrl-C."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import BinaryIO

from skep.hive.uhp.server import Choose, UhpServer

__all__ = ["serve", "serve_bot", "serve_standard_streams"]


def serve_bot(choose: Choose, name: str) -> None:
    """Put a bot behind UHP, on standard input and output, until `exit` or the end of the input.

    `choose(position, limit)` gives a legal move. The position is its own to play on; `limit` has
    `seconds`, `depth` or `nodes`, whichever was asked for. `name` is what viewers show.
    """
    serve_standard_streams(UhpServer(choose, name))


def serve(server: UhpServer, lines: Iterable[bytes], out: BinaryIO) -> None:
    """Greet, then answer every line until `exit` or the end of the input."""

    def write(replies: Iterable[str]) -> None:
        for reply in replies:
            out.write(reply.encode("utf-8", "replace") + b"\n")
            out.flush()

    write(server.handle("info"))
    for raw in lines:
        write(server.handle(raw.decode("utf-8", "replace").strip("\r\n\ufeff")))
        if server.is_closed:
            return


def serve_standard_streams(server: UhpServer) -> None:
    """Serve on standard input and output; an interruption ends the search, not the server."""
    with _interrupting(server), open(sys.stdin.fileno(), "rb", closefd=False) as lines:
        try:
            serve(server, lines, sys.stdout.buffer)
        except BrokenPipeError:
            # The client is gone; keep the interpreter from complaining about the rest.
            sys.stderr.close()


@contextmanager
def _interrupting(server: UhpServer) -> Iterator[None]:
    at_a_terminal = sys.stdin.isatty()

    def on_interrupt(number: int, frame: FrameType | None) -> None:
        if server.is_busy or not at_a_terminal:
            # A client's signal may arrive just after the answer: that must not end the server.
            server.interrupt()
        else:
            raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, on_interrupt)
    try:
        yield
    except KeyboardInterrupt:
        pass
    finally:
        signal.signal(signal.SIGINT, before)
