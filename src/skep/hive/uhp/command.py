"""`skep uhp` itself: its arguments, and the server on standard input and output.

Viewers and arenas start this, so it needs nothing but the library: no package for command lines.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from skep.errors import InvalidOptionsError
from skep.hive.uhp.server import UhpServer
from skep.hive.uhp.streams import serve_standard_streams

__all__ = ["run"]


def run(arguments: Sequence[str]) -> None:
    """Serve with the options that the arguments set; wrong ones raise `InvalidOptionsError`."""
    given = _parser().parse_args(arguments)
    server = UhpServer(network=given.network)
    for name, value in (("Level", given.level), ("Threads", given.threads)):
        if value is not None:
            server.set_option(name, value)
    for setting in given.option:
        name, equals, value = setting.partition("=")
        if not equals:
            raise InvalidOptionsError(f"--option: expected NAME=VALUE, found {setting[:40]!r}")
        server.set_option(name.strip(), value.strip())
    serve_standard_streams(server)


def _file(text: str) -> Path:
    if not text:
        raise argparse.ArgumentTypeError("expected the file of a network, found nothing")
    return Path(text)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="skep uhp",
        description="Speak UHP, the Universal Hive Protocol, on standard input and output.",
        epilog="The command `options` of the protocol lists all options with their values.",
        allow_abbrev=False,
    )
    parser.add_argument("--level", metavar="N", help="play at a level for people, 1 to 10")
    parser.add_argument("--threads", metavar="N", help="threads of the search")
    parser.add_argument(
        "--network", metavar="FILE", type=_file, help="judge by the network in this file"
    )
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="set any option of the protocol; may be given several times",
    )
    return parser
