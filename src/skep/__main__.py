"""The command `skep`, also as `python -m skep`.

The library comes without the packages that commands for people need. Whoever calls such a command
without them is told what to install.
"""

from __future__ import annotations

import sys

__all__ = ["main"]

# what a command needs beside `skep[cli]`
_EXTRAS = {"serve": "server", "db": "server", "bot": "client"}


# what the library answers without any package for commands
_VERSIONS = ("--version", "version")
_ANSWERED_ALONE = ("", "-h", "--help", *_VERSIONS)
_HELP = """\
Hive and La Ruche: rules, engine and a place to play.

With what is installed here:
  skep uhp      speak UHP, the Universal Hive Protocol, on standard input and output
  skep version  say which version this is, and on which CPU path it runs

More to install:
  pip install 'skep[cli]'         the commands for a terminal: play, show, analyse, laruche
  pip install 'skep[cli,client]'  a UHP engine at a server: bot
  pip install 'skep[cli,server]'  the server and its pages: serve, db
"""


def _answer_alone(command: str) -> None:
    if command not in _VERSIONS:
        print(_HELP, end="")
        return
    import skep
    from skep import _core

    print(f"skep {skep.__version__} (core: {_core.cpu()})")


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
        if missing == "click" and command in _ANSWERED_ALONE:
            return _answer_alone(command)
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
