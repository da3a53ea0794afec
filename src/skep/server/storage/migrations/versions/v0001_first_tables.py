"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "heartbeats",
        sa.Column("process", sa.String(length=40), nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("process", name=op.f("pk_heartbeats")),
    )
    op.create_table(
        "outages",
        sa.Column("from_ms", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("to_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("from_ms", name=op.f("pk_outages")),
    )
    op.create_table(
        "users",
        sa.Column(
            "id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=True,
            nullable=False,
        ),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("created_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_users")),
    )
    op.create_table(
        "games",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("time_control", sa.Text(), nullable=False),
        sa.Column("speed", sa.String(length=16), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("rules_version", sa.Integer(), nullable=False),
        sa.Column("listed", sa.Boolean(), nullable=False),
        sa.Column("key", sa.String(length=32), nullable=False),
        sa.Column("seed", sa.LargeBinary(), nullable=False),
        sa.Column("creator", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("created_ms", sa.BigInteger(), nullable=False),
        sa.Column("started_ms", sa.BigInteger(), nullable=True),
        sa.Column("finished_ms", sa.BigInteger(), nullable=True),
        sa.Column("outcome", sa.Text(), nullable=True),
        sa.Column("rematch_of", sa.String(length=16), nullable=True),
        sa.ForeignKeyConstraint(["creator"], ["users.id"], name=op.f("fk_games_creator")),
        sa.ForeignKeyConstraint(["rematch_of"], ["games.id"], name=op.f("fk_games_rematch_of")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_games")),
    )
    op.create_index(
        op.f("ix_games_status_listed_created_ms"),
        "games",
        ["status", "listed", "created_ms"],
        unique=False,
    )
    op.create_table(
        "chat",
        sa.Column(
            "id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=True,
            nullable=False,
        ),
        sa.Column("game", sa.String(length=16), nullable=False),
        sa.Column("user", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("command_id", sa.String(length=40), nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.Column("text", sa.String(length=280), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_chat_game")),
        sa.ForeignKeyConstraint(["user"], ["users.id"], name=op.f("fk_chat_user")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_chat")),
        sa.UniqueConstraint(
            "game", "user", "command_id", name=op.f("uq_chat_game_user_command_id")
        ),
    )
    op.create_index(op.f("ix_chat_game"), "chat", ["game"], unique=False)
    op.create_table(
        "codes",
        sa.Column("code", sa.String(length=4), nullable=False),
        sa.Column("game", sa.String(length=16), nullable=False),
        sa.Column("expires_ms", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_codes_game")),
        sa.PrimaryKeyConstraint("code", name=op.f("pk_codes")),
    )
    op.create_table(
        "deadlines",
        sa.Column("game", sa.String(length=16), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("due_ms", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_deadlines_game")),
        sa.PrimaryKeyConstraint("game", name=op.f("pk_deadlines")),
    )
    op.create_index(op.f("ix_deadlines_due_ms"), "deadlines", ["due_ms"], unique=False)
    op.create_table(
        "events",
        sa.Column("game", sa.String(length=16), nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.Column("actor", sa.String(length=24), nullable=False),
        sa.Column("command_id", sa.String(length=40), nullable=True),
        sa.Column("kind", sa.String(length=24), nullable=False),
        sa.Column("payload", sa.Text(), nullable=False),
        sa.Column("schema_version", sa.SmallInteger(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_events_game")),
        sa.PrimaryKeyConstraint("game", "seq", name=op.f("pk_events")),
        sa.UniqueConstraint(
            "game", "actor", "command_id", name=op.f("uq_events_game_actor_command_id")
        ),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "presence",
        sa.Column("game", sa.String(length=16), nullable=False),
        sa.Column("user", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("process", sa.String(length=40), nullable=False),
        sa.Column("sockets", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_presence_game")),
        sa.ForeignKeyConstraint(["user"], ["users.id"], name=op.f("fk_presence_user")),
        sa.PrimaryKeyConstraint("game", "user", "process", name=op.f("pk_presence")),
    )
    op.create_table(
        "rematches",
        sa.Column("game", sa.String(length=16), nullable=False),
        sa.Column(
            "offered_by", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column("next_game", sa.String(length=16), nullable=True),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_rematches_game")),
        sa.ForeignKeyConstraint(["next_game"], ["games.id"], name=op.f("fk_rematches_next_game")),
        sa.ForeignKeyConstraint(["offered_by"], ["users.id"], name=op.f("fk_rematches_offered_by")),
        sa.PrimaryKeyConstraint("game", name=op.f("pk_rematches")),
    )
    op.create_table(
        "seats",
        sa.Column("game", sa.String(length=16), nullable=False),
        sa.Column("seat", sa.SmallInteger(), nullable=False),
        sa.Column("who", sa.String(length=16), nullable=False),
        sa.Column("level", sa.SmallInteger(), nullable=False),
        sa.Column("user", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_seats_game")),
        sa.ForeignKeyConstraint(["user"], ["users.id"], name=op.f("fk_seats_user")),
        sa.PrimaryKeyConstraint("game", "seat", name=op.f("pk_seats")),
    )
    op.create_index(op.f("ix_seats_user"), "seats", ["user"], unique=False)
