"""Better words that readers suggest."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "suggestions",
        sa.Column("id", _ID, autoincrement=True, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("language", sa.String(length=8), nullable=False),
        sa.Column("page", sa.String(length=200), nullable=False),
        sa.Column("text", sa.String(length=500), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_suggestions")),
    )
