"""The texts for translators are those of the templates and modules."""

from __future__ import annotations

from pathlib import Path

from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

WEB = Path(__file__).parents[1] / "src" / "skep" / "web"
KEYWORDS: dict[str, tuple[int, ...] | None] = {
    "_": None,
    "gettext": None,
    "ngettext": (1, 2),
    "t": None,
    "tn": (1, 2),
}


def test_the_template_of_texts_is_up_to_date() -> None:
    methods = [("templates/**.html", "jinja2"), ("static/**.js", "javascript")]
    found = {
        message if isinstance(message, str) else message[0]
        for _, _, message, _, _ in extract_from_dir(WEB, methods, keywords=KEYWORDS)
    }
    with (WEB / "locales" / "skep.pot").open("rb") as file:
        known = {
            message.id if isinstance(message.id, str) else message.id[0]
            for message in read_po(file)
            if message.id
        }
    assert len(found) > 200
    assert found == known, "run `make words`"
