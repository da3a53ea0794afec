"""What the operator may set: by environment (`SKEP_…`) or by a TOML file, the environment first."""

from __future__ import annotations

import difflib
import os
import re
import secrets
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from skep.errors import SetupError, Told

__all__ = ["Settings", "load_settings"]


_SECRET = ("secret", "database_url", "redis_url", "metrics_token")


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Every setting with its default. `SKEP_DATA_DIR` sets `data_dir`, and so on."""

    data_dir: str = "data"
    database_url: str = ""  # empty: SQLite in the data folder
    redis_url: str = ""  # joins several processes into one site; empty: by the database alone
    secret: str = ""  # empty: read from, or written once into, the data folder
    host: str = "127.0.0.1"
    port: int = 8080
    origins: list[str] = []  # further origins whose pages may use this server
    trusted_proxies: list[str] = []  # addresses whose X-Forwarded-For is believed
    log_format: str = "text"  # or json
    engine_workers: int = 1
    engine_memory_mib: int = 64
    heartbeat_seconds: float = 5.0  # between heartbeats to each client
    sweep_seconds: float = 1.0
    compare_heads_seconds: float = 2.0
    claim_seconds: float = 60.0  # a win may be claimed when the other is away on their turn so long
    claim_untimed_seconds: float = 600.0  # as above, in games without a clock
    cached_games: int = 2000
    sockets_per_address: int = 64
    commands_per_second: float = 10.0
    creations_per_minute: float = 20.0
    requests_per_second: float = 20.0
    request_seconds: float = 20.0  # so long may a request take to come in, headers and body
    metrics_token: str = ""  # whoever asks for /metrics shows it; empty: nobody may
    max_sqlite_pages: int = 0  # 0: no limit. Makes a full disk testable
    bot_speed: float = 1.0  # La Ruche bots look so many times as often; for tests
    development: bool = False

    def __repr__(self) -> str:
        """Without what is secret: it might be logged."""
        shown = [
            f"{name}={'…' if value and name in _SECRET else value!r}"
            for name, value in msgspec.structs.asdict(self).items()
        ]
        return f"Settings({', '.join(shown)})"

    @property
    def folder(self) -> Path:
        return Path(self.data_dir)

    @property
    def url(self) -> str:
        """The database as SQLAlchemy wants it."""
        if not self.database_url:
            return f"sqlite+aiosqlite:///{self.folder.absolute() / 'skep.db'}"
        scheme, separator, rest = self.database_url.partition("://")
        driver = {
            "postgres": "postgresql+asyncpg",
            "postgresql": "postgresql+asyncpg",
            "sqlite": "sqlite+aiosqlite",
        }.get(scheme, scheme)
        if not separator or driver not in ("postgresql+asyncpg", "sqlite+aiosqlite"):
            raise SetupError(
                Told(
                    "SKEP_DATABASE_URL starts with sqlite:// or postgresql://, not {scheme}",
                    scheme=repr(scheme),
                )
            )
        return f"{driver}://{rest}"

    @property
    def shown_url(self) -> str:
        """The database for people: as it was given, without the password."""
        return re.sub("(://[^:/@]*):.*@", r"\1:***@", self.database_url) or str(self.sqlite_path)

    @property
    def is_sqlite(self) -> bool:
        return self.url.startswith("sqlite")

    @property
    def sqlite_path(self) -> Path:
        return Path(self.url.partition(":///")[2])

    def signing_secret(self) -> str:
        """The secret that signs cookies: kept, so that guests outlive a restart."""
        if self.secret:
            if len(self.secret) < 16:
                raise SetupError(Told("SKEP_SECRET has at least 16 characters"))
            return self.secret
        path = self.folder / "secret"
        try:
            return path.read_text().strip()
        except FileNotFoundError:
            value = secrets.token_urlsafe(32)
            descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(descriptor, "w") as file:
                file.write(value + "\n")
            return value


# Names of the same kind that set something else: where settings are, the commands, the tests.
_OTHERS = (
    *("SKEP_CONFIG", "SKEP_HOME", "SKEP_CPU", "SKEP_CRASH_AT"),
    *("SKEP_PEER", "SKEP_OPENSPIEL", "SKEP_CHROMIUM"),
)


def _refuse_unknown(environ: Mapping[str, str]) -> None:
    """A misspelt name must not look as if it had been set."""
    known = [f"SKEP_{field.name.upper()}" for field in msgspec.structs.fields(Settings)]
    for name in sorted(environ):
        if name.startswith("SKEP_") and name not in (*known, *_OTHERS):
            raise SetupError(_no_setting(name, known))


def _refuse_unknown_fields(file: Path, values: Mapping[str, Any]) -> None:
    known = [field.name for field in msgspec.structs.fields(Settings)]
    for name in values:
        if name not in known:
            raise SetupError(Told("{file}: {problem}", file=file, problem=_no_setting(name, known)))


def _no_setting(name: str, known: Sequence[str]) -> Told:
    close = difflib.get_close_matches(name, known, n=1)
    if not close:
        return Told("there is no setting {name}", name=name)
    return Told("there is no setting {name}; did you mean {other}?", name=name, other=close[0])


def load_settings(
    file: Path | None = None, environ: Mapping[str, str] | None = None, **overrides: Any
) -> Settings:
    """Read the settings: what is given here, then the environment, then the file, then defaults.

    >>> load_settings(environ={"SKEP_PORT": "9000"}).port
    9000
    """
    environ = os.environ if environ is None else environ
    values: dict[str, Any] = {}
    name = file or (Path(environ["SKEP_CONFIG"]) if "SKEP_CONFIG" in environ else None)
    if name is not None:
        try:
            values.update(tomllib.loads(name.read_text(encoding="utf-8")))
            _refuse_unknown_fields(name, values)
        except UnicodeDecodeError as problem:
            raise SetupError(_unreadable(name, Told("it is no text"))) from problem
        except (OSError, tomllib.TOMLDecodeError) as problem:
            raise SetupError(_unreadable(name, problem)) from problem
    _refuse_unknown(environ)
    for field in msgspec.structs.fields(Settings):
        text = environ.get(f"SKEP_{field.name.upper()}")
        if text is not None:
            is_list = isinstance(field.default_factory, type) and field.default_factory is list
            values[field.name] = [x.strip() for x in text.split(",") if x] if is_list else text
    values.update({key: value for key, value in overrides.items() if value is not None})
    try:
        return msgspec.convert(values, Settings, strict=False)
    except msgspec.ValidationError as problem:
        raise SetupError(Told("a setting is wrong: {problem}", problem=problem)) from problem


def _unreadable(name: Path, problem: object) -> Told:
    return Told("cannot read the settings in {name}: {problem}", name=name, problem=problem)
