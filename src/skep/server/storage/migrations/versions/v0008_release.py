"""Which release each process is of, so that nothing is written that one of them cannot read."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    # Processes of before say nothing of it, and that is what they are.
    column = sa.Column("release", sa.SmallInteger(), nullable=False, server_default="0")
    op.add_column("heartbeats", column)


def downgrade() -> None:
    op.drop_column("heartbeats", "release")
