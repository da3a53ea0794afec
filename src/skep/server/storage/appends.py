"""How a batch of rows is written: what both databases have in common is `Append`, no more.

PostgreSQL takes a whole batch as one statement over arrays: one round trip instead of five, and a
text that never changes, so that it is prepared once. A statement is a transaction by itself.
SQLite takes a few statements over JSON in one transaction, all in one thread.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

import msgspec
from sqlalchemy import Connection, bindparam, insert, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from skep.server.storage import schema

__all__ = ["Append", "write_on_postgresql", "write_on_sqlite"]


@dataclass(frozen=True, slots=True)
class Append:
    """One row for the log, with what changes beside it in the same transaction."""

    game: str
    seq: int
    at_ms: int
    actor: str
    command_id: str
    kind: str
    payload: str
    schema_version: int
    due_ms: int | None  # the game's next deadline after this row
    outcome: str | None = None  # how the game ended, if this row ends it
    newcomer: tuple[int, int] | None = None  # seat and user, if this row seats somebody

    @property
    def starts(self) -> bool:
        return self.seq == 1


# A game has at most one row in a batch, so no part below touches a row that another one touches.
_POSTGRESQL = text("""
WITH batch AS (
    SELECT * FROM unnest(
        CAST(:game AS varchar[]), CAST(:seq AS integer[]), CAST(:at_ms AS bigint[]),
        CAST(:actor AS varchar[]), CAST(:command_id AS varchar[]), CAST(:kind AS varchar[]),
        CAST(:payload AS text[]), CAST(:schema_version AS smallint[]), CAST(:due_ms AS bigint[]),
        CAST(:outcome AS text[]), CAST(:new_seat AS smallint[]), CAST(:new_user AS bigint[])
    ) AS r (game, seq, at_ms, actor, command_id, kind, payload, schema_version, due_ms,
            outcome, new_seat, new_user)
), written AS (
    INSERT INTO events (game, seq, at_ms, actor, command_id, kind, payload, schema_version)
    SELECT game, seq, at_ms, actor, command_id, kind, payload, schema_version FROM batch
    ON CONFLICT DO NOTHING
    RETURNING game, seq
), done AS (
    SELECT batch.* FROM batch JOIN written USING (game, seq)
), due AS (
    INSERT INTO deadlines (game, seq, due_ms)
    SELECT game, seq, due_ms FROM done WHERE due_ms IS NOT NULL
    UNION ALL
    SELECT game, seq, due_ms
    FROM unnest(CAST(:glance_game AS varchar[]), CAST(:glance_seq AS integer[]),
                CAST(:glance_ms AS bigint[])) AS g (game, seq, due_ms)
    WHERE game NOT IN (SELECT game FROM written)
    ON CONFLICT (game) DO UPDATE SET seq = excluded.seq, due_ms = excluded.due_ms
    WHERE deadlines.seq <= excluded.seq
), past AS (
    DELETE FROM deadlines USING done WHERE deadlines.game = done.game AND done.due_ms IS NULL
), seated AS (
    INSERT INTO seats (game, seat, who, level, "user")
    SELECT game, new_seat, :newcomer, 0, new_user FROM done WHERE new_seat IS NOT NULL
), changed AS (
    UPDATE games SET
        status = CASE WHEN done.outcome IS NULL THEN 'live' ELSE 'finished' END,
        started_ms = CASE WHEN done.seq = 1 THEN done.at_ms ELSE games.started_ms END,
        finished_ms = CASE WHEN done.outcome IS NULL THEN NULL ELSE done.at_ms END,
        outcome = done.outcome
    FROM done
    WHERE games.id = done.game AND (done.seq = 1 OR done.outcome IS NOT NULL)
)
SELECT game, seq FROM written
""")


async def write_on_postgresql(
    connection: AsyncConnection, rows: Sequence[Append], due: Mapping[str, tuple[int, int]]
) -> set[tuple[str, int]]:
    """The rows that were written, as (game, seq); the others lost their race."""
    columns: dict[str, Any] = {
        name: [getattr(row, name) for row in rows] for name in (*_COLUMNS, "due_ms", "outcome")
    }
    newcomers = [row.newcomer or (None, None) for row in rows]
    result = await connection.execute(
        _POSTGRESQL,
        {
            **columns,
            "new_seat": [seat for seat, _ in newcomers],
            "new_user": [user for _, user in newcomers],
            "newcomer": schema.NEWCOMER,
            "glance_game": list(due),
            "glance_seq": [seq for seq, _ in due.values()],
            "glance_ms": [ms for _, ms in due.values()],
        },
    )
    return {(game, seq) for game, seq in result}


def write_on_sqlite(
    connection: Connection, rows: Sequence[Append], due: Mapping[str, tuple[int, int]]
) -> set[tuple[str, int]]:
    """As above; to commit is for the caller."""
    done = _insert(connection, rows) if rows else []
    dues = {game: (game, seq, ms) for game, (seq, ms) in due.items()}
    for row in done:
        dues.pop(row.game, None)
        if row.due_ms is not None:
            dues[row.game] = (row.game, row.seq, row.due_ms)
    if dues:
        connection.execute(_UPSERT_DUE, {"rows": _json(list(dues.values()))})
    if past := [row.game for row in done if row.due_ms is None]:
        connection.execute(_DELETE_DUE, {"games": _json(past)})
    for row in done:
        _write_beside(connection, row)
    return {(row.game, row.seq) for row in done}


def _insert(connection: Connection, rows: Sequence[Append]) -> Sequence[Append]:
    def inserted(some: Sequence[Append]) -> int:
        return connection.execute(_INSERT, {"rows": _json([_values(row) for row in some])}).rowcount

    if inserted(rows) == len(rows):
        return rows
    # Seldom: some lost their race. One by one it is seen which.
    connection.rollback()
    return [row for row in rows if inserted([row])]


def _write_beside(connection: Connection, row: Append) -> None:
    at = {"b_game": row.game, "b_at": row.at_ms}
    if row.starts:
        connection.execute(_START, at)
    if row.outcome is not None:
        connection.execute(_FINISH, {**at, "b_outcome": row.outcome})
    if row.newcomer is not None:
        seat, user = row.newcomer
        values = {"game": row.game, "seat": seat, "user": user}
        connection.execute(_SEAT, {**values, "who": schema.NEWCOMER, "level": 0})


_COLUMNS = (
    "game",
    "seq",
    "at_ms",
    "actor",
    "command_id",
    "kind",
    "payload",
    "schema_version",
)
_values = attrgetter(*_COLUMNS)


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


# SQLite has no arrays, but it reads JSON. The thread that writes asks for Python's lock once a
# statement, not once a row, so that it is not kept waiting by the other threads.
_INSERT = text(f"""
INSERT INTO events ({", ".join(_COLUMNS)})
SELECT {", ".join(f"json_extract(value, '$[{n}]')" for n in range(len(_COLUMNS)))}
FROM json_each(:rows) WHERE true
ON CONFLICT DO NOTHING
""")
_UPSERT_DUE = text("""
INSERT INTO deadlines (game, seq, due_ms)
SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]')
FROM json_each(:rows) WHERE true
ON CONFLICT (game) DO UPDATE SET seq = excluded.seq, due_ms = excluded.due_ms
WHERE deadlines.seq <= excluded.seq
""")
_DELETE_DUE = text("DELETE FROM deadlines WHERE game IN (SELECT value FROM json_each(:games))")
_SEAT = insert(schema.seats)
_START = (
    update(schema.games)
    .where(schema.games.c.id == bindparam("b_game"))
    .values(status="live", started_ms=bindparam("b_at"))
)
_FINISH = (
    update(schema.games)
    .where(schema.games.c.id == bindparam("b_game"))
    .values(status="finished", finished_ms=bindparam("b_at"), outcome=bindparam("b_outcome"))
)
