"""Every code that the server refuses with has a sentence in the pages."""

from __future__ import annotations

import ast
import re
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src" / "skep"
NAMES = ("CommandRefusedError", "RefusedError")


def refusal_codes() -> set[str]:
    codes = set()
    for path in (SOURCE / "server").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or getattr(node.func, "id", "") not in NAMES:
                continue
            if node.args and isinstance(node.args[0], ast.Constant):
                codes.add(str(node.args[0].value))
    return codes


def test_every_refusal_has_a_sentence() -> None:
    words = (SOURCE / "web/static/hive/sentences.js").read_text(encoding="utf-8")
    page = (SOURCE / "web/templates/error.html").read_text(encoding="utf-8")
    spoken = set(re.findall(r'case "([A-Z_]+)":', words)) | set(re.findall(r"'([A-Z_]{3,})'", page))
    codes = refusal_codes()
    assert len(codes) > 20
    assert codes - spoken == set()
