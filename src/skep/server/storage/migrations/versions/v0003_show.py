"""A seat may be shown what fits, as a handicap of the others."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    column = sa.Column("show", sa.Boolean, nullable=False, server_default=sa.false())
    op.add_column("seats", column)
