"""What is imported is declared, in the extra of its room; and the library stands alone."""

from __future__ import annotations

import ast
import os
import re
import shlex
import subprocess
import sys
import tomllib
import venv
from collections.abc import Iterable, Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCES = ROOT / "src" / "skep"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]

# which extras the packages of a room may come from, beside what everybody has
EXTRAS = {"cli": {"cli", "server", "client"}, "client": {"client"}, "server": {"server", "cluster"},
          "web": {"server"}, "hive/batch": {"numpy"}, "laruche/batch.py": {"numpy"},
          "hive/arena": {"dask"},
          "hive/environments": {"gymnasium", "pettingzoo", "openspiel"}}  # fmt: skip
# what may be missing here, so that nobody can be asked where it comes from
NOT_EVERYWHERE = {"pyspiel": ["open_spiel"]}


def names_of(requirements: Iterable[str]) -> set[str]:
    """Of the distributions, as one writes them; `skep[…]` stands for the extras it names."""
    names = set()
    for requirement in requirements:
        match = re.match(r"[A-Za-z0-9._-]+", requirement)
        assert match is not None
        names.add(re.sub(r"[._-]+", "-", match[0]).lower())
    return names


def declared(extra: str) -> set[str]:
    requirements: list[str] = PROJECT["optional-dependencies"][extra]
    nested = [re.findall(r"^skep\[(.*)\]$", one) for one in requirements]
    inner = [name for found in nested for names in found for name in names.split(",")]
    return names_of(requirements).union(*(declared(name) for name in inner))


