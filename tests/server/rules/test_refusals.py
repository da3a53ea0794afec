"""Every code that the server refuses with has a sentence in the pages, and each is used."""

from __future__ import annotations

import re
from pathlib import Path

from skep.protocol import RefusalCode

SOURCE = Path(__file__).parents[3] / "src" / "skep"
# Nobody reads these: the first two go to the program that asked, the last is a socket's farewell.
UNSPOKEN = {RefusalCode.NOT_DUE, RefusalCode.NOT_ALLOWED, RefusalCode.TRY_AGAIN}


def test_every_refusal_has_a_sentence() -> None:
    static = SOURCE / "web/static"
    rooms = [static / "play/refusals.js", *static.glob("*/sentences.js")]
    words = "".join(path.read_text(encoding="utf-8") for path in rooms)
    page = (SOURCE / "web/templates/error.html").read_text(encoding="utf-8")
    spoken = set(re.findall(r'case "([A-Z_]+)":', words))
    spoken |= set(re.findall(r"'([A-Z_]{3,})'", page))
    assert set(RefusalCode) - UNSPOKEN - spoken == set()


def test_every_code_is_used_and_none_is_made_up() -> None:
    used: set[str] = set()
    for path in (SOURCE / "server").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        used |= set(re.findall(r"RefusalCode\.([A-Z_]+)", text))
        assert not re.findall(r'RefusedError\(\s*"', text), f"{path} writes a code as text"
    assert used | {"TRY_AGAIN"} == {code.name for code in RefusalCode}
