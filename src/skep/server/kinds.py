"""The registry: which kinds of game there are, and who plays them by program. A line each."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from skep.server.engines.thinking import Thinking
from skep.server.games.hive.kind import HiveKind
from skep.server.games.hive.players import HivePlayers
from skep.server.games.hive.scores import hive_questions
from skep.server.games.laruche.kind import LaRucheKind
from skep.server.games.laruche.players import LaRuchePlayers
from skep.server.games.solitaire.kind import SolitaireKind
from skep.server.games.solitaire.questions import solitaire_questions
from skep.server.games.solitaire.results import Results
from skep.server.rules.kind import Kind, Kinds, Question
from skep.server.rules.shared_limits import SharedLimits
from skep.server.rules.turns import Turns
from skep.server.settings import Settings
from skep.server.storage.store import Store
from skep.server.storage.writer import Writer
from skep.server.tables.fairness import FairPlay
from skep.server.tables.players import Everybody, Nobody, Players
from skep.server.tables.tables import Tables

__all__ = ["Parts", "all_kinds", "all_players", "all_questions"]


class Parts(NamedTuple):
    """What a kind may need to answer its questions."""

    kinds: Kinds
    pool: Thinking
    store: Store
    writer: Writer
    tables: Tables
    dialect: str
    fair_play: FairPlay
    long_work: Turns  # whole games, one at a time
    analysis_pace: SharedLimits


def _hive_questions(parts: Parts) -> list[Question]:
    kind = parts.kinds[HiveKind.name]
    return hive_questions(kind, parts.pool, parts.fair_play, parts.long_work, parts.analysis_pace)


def _solitaire_questions(parts: Parts) -> list[Question]:
    kind = parts.kinds[SolitaireKind.name]
    assert isinstance(kind, SolitaireKind)
    results = Results(kind, parts.store, parts.writer, parts.tables, dialect=parts.dialect)
    return solitaire_questions(kind, results, parts.tables)


class _Entry(NamedTuple):
    kind: type[Kind]
    players: Callable[[Tables, Thinking, Settings], Players]
    questions: Callable[[Parts], list[Question]] = lambda parts: []


_REGISTRY = (
    _Entry(HiveKind, lambda tables, pool, _: HivePlayers(tables, pool), _hive_questions),
    _Entry(LaRucheKind, lambda tables, _, settings: LaRuchePlayers(tables, settings.bot_speed)),
    _Entry(SolitaireKind, lambda tables, pool, settings: Nobody(), _solitaire_questions),
)


def all_kinds() -> Kinds:
    return Kinds([entry.kind() for entry in _REGISTRY])


def all_players(tables: Tables, pool: Thinking, settings: Settings) -> Everybody:
    return Everybody(
        {entry.kind.name: entry.players(tables, pool, settings) for entry in _REGISTRY}
    )


def all_questions(parts: Parts) -> list[Question]:
    return [question for entry in _REGISTRY for question in entry.questions(parts)]
