"""The tables of the database. Times are milliseconds since 1970, in the server's clock."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
)

__all__ = [
    "NEWCOMER",
    "audience",
    "chat",
    "codes",
    "deadlines",
    "events",
    "games",
    "heartbeats",
    "metadata",
    "outages",
    "presence",
    "progress",
    "rematches",
    "results",
    "seats",
    "suggestions",
    "users",
]

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

# A seat that was taken after the start: the log has it, the row is for finding one's games.
NEWCOMER = "newcomer"

# SQLite counts up only an INTEGER primary key by itself.
_Id = BigInteger().with_variant(Integer, "sqlite")

users = Table(
    "users",
    metadata,
    Column("id", _Id, primary_key=True, autoincrement=True),
    Column("kind", String(16), nullable=False),  # guest, member, deleted
    Column("name", String(40), nullable=False),
    Column("created_ms", BigInteger, nullable=False),
    Column("language", String(8)),  # as chosen; null: as the browser asks for
)

games = Table(
    "games",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("kind", String(16), nullable=False),  # hive, laruche
    Column("status", String(16), nullable=False),  # open, live, finished
    Column("options", Text, nullable=False),
    Column("time_control", Text, nullable=False),
    Column("speed", String(16), nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("key", String(32), nullable=False),  # part of the private link
    Column("seed", LargeBinary, nullable=False),  # 128 random bits; secret until the end
    Column("creator", _Id, ForeignKey("users.id"), nullable=False),
    Column("created_ms", BigInteger, nullable=False),
    Column("started_ms", BigInteger),
    Column("finished_ms", BigInteger),
    Column("outcome", Text),
    Column("rematch_of", String(16), ForeignKey("games.id")),
    Index(None, "status", "listed", "created_ms"),
    Index(None, "kind", "finished_ms"),
)

seats = Table(
    "seats",
    metadata,
    Column("game", String(16), ForeignKey("games.id"), primary_key=True),
    Column("seat", SmallInteger, primary_key=True),
    Column("who", String(16), nullable=False),  # open, invited, person, engine, bot, newcomer
    Column("level", SmallInteger, nullable=False),
    Column("user", _Id, ForeignKey("users.id"), index=True),
    Column("handicap_ms", Integer, nullable=False, server_default="0"),
    Column("show", Boolean, nullable=False, server_default=false()),  # is it shown what fits?
)

events = Table(
    "events",
    metadata,
    Column("game", String(16), ForeignKey("games.id"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("at_ms", BigInteger, nullable=False),
    Column("actor", String(24), nullable=False),
    Column("command_id", String(40)),
    Column("kind", String(24), nullable=False),
    Column("payload", Text, nullable=False),
    Column("schema_version", SmallInteger, nullable=False),
    UniqueConstraint("game", "actor", "command_id"),
    sqlite_with_rowid=False,
)

deadlines = Table(
    "deadlines",
    metadata,
    Column("game", String(16), ForeignKey("games.id"), primary_key=True),
    Column("seq", Integer, nullable=False),
    Column("due_ms", BigInteger, nullable=False, index=True),
)

GONE = 32_767  # the release of a process that has left in order: later than any

heartbeats = Table(
    "heartbeats",
    metadata,
    Column("process", String(40), primary_key=True),
    Column("at_ms", BigInteger, nullable=False),
    Column("release", SmallInteger, nullable=False, server_default="0"),  # `tables.outages`
)

outages = Table(
    "outages",
    metadata,
    Column("from_ms", BigInteger, primary_key=True, autoincrement=False),
    Column("to_ms", BigInteger, nullable=False),
)

codes = Table(
    "codes",
    metadata,
    Column("code", String(4), primary_key=True),
    Column("game", String(16), ForeignKey("games.id"), nullable=False),
    Column("expires_ms", BigInteger, nullable=False),
)

chat = Table(
    "chat",
    metadata,
    Column("id", _Id, primary_key=True, autoincrement=True),
    Column("game", String(16), ForeignKey("games.id"), nullable=False, index=True),
    Column("user", _Id, ForeignKey("users.id"), nullable=False),
    Column("command_id", String(40), nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    Column("text", String(280), nullable=False),
    UniqueConstraint("game", "user", "command_id"),
)

presence = Table(
    "presence",
    metadata,
    Column("game", String(16), ForeignKey("games.id"), primary_key=True),
    Column("user", _Id, ForeignKey("users.id"), primary_key=True),
    Column("process", String(40), primary_key=True),
    Column("sockets", Integer, nullable=False),
)

audience = Table(
    "audience",
    metadata,
    Column("game", String(16), ForeignKey("games.id"), primary_key=True),
    Column("process", String(40), primary_key=True),
    Column("watching", Integer, nullable=False),
)

rematches = Table(
    "rematches",
    metadata,
    Column("game", String(16), ForeignKey("games.id"), primary_key=True),
    Column("offered_by", _Id, ForeignKey("users.id"), nullable=False),
    Column("next_game", String(16), ForeignKey("games.id")),
    Column("answers", Text),  # JSON: by the id of a user whether they agree
)

# What people compare, made from the logs of finished games: it may be deleted, and is made again.
results = Table(
    "results",
    metadata,
    Column("game", String(16), ForeignKey("games.id"), primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("series", String(40), nullable=False),  # what is compared with each other
    Column("user", _Id, ForeignKey("users.id"), nullable=False, index=True),
    Column("counts", Boolean, nullable=False),  # among everyone's, or only among one's own
    Column("payload", Text, nullable=False),  # of the kind's own
    Index(None, "kind", "series"),
)

# What somebody has learned: the best stars of a lesson, and its steps to practise again, as JSON.
progress = Table(
    "progress",
    metadata,
    Column("user", _Id, ForeignKey("users.id"), primary_key=True),
    Column("lesson", String(90), primary_key=True),  # course/lesson
    Column("stars", SmallInteger, nullable=False),
    Column("again", Text, nullable=False),
)

# Better words that readers suggest, for the operator to read (`skep db suggestions`).
suggestions = Table(
    "suggestions",
    metadata,
    Column("id", _Id, primary_key=True, autoincrement=True),
    Column("at_ms", BigInteger, nullable=False),
    Column("language", String(8), nullable=False),
    Column("page", String(200), nullable=False),
    Column("text", String(500), nullable=False),
)