def imported(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            yield node.module.partition(".")[0]


@pytest.mark.medium
def test_every_import_is_declared_in_the_extra_of_its_room() -> None:
    distributions = {**NOT_EVERYWHERE, **packages_distributions()}
    always = names_of(PROJECT["dependencies"])
    undeclared = set()
    for file in sorted(SOURCES.rglob("*.py")):
        parts = file.relative_to(SOURCES).parts
        room = "/".join(parts[:2]) if "/".join(parts[:2]) in EXTRAS else parts[0]
        allowed = always.union(*(declared(extra) for extra in EXTRAS.get(room, ())))
        for name in imported(file):
            if name == "skep" or name in sys.stdlib_module_names:
                continue
            if not names_of(distributions.get(name, [name])) & allowed:
                undeclared.add((str(file.relative_to(SOURCES)), name))
    assert not undeclared


@pytest.mark.medium
def test_nothing_is_declared_that_no_module_asks_for() -> None:
    distributions = {**NOT_EVERYWHERE, **packages_distributions()}
    asked = {
        name
        for file in SOURCES.rglob("*.py")
        for module in imported(file)
        for name in names_of(distributions.get(module, []))
    }
    # They are asked for by name: by SQLAlchemy, by Starlette, by uvicorn, in the child that paints.
    by_name = {"aiosqlite", "asyncpg", "python-multipart", "httptools", "uvloop", "resvg-py"}
    # `training` is asked for by the folder of that name, which is in the repository alone.
    extras = PROJECT["optional-dependencies"].keys() - {"training"}
    everything = names_of(PROJECT["dependencies"]).union(*map(declared, extras))
    assert everything - asked - by_name - {"skep"} == set()


# Runs its arguments as Python would, in a world where only the allowed packages are installed.
ALONE = """
import importlib.abc, runpy, sys
allowed = set(sys.argv.pop(1).split(",")) | sys.stdlib_module_names | {"skep", "_skep_editable"}
class Nothing(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] not in allowed:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Nothing())
sys.argv = sys.argv[1:]
runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
"""


def run_alone(*arguments: str, allowed: str = "msgspec", typed: str = "") -> tuple[int, str, str]:
    done = subprocess.run(
        [sys.executable, "-c", ALONE, allowed, *arguments],
        input=typed, capture_output=True, text=True, check=False, cwd="/",
    )  # fmt: skip
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("words", [["skep.hive.uhp"], ["skep", "uhp"]])
def test_the_engine_speaks_uhp_with_the_library_alone(words: list[str]) -> None:
    code, output, errors = run_alone(*words, typed="newgame Base\nbestmove depth 1\nexit\n")
    assert (code, errors) == (0, "")
    assert output.startswith("id skep")
    assert output.rstrip().endswith("ok")


@pytest.mark.parametrize(
    ("command", "allowed", "extra"),
    [
        ("moves", "msgspec", "skep[cli]"),
        ("serve", "msgspec", "skep[cli,server]"),
        ("serve", "msgspec,click,rich,prompt_toolkit", "skep[cli,server]"),
        ("bot", "msgspec,click,rich,prompt_toolkit", "skep[cli,client]"),
    ],
)
def test_a_command_without_its_extra_says_what_to_install(
    command: str, allowed: str, extra: str
) -> None:
    more = ["--engine", "x", "--server", "http://127.0.0.1:9", "--game", "x"]
    code, output, errors = run_alone(
        "skep", command, *(more if command == "bot" else []), allowed=allowed
    )
    assert (code, output) == (2, "")
    assert f"pip install '{extra}'" in errors
    assert "Traceback" not in errors


def test_what_the_library_alone_answers() -> None:
    for command in ("version", "--version"):
        code, output, errors = run_alone("skep", command)
        assert (code, output.startswith("skep "), errors) == (0, True, "")
    for words in ([], ["--help"], ["-h"]):
        code, output, errors = run_alone("skep", *words)
        assert (code, errors) == (0, "")
        assert "skep uhp" in output
        assert "pip install 'skep[cli,server]'" in output


def test_the_client_without_its_extra_says_what_to_install() -> None:
    code, _, errors = run_alone("skep.client.session")
    assert code != 0
    assert "skep.client needs the package httpx: pip install 'skep[client]'" in errors


def test_games_in_bulk_without_numpy_say_what_to_install() -> None:
    code, _, errors = run_alone("skep.hive.batch.games")
    assert code != 0
    assert "skep.hive.batch needs the package numpy: pip install 'skep[numpy]'" in errors


@pytest.mark.parametrize(
    ("module", "package", "extra"),
    [
        ("gymnasium", "gymnasium", "gymnasium"),
        ("pettingzoo", "pettingzoo", "pettingzoo"),
        ("openspiel", "open_spiel", "openspiel"),
    ],
)
def test_an_environment_without_its_extra_says_what_to_install(
    module: str, package: str, extra: str
) -> None:
    code, _, errors = run_alone(f"skep.hive.environments.{module}", allowed="msgspec,numpy")
    assert code != 0
    assert f"needs the package {package}: pip install 'skep[{extra}]'" in errors


@pytest.mark.slow
def test_a_bare_installation_has_one_package_beside_skep(tmp_path: Path) -> None:
    venv.create(tmp_path / "bare", with_pip=True)
    python = tmp_path / "bare" / "bin" / "python"
    pip = [str(python), "-m", "pip", "--disable-pip-version-check"]
    before = subprocess.run([*pip, "list"], capture_output=True, text=True, check=True).stdout
    subprocess.run([*pip, "install", "-q", ROOT], check=True, cwd=tmp_path)
    after = subprocess.run([*pip, "list"], capture_output=True, text=True, check=True).stdout
    came = {line.split()[0] for line in set(after.splitlines()) - set(before.splitlines())}
    assert came == {"skep", "msgspec"}
    subprocess.run(
        [python, "-c", "import skep.hive, skep.laruche; print(skep.hive.Position().perft(3))"],
        check=True, cwd=tmp_path,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("said", "options"),
    [
        ([], []),
        (["PORT=9000"], ["--port", "9000"]),
        (["HOST=0.0.0.0", "PORT=9000"], ["--host", "0.0.0.0", "--port", "9000"]),
    ],
)
def test_make_run_leaves_the_settings_to_the_environment(
    said: list[str], options: list[str]
) -> None:
    """An option would win over SKEP_PORT, so there is one only where make was told."""
    outer = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    environ = {**outer, "SKEP_PORT": "1234", "HOST": "x86_64-linux-gnu", "PORT": "1"}
    shown = subprocess.run(
        ["make", "-n", "run", *said],
        cwd=ROOT,
        env=environ,
        capture_output=True,
        text=True,
        check=True,
    )
    words = shlex.split(shown.stdout.splitlines()[-1])
    assert words == ["exec", ".venv/bin/skep", "serve", *options]
    assert "SKEP_DATA_DIR" not in shown.stdout  # it would win over a file of settings
