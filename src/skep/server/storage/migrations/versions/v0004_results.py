"""Results that people compare, and finding the games of a kind by when they ended."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "results",
        sa.Column("game", sa.String(length=16), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("series", sa.String(length=40), nullable=False),
        sa.Column("user", _ID, nullable=False),
        sa.Column("counts", sa.Boolean, nullable=False),
        sa.Column("payload", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_results_game")),
        sa.ForeignKeyConstraint(["user"], ["users.id"], name=op.f("fk_results_user")),
        sa.PrimaryKeyConstraint("game", name=op.f("pk_results")),
    )
    op.create_index(op.f("ix_results_kind_series"), "results", ["kind", "series"])
    op.create_index(op.f("ix_results_user"), "results", ["user"])
    op.create_index(op.f("ix_games_kind_finished_ms"), "games", ["kind", "finished_ms"])
