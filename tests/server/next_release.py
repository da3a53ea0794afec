"""skep as the next release might be: `python -m tests.server.next_release serve`.

It makes other pages, has one migration more, and takes one kind of event for new.
"""

from __future__ import annotations

import sys
import tempfile
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from alembic.config import Config

from skep.cli import main
from skep.server.games.hive.kind import HiveKind
from skep.server.http.static_files import StaticFiles
from skep.server.storage import migrating
from skep.server.tables import outages

__all__ = ["NEW_EVENT"]

NEW_EVENT = "draw_offered"

_MIGRATION = """
import sqlalchemy as sa
from alembic import op

revision, down_revision = "{next}", "{newest}"


def upgrade() -> None:
    op.create_table("next_things", sa.Column("id", sa.Integer, primary_key=True))
    op.add_column("games", sa.Column("next_note", sa.String(8)))


def downgrade() -> None:
    op.drop_column("games", "next_note")
    op.drop_table("next_things")
"""


def become_the_next_release(folder: Path) -> None:
    newest = migrating.newest_revision()
    following = f"{int(newest) + 1:04}"
    text = _MIGRATION.format(next=following, newest=newest)
    (folder / f"v{following}_next.py").write_text(text)
    usual = migrating._alembic

    def alembic() -> Config:
        config = usual()
        places = [f"{config.get_main_option('script_location')}/versions", str(folder)]
        config.set_main_option("version_locations", " ".join(places))
        config.set_main_option("path_separator", "space")
        return config

    migrating._alembic = alembic
    outages.RELEASE += 1
    HiveKind.released = {NEW_EVENT: outages.RELEASE}
    begin = StaticFiles.__init__

    def begin_with_more(
        self: StaticFiles, folder: Traversable, extra: dict[str, bytes] | None = None, *more: Any
    ) -> None:
        begin(self, folder, {**(extra or {}), "next.txt": b"the next release"}, *more)

    StaticFiles.__init__ = begin_with_more  # type: ignore[method-assign, assignment]


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as made:
        become_the_next_release(Path(made))
        sys.argv[0] = "skep"
        main()
