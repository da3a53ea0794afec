"""For the API pages: examples stand bare in docstrings, and Markdown wants fences around them."""

from __future__ import annotations

from typing import Any

import griffe


def fenced(text: str) -> str:
    """The text with every example between fences: from its first prompt to the next empty line."""
    lines: list[str] = []
    inside = False
    for line in text.splitlines():
        begins = line.lstrip().startswith(">>> ")
        if begins and not inside:
            lines += ["", "```pycon"]
            inside = True
        elif inside and not line.strip():
            lines.append("```")
            inside = False
        lines.append(line)
    return "\n".join([*lines, "```"] if inside else lines)


class DoctestFences(griffe.Extension):
    """Puts the fences into every docstring that is shown."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        if obj.docstring is not None:
            obj.docstring.value = fenced(obj.docstring.value)
