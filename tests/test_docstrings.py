"""Every public name of the library says what it is for."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from types import ModuleType

import pytest

import skep.errors
import skep.geometry
import skep.hive
import skep.laruche

PACKAGES: tuple[ModuleType, ...] = (skep.geometry, skep.hive, skep.laruche)
MODULES = [
    "skep.errors",
    *(package.__name__ for package in PACKAGES),
    *(
        info.name
        for package in PACKAGES
        for info in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
        if not info.name.endswith("__main__")
    ),
]


NOT_EVERYWHERE = {"skep.hive.environments.openspiel"}  # `make test-full` installs what it needs


def load(name: str) -> ModuleType:
    if name in NOT_EVERYWHERE:
        pytest.importorskip("pyspiel")
    return importlib.import_module(name)


def says_something(value: object) -> bool:
    """Dataclasses and enums get a text by themselves, which says nothing."""
    text = (getattr(value, "__doc__", None) or "").strip()
    made = inspect.isclass(value) and text.startswith(f"{value.__name__}(")
    return bool(text) and not made and text != "An enumeration."


def public_names(module: ModuleType) -> Iterator[tuple[str, object]]:
    for name in getattr(module, "__all__", ()):
        value = getattr(module, name)
        is_ours = inspect.isclass(value) or inspect.isfunction(value)
        if not is_ours or value.__module__ != module.__name__:
            continue
        yield name, value
        if not inspect.isclass(value):
            continue
        for inner, member in vars(value).items():
            if inner.startswith("_"):
                continue
            function = member.fget if isinstance(member, property) else member
            function = getattr(function, "__func__", function)
            if inspect.isfunction(function):
                yield f"{name}.{inner}", function


@pytest.mark.parametrize("name", MODULES)
def test_every_public_name_has_a_docstring(name: str) -> None:
    module = load(name)
    assert says_something(module)
    assert [each for each, value in public_names(module) if not says_something(value)] == []


def test_names_are_found() -> None:
    """An empty list of names would pass everything above."""
    assert (
        sum(1 for name in sorted({*MODULES} - NOT_EVERYWHERE) for _ in public_names(load(name)))
        > 500
    )
