"""`python -m skep.hive.uhp` is `skep uhp`, and needs nothing but the library."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from skep.errors import SkepError
from skep.hive.uhp.command import run

__all__ = ["main"]


def main(arguments: Sequence[str]) -> None:
    try:
        run(arguments)
    except SkepError as error:
        print(f"Error: {error}", file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main(sys.argv[1:])
