"""A seat may have a handicap: a pause between its placements."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    column = sa.Column("handicap_ms", sa.Integer(), nullable=False, server_default="0")
    op.add_column("seats", column)
