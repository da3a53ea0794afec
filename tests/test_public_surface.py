"""The library's `__all__`: of a package what can be seen in it, of a module what it defines."""

from __future__ import annotations

import ast
import importlib
import pkgutil
from types import ModuleType

import pytest

import skep.geometry
import skep.hive
import skep.laruche

# gettext's name for a marked message: used next door, but nothing to build upon
NOT_MEANT = {"N_"}
NAMES = sorted(
    info.name
    for package in (skep.geometry, skep.hive, skep.laruche)
    for info in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
)
PACKAGES = [
    "skep.geometry",
    "skep.hive",
    "skep.hive.batch",
    "skep.hive.notation",
    "skep.hive.rulebook",
    "skep.hive.uhp",
    "skep.hive.uhp_client",
    "skep.laruche",
]


def visible(module: ModuleType) -> set[str]:
    return {
        name
        for name, value in vars(module).items()
        if not name.startswith("_") and not isinstance(value, ModuleType) and name != "annotations"
    }


def defined(module: ModuleType) -> set[str]:
    """The names that a module gives a value at its top level, imports apart."""
    assert module.__file__ is not None
    with open(module.__file__, encoding="utf-8") as file:
        tree = ast.parse(file.read())
    names: set[str] = set()
    for node in tree.body:
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                names.add(name)
            case ast.ClassDef(name=name) | ast.AnnAssign(target=ast.Name(id=name)):
                names.add(name)
            case ast.Assign(targets=targets):
                names |= {target.id for target in targets if isinstance(target, ast.Name)}
    return {name for name in names if not name.startswith("_")} - NOT_MEANT


def test_there_are_modules() -> None:
    assert len(NAMES) > 20


@pytest.mark.parametrize("name", PACKAGES)
def test_packages_show_what_they_say(name: str) -> None:
    module = importlib.import_module(name)
    assert visible(module) == set(module.__all__)


@pytest.mark.parametrize("name", ["skep.errors", *NAMES])
def test_modules_say_what_they_define(name: str) -> None:
    if name == "skep.hive.environments.openspiel":
        pytest.importorskip("pyspiel")  # `make test-full` installs it
    module = importlib.import_module(name)
    said = getattr(module, "__all__", None)
    if said is None:
        assert not defined(module), f"{name} has no __all__"
        return
    assert len(set(said)) == len(said)
    assert all(hasattr(module, each) for each in said)
    assert defined(module) <= set(said)
