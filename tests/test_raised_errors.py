"""Whatever the library raises on purpose is a SkepError: its sources are read for it."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator, Set
from pathlib import Path

import pytest

import skep.errors
from skep.errors import SkepError

SOURCES = Path(__file__).parents[1] / "src" / "skep"
ROOMS = ("client", "geometry", "hive", "laruche", "protocol", "school", "words")
FILES = [
    SOURCES / "errors.py",
    *(file for room in ROOMS for file in (SOURCES / room).rglob("*.py")),
]
OURS = {name for name in skep.errors.__all__ if name.endswith("Error")}
# What Python itself asks for: a class that is frozen, an index past the end, a package that is
# not installed; Ctrl-C passed on; a branch that cannot be reached.
ASKED_FOR = {
    "AttributeError": {"__setattr__", "__delattr__", "__getattr__"},
    "IndexError": {"__getitem__"},
    "StopIteration": {"__next__"},
    "StopAsyncIteration": {"__anext__"},
}
ANYWHERE = {"AssertionError", "KeyboardInterrupt", "ModuleNotFoundError"}
# Inside readers, which all catch it: nesting that is too deep, whoever notices it first.
CAUGHT_NEARBY = {"RecursionError"}


def raised(tree: ast.AST, function: str = "") -> Iterator[tuple[str, str, int]]:
    """The built-in exceptions that are raised by name: in which function, on which line."""
    for node in ast.iter_child_nodes(tree):
        inner = node.name if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) else function
        if isinstance(node, ast.Raise) and node.exc is not None:
            called = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
            if isinstance(called, ast.Name):
                value = getattr(builtins, called.id, None)
                if isinstance(value, type) and issubclass(value, BaseException):
                    yield called.id, inner, node.lineno
        yield from raised(node, inner)


def caught(text: str) -> set[str]:
    return {
        name.id
        for handler in ast.walk(ast.parse(text))
        if isinstance(handler, ast.ExceptHandler) and handler.type is not None
        for name in ast.walk(handler.type)
        if isinstance(name, ast.Name)
    }


def faults(text: str, nearby: Set[str] = frozenset()) -> list[tuple[str, int]]:
    return [
        (name, line)
        for name, function, line in raised(ast.parse(text))
        if name not in ANYWHERE
        and function not in ASKED_FOR.get(name, ())
        and name not in CAUGHT_NEARBY & nearby
    ]


def test_the_check_finds_what_it_should() -> None:
    assert faults("def f():\n    raise ValueError('x')") == [("ValueError", 2)]
    assert faults("class A:\n    def __getitem__(self, i):\n        raise IndexError(i)") == []
    assert faults("def f():\n    raise IndexError(1)") == [("IndexError", 2)]


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(SOURCES)))
def test_no_builtin_error_is_raised(file: Path) -> None:
    beside = [other.read_text(encoding="utf-8") for other in file.parent.glob("*.py")]
    nearby = set().union(*map(caught, beside))
    assert faults(file.read_text(encoding="utf-8"), nearby) == []


def test_errors_of_our_own_have_one_root() -> None:
    assert all(issubclass(getattr(skep.errors, name), SkepError) for name in OURS)
    for file in FILES:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                bases = {base.id for base in node.bases if isinstance(base, ast.Name)}
                strangers = {
                    base
                    for base in bases
                    if isinstance(found := getattr(builtins, base, None), type)
                    and issubclass(found, BaseException)
                }
                assert not strangers or bases & OURS or node.name == "SkepError", (file, node.name)
