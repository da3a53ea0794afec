"""How many watch a table by way of which process."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.create_table(
        "audience",
        sa.Column("game", sa.String(length=16), nullable=False),
        sa.Column("process", sa.String(length=40), nullable=False),
        sa.Column("watching", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_audience_game")),
        sa.PrimaryKeyConstraint("game", "process", name=op.f("pk_audience")),
    )


def downgrade() -> None:
    op.drop_table("audience")
