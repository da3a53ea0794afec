"""`skep worker`: think for the servers of a site."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from pathlib import Path
from typing import TYPE_CHECKING

import click

from skep.cli.language import said
from skep.errors import SetupError, Told
from skep.words import N_

if TYPE_CHECKING:
    from skep.server.settings import Settings

__all__ = ["command"]


@click.command()
@click.option("--config", type=click.Path(path_type=Path), help="Settings as a TOML file.")
def command(config: Path | None) -> None:
    """Think for the servers of a site: moves, analyses, reviews and puzzles.

    It takes them from the Redis that the servers use (SKEP_REDIS_URL). SKEP_ENGINE_WORKERS says in
    how many processes, SKEP_ENGINE_MEMORY_MIB with how much memory each. Ctrl-C or SIGTERM stops
    it; what it had begun is done by another.
    """
    from skep.server.logs import configure_logs
    from skep.server.settings import load_settings

    settings = load_settings(config)
    if not settings.redis_url:
        raise SetupError(Told("a worker gets its work by Redis: set SKEP_REDIS_URL"))
    configure_logs(settings)
    asyncio.run(_work(settings))
    click.echo(said(N_("skep worker has stopped")))


async def _work(settings: Settings) -> None:
    from skep.server.engines.pool import EnginePool
    from skep.server.engines.workshop import Workshop
    from skep.server.redis_server import check_redis, described

    pool = EnginePool(settings.engine_workers, settings.engine_memory_mib)
    workshop = Workshop(settings.redis_url, pool)
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    with contextlib.suppress(SetupError):  # the workshop says so in the log, and tries on
        await check_redis(settings.redis_url)
        where = described(settings.redis_url)
        takes = N_("skep worker takes jobs from Redis at {address}, {n} at a time")
        click.echo(said(takes, address=where, n=len(pool.processes)))
    workshop.start()
    click.echo(said(N_("Ctrl-C stops it.")))
    try:
        await stop.wait()
    finally:
        await workshop.stop()
