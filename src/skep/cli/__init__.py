"""The command `skep`: one file per command, loaded only when it is called."""

from __future__ import annotations

import importlib

import click

__all__ = ["main"]

# name of the command -> module that defines it as `command`
_COMMANDS = {
    "demo": "skep.cli.demo",
    "laruche": "skep.cli.laruche",
}


class LazyGroup(click.Group):
    """A group whose commands are imported when they are called: `skep --help` stays quick."""

    def __init__(self, *args: object, modules: dict[str, str], **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self._modules = modules

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(self._modules)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        module = self._modules.get(cmd_name)
        if module is None:
            return None
        command: click.Command = importlib.import_module(module).command
        return command


@click.group(cls=LazyGroup, modules=_COMMANDS)
def main() -> None:
    """Hive and La Ruche: rules, engine and a place to play."""
