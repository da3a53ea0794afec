"""How Redis is reached, by whichever part needs it. Its address may hold a password."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import SplitResult, urlsplit

from skep.errors import SetupError, Told

if TYPE_CHECKING:
    from redis.asyncio import Redis

__all__ = ["check_redis", "connect", "described", "named", "redis_problems"]

ANSWER_SECONDS = 3.0
CONNECT_SECONDS = 2.0
SCHEMES = ("redis", "rediss", "unix")


def connect(url: str) -> Redis:
    """A client. It connects when it is first used, and anew whenever it has to."""
    _check(url)
    try:
        from redis.asyncio import Redis
        from redis.asyncio.retry import Retry
        from redis.backoff import NoBackoff
    except ImportError as problem:
        raise SetupError(Told("SKEP_REDIS_URL is set, so install skep[cluster]")) from problem
    try:
        return Redis.from_url(
            url,
            socket_timeout=ANSWER_SECONDS,
            socket_connect_timeout=CONNECT_SECONDS,
            # To try again is for whoever calls: they have to know that something was lost.
            retry=Retry(NoBackoff(), 0),
        )
    except ValueError:
        raise SetupError(Told("SKEP_REDIS_URL cannot be read as an address")) from None


def _check(url: str) -> None:
    """The library would take some slips for the database 0 of this machine."""
    try:
        parts = urlsplit(url)
        is_place = bool(parts.path) if parts.scheme == "unix" else _is_place(parts)
    except ValueError:
        is_place = False
    else:
        if parts.scheme not in SCHEMES:
            raise SetupError(Told("SKEP_REDIS_URL starts with redis://, rediss:// or unix://"))
    if not is_place:
        raise SetupError(Told("SKEP_REDIS_URL cannot be read as an address"))


def _is_place(parts: SplitResult) -> bool:
    number = parts.path.removeprefix("/")
    return parts.hostname is not None and parts.port != 0 and (not number or number.isdecimal())


async def check_redis(url: str) -> None:
    """SetupError, in a sentence, when Redis is not to be had."""
    client = connect(url)
    try:
        await client.ping()  # type: ignore[misc]  # it is one of two kinds to the library
    except redis_problems() as problem:
        where = described(url)
        if _is_refused(problem):
            raise SetupError(
                Told("Redis at {address} refuses the password of SKEP_REDIS_URL", address=where)
            ) from problem
        raise SetupError(Told("Redis does not answer at {address}", address=where)) from problem
    finally:
        await client.aclose()


def described(url: str) -> str:
    """The address without name and password, for logs."""
    parts = urlsplit(url)
    if parts.scheme == "unix":
        return parts.path
    return f"{parts.hostname}:{parts.port or 6379}"


def named(problem: Exception) -> str:
    """The kind of a problem, for logs: what it says might quote the address."""
    return "password refused" if _is_refused(problem) else type(problem).__name__


def _is_refused(problem: Exception) -> bool:
    return any(word in str(problem) for word in ("password", "NOAUTH", "Authentication"))


def redis_problems() -> tuple[type[Exception], ...]:
    """What may go wrong on the way to Redis and back.

    uvloop has no better word for what is written to a line that broke just before.
    """
    from redis.exceptions import RedisError

    return RedisError, OSError, TimeoutError, RuntimeError
