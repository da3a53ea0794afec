"""What people have learned in the school."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "progress",
        sa.Column("user", _ID, nullable=False),
        sa.Column("lesson", sa.String(length=90), nullable=False),
        sa.Column("stars", sa.SmallInteger, nullable=False),
        sa.Column("again", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(["user"], ["users.id"], name=op.f("fk_progress_user")),
        sa.PrimaryKeyConstraint("user", "lesson", name=op.f("pk_progress")),
    )
