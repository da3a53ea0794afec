"""The command `skep`, also as `python -m skep`.

The library comes without the packages that commands for people need. Whoever calls such a command
without them is told what to install.
"""

from __future__ import annotations

import sys

__all__ = ["main"]

# what a command needs beside `skep[cli]`
_EXTRAS = {"serve": "server", "db": "server", "bot": "client"}


def main() -> None:
    command = sys.argv[1] if len(sys.argv) > 1 else ""
    if command == "uhp":
        from skep.hive.uhp.__main__ import main as speak_uhp

        return speak_uhp(sys.argv[2:])
    try:
        from skep.cli import main as run

        run(prog_name="skep")
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing in ("", "skep"):
            raise
        extras = ",".join(dict.fromkeys(("cli", _EXTRAS.get(command, "cli"))))
        called = f"skep {command}".rstrip()
        print(
            f"`{called}` needs the package {missing}, which is not installed."
            f" This brings all that it needs: pip install 'skep[{extras}]'",
            file=sys.stderr,
        )
        sys.exit(2)


if __name__ == "__main__":
    main()
