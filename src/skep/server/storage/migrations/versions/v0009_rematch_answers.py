"""Who has agreed to a rematch and who has declined, where several play."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.add_column("rematches", sa.Column("answers", sa.Text(), nullable=True))


def downgrade() -> None:
    op.drop_column("rematches", "answers")
