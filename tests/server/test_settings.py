"""Settings from the environment and from files, and the secret that outlives a restart."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from skep.errors import SetupError
from skep.server.settings import load_settings


def test_the_environment_wins_over_the_file(tmp_path: Path) -> None:
    file = tmp_path / "skep.toml"
    file.write_text('port = 1000\nhost = "0.0.0.0"\norigins = ["https://a.example"]\n')
    settings = load_settings(file, environ={"SKEP_PORT": "2000"})
    assert (settings.port, settings.host) == (2000, "0.0.0.0")
    assert settings.origins == ["https://a.example"]
    assert load_settings(file, environ={}, port=3000).port == 3000


def test_lists_are_separated_by_commas() -> None:
    settings = load_settings(environ={"SKEP_TRUSTED_PROXIES": "10.0.0.1, 10.0.0.2"})
    assert settings.trusted_proxies == ["10.0.0.1", "10.0.0.2"]


@pytest.mark.parametrize(
    ("environ", "problem"),
    [
        ({"SKEP_PORT": "many"}, "port"),
        ({"SKEP_CONFIG": "/nowhere/skep.toml"}, "cannot read"),
        ({"SKEP_CONFIG": sys.executable}, "cannot read the settings in .*: it is no text"),
        ({"SKEP_PROT": "1"}, "there is no setting SKEP_PROT; did you mean SKEP_PORT?"),
    ],
)
def test_a_wrong_setting_is_named(environ: dict[str, str], problem: str) -> None:
    with pytest.raises(SetupError, match=problem):
        load_settings(environ=environ)


def test_an_unknown_setting_in_the_file_is_named(tmp_path: Path) -> None:
    file = tmp_path / "skep.toml"
    file.write_text("prot = 1000\n")
    with pytest.raises(SetupError, match="prot"):
        load_settings(file, environ={})


def test_database_urls() -> None:
    def url(text: str) -> str:
        return load_settings(environ={}, database_url=text).url

    assert url("postgres://me@db/skep") == "postgresql+asyncpg://me@db/skep"
    assert load_settings(environ={}, data_dir="/d").url == "sqlite+aiosqlite:////d/skep.db"
    with pytest.raises(SetupError, match="sqlite:// or postgresql://"):
        url("mysql://db")


def test_the_secret_is_made_once_and_is_private(tmp_path: Path) -> None:
    settings = load_settings(environ={}, data_dir=str(tmp_path))
    secret = settings.signing_secret()
    assert settings.signing_secret() == secret
    assert len(secret) > 30
    assert (tmp_path / "secret").stat().st_mode & 0o777 == 0o600
    assert load_settings(environ={}, secret="given by the environment").signing_secret()
    with pytest.raises(SetupError, match="16"):
        load_settings(environ={}, secret="short").signing_secret()


def test_a_database_is_shown_as_it_was_given_without_its_password() -> None:
    def shown(text: str) -> str:
        return load_settings(environ={}, data_dir="/d", database_url=text).shown_url

    assert (
        shown("postgresql:///skep?host=/run/postgresql")
        == "postgresql:///skep?host=/run/postgresql"
    )
    assert shown("postgresql://skep@db/skep") == "postgresql://skep@db/skep"
    assert shown("postgres://skep:a:b/c@d@10.0.0.5/skep") == "postgres://skep:***@10.0.0.5/skep"
    assert shown("") == "/d/skep.db"
