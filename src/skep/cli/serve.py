"""`skep serve`: live tables in the browser."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from pathlib import Path
from typing import TYPE_CHECKING

import click

from skep.cli.language import said, words_now
from skep.words import N_

if TYPE_CHECKING:
    from skep.server.settings import Settings

__all__ = ["command"]


@click.command()
@click.option("--host", help="Address to listen on; 0.0.0.0 for the local network.")
@click.option("--port", type=click.IntRange(0, 65535), help="Port to listen on.")
@click.option("--config", type=click.Path(path_type=Path), help="Settings as a TOML file.")
@click.option(
    "--check",
    is_flag=True,
    help="Check settings, data folder, database, Redis and port, write nothing.",
)
def command(host: str | None, port: int | None, config: Path | None, check: bool) -> None:
    """Hold live tables of both games.

    Settings come from the environment (SKEP_DATA_DIR, SKEP_DATABASE_URL, …) or a TOML file.
    """
    from skep.server.app import create_app
    from skep.server.logs import configure_logs
    from skep.server.running import listen, make_server
    from skep.server.settings import load_settings

    settings = load_settings(config, host=host, port=port)
    if check:
        _check(settings)
        return
    configure_logs(settings)
    app = create_app(settings)
    server = make_server(app, settings)
    with listen(settings) as listening:
        server.on_started = lambda: _greet(settings.host, listening.getsockname()[1])
        server.run([listening])
    click.echo(said(N_("skep has stopped")))


def _greet(host: str, port: int) -> None:
    for address in _addresses(host):
        click.echo(said(N_("skep at {address}"), address=f"http://{address}:{port}"))
    click.echo(said(N_("Ctrl-C stops it.")))


def _addresses(host: str) -> list[str]:
    """Where people find the server: here, and on the local network if it listens there."""
    if host not in ("0.0.0.0", "::"):
        return [f"[{host}]" if ":" in host else host]
    addresses = ["127.0.0.1"]
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, contextlib.suppress(OSError):
        probe.connect(("192.0.2.1", 9))  # sends nothing; only chooses the way out
        addresses.append(probe.getsockname()[0])
    return addresses


def _check(settings: Settings) -> None:
    from skep.server.redis_server import check_redis
    from skep.server.running import check_port
    from skep.server.storage.checking import check_storage

    notes = [asyncio.run(check_storage(settings))]
    if settings.redis_url:
        asyncio.run(check_redis(settings.redis_url))
    notes.append(check_port(settings))
    fine = said(N_("{folder}: settings and database are fine"), folder=settings.folder)
    click.echo("; ".join([fine, *(note.sentence(words_now()) for note in notes if note)]))
