"""The rules' names and sentences for the browser, written from the library's: one source for both.

Run this module to write them, or `make words`. A test fails when a file in the package is not what
this writes.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import resources
from pathlib import Path

import msgspec

from skep.hive import names as hive_names
from skep.hive import reasons
from skep.laruche import names as laruche_names

__all__ = ["javascript_words"]

_HEADER = """\
// Written by `make words` from {source}: change it there, not here.

import {{ forms, t }} from "../base/i18n.js";
"""


def javascript_words() -> dict[str, str]:
    """The text of each file, by its path under `static`."""
    return {"hive/rule_words.js": _hive(), "laruche/rule_words.js": _laruche()}


def _hive() -> str:
    pieces = {
        color.value + bug.value: name for (color, bug), name in hive_names.PIECE_NAMES.items()
    }
    sentences = {code.value: text for code, text in reasons.SENTENCES.items()}
    return "\n".join(
        [
            _HEADER.format(source="skep/hive/names.py and reasons.py"),
            _nouns("bugNoun", {b.value: name for b, name in hive_names.BUG_NAMES.items()}),
            _nouns("sideNoun", {c.value: name for c, name in hive_names.SIDE_NAMES.items()}),
            _nouns("pieceNoun", pieces),
            _nouns("ownNoun", {b.value: name for b, name in hive_names.OWN_NAMES.items()}),
            _nouns("anyNoun", {b.value: name for b, name in hive_names.ANY_NAMES.items()}),
            _sentences("ruleSentence", {**sentences, "DRAWN": reasons.DRAWN}),
        ]
    )


def _laruche() -> str:
    directions = {str(n): name for n, name in enumerate(laruche_names.DIRECTION_NAMES)}
    sentences = {code.value: text for code, text in laruche_names.SENTENCES.items()}
    return "\n".join(
        [
            _HEADER.format(source="skep/laruche/names.py"),
            _nouns("colorNoun", laruche_names.COLOR_NAMES),
            _nouns("directionNoun", directions),
            _sentences("ruleSentence", {**sentences, "EDGE": laruche_names.EDGE}),
        ]
    )


def _nouns(function: str, names: Mapping[str, tuple[str, str]]) -> str:
    lines = [
        "/** @param {string} name @param {string} [number] */",
        f"export function {function}(name, number) {{",
        "  switch (name) {",
    ]
    for key, (context, text) in names.items():
        lines += [
            f"    case {_literal(key)}:",
            f"      return forms({_literal(context)}, {_literal(text)}, number);",
        ]
    return "\n".join([*lines, "    default:", '      return { "": name };', "  }", "}", ""])


def _sentences(function: str, sentences: dict[str, str]) -> str:
    lines = [
        "/**",
        " * null: there is no sentence for it.",
        ' * @param {string} code @param {import("../base/i18n.js").Params} [params]',
        " */",
        f"export function {function}(code, params) {{",
        "  switch (code) {",
    ]
    for code, text in sentences.items():
        lines += [f"    case {_literal(code)}:", f"      return t({_literal(text)}, params);"]
    return "\n".join([*lines, "    default:", "      return null;", "  }", "}", ""])


def _literal(value: str) -> str:
    return msgspec.json.encode(value).decode()


def main() -> None:
    for path, text in javascript_words().items():
        Path(str(resources.files("skep.web") / "static" / path)).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
