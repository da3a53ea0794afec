"""The rooms of the server: outside a kind's own, nobody names one or asks which it is."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from skep.server.kinds import all_kinds

SERVER = Path(__file__).parents[2] / "src" / "skep" / "server"
ROOMS = ("storage", "tables", "talk", "people", "lobby", "http", "sockets", "rules")
GAMES = {"hive", "laruche", "la ruche", "solitaire"}
PIECES = r"bugs?|queen|ant|beetle|spider|grasshopper|mosquito|ladybug|pillbug|tiles?|bee"
KNOWN = re.compile(rf"(?i)\b(hive|la ?ruche|solitaire|{PIECES})\b")
FILES = [path for room in ROOMS for path in sorted((SERVER / room).rglob("*.py"))]


def words_of(tree: ast.AST) -> Iterator[str]:
    """Every name and every text of a module but its docstrings: comments may give examples."""
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, documented) and node.body and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(text)) if id(node) not in docstrings:
                yield text
            case ast.Name(id=name) | ast.Attribute(attr=name):
                yield re.sub(r"_|(?<=[a-z])(?=[A-Z])", " ", name)
            case ast.ImportFrom(module=str(module)):
                yield module.replace(".", " ")


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SERVER)))
def test_no_room_names_a_kind(path: Path) -> None:
    found = {word for word in words_of(ast.parse(path.read_text())) if KNOWN.search(word)}
    assert found == set()


def test_the_check_knows_the_kinds_there_are() -> None:
    assert {kind.name for kind in all_kinds()} <= GAMES
    assert any(KNOWN.search(word) for word in words_of(ast.parse("isinstance(x, HiveRules)")))
    assert any(KNOWN.search(word) for word in words_of(ast.parse("game == 'laruche'")))
