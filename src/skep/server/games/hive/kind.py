"""Hive as the server's registry knows it."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from importlib import resources
from typing import Any

from skep import protocol
from skep.errors import CommandRefusedError, InvalidOptionsError
from skep.hive import Position
from skep.hive.art import symbols
from skep.hive.engine.levels import LEVELS
from skep.hive.notation import read_move
from skep.hive.records import Ending, Format, Game, Result, format_record
from skep.protocol.refusals import RefusalCode
from skep.server.games.hive import messages as m
from skep.server.games.hive.copies import goes_through, shapes_in_play
from skep.server.games.hive.page import (
    EXPANSIONS,
    game_page,
    name_of,
    picture_of,
    picture_of_record,
    record_page,
    replay_page,
    wish_of,
)
from skep.server.games.hive.rules import HiveRules
from skep.server.rules.contract import Rules, SeatTerms, Terms
from skep.server.rules.kind import Export, Kind, Page, TimedEvent

__all__ = ["HiveKind"]


class HiveKind(Kind):
    name = "hive"
    command = m.Command
    event = m.Event
    view = m.View
    status = m.Status
    schema_version = 2
    rules_version = 2

    def rules(self, terms: Terms) -> HiveRules:
        return HiveRules(terms)

    def analysis_job(self, rules: Rules, ply: int) -> dict[str, Any]:
        assert isinstance(rules, HiveRules)
        if ply > rules.ply:
            raise CommandRefusedError(
                RefusalCode.STALE, "The game is shorter than that.", ply=rules.ply
            )
        return rules.position_job(ply)

    def positions_in_play(self, rules: Rules) -> frozenset[str]:
        assert isinstance(rules, HiveRules)
        return shapes_in_play(rules)

    def looks_into(self, job: Mapping[str, Any], positions: frozenset[str]) -> bool:
        return goes_through(job, positions)

    def check_wish(self, wish: protocol.CreateGame, seats: Sequence[SeatTerms]) -> dict[str, Any]:
        who = [seat.who for seat in seats]
        if "bot" in who:
            raise InvalidOptionsError("bots sit at La Ruche; Hive has the engine")
        if set(who) == {"engine"}:
            raise InvalidOptionsError("somebody has to play: a seat is yours or somebody's")
        if any(seat.handicap_ms or seat.show for seat in seats):
            raise InvalidOptionsError("a handicap is for seats of La Ruche")
        options = dict(wish.options)
        if wish.rated:
            if who.count("person") > 1 or "engine" in who:
                raise InvalidOptionsError("a rated game is Hive between two people")
            if options.setdefault("opening_queen", "forbidden") != "forbidden":
                raise InvalidOptionsError("in a rated game the queen is not the first piece")
        return options

    # --- pages

    has_pages = True
    words = "hive_words.html"
    start = "hive_start.html"

    def art(self) -> Mapping[str, bytes]:
        return {"pieces.svg": resources.files("skep.hive.art").joinpath("pieces.svg").read_bytes()}

    def symbols(self) -> str:
        return "".join(symbols().values())

    def choices(self) -> Mapping[str, Any]:
        return {"expansions": tuple(EXPANSIONS), "levels": len(LEVELS)}

    def wish(self, form: Mapping[str, str]) -> protocol.CreateGame:
        return wish_of(form)

    def page(self, rules: Rules, info: protocol.GameInfo, seats: Sequence[int]) -> Page:
        assert isinstance(rules, HiveRules)
        return game_page(rules, info, seats)

    def replay(self, rules: Rules, info: protocol.GameInfo) -> Page:
        assert isinstance(rules, HiveRules)
        return replay_page(rules, info)

    def read_record(self, text: str) -> Page:
        return record_page(text)

    def picture(self, rules: Rules, size: tuple[int, int]) -> str:
        assert isinstance(rules, HiveRules)
        return picture_of(rules, size)

    def record_picture(self, text: str, ply: int | None, size: tuple[int, int]) -> str:
        return picture_of_record(text, ply, size)

    # --- files

    def export(
        self, rules: Rules, info: protocol.GameInfo, rows: Sequence[TimedEvent], wanted: str
    ) -> Export:
        assert isinstance(rules, HiveRules)
        if wanted == "text":
            return Export(rules.game_string + "\n")
        if wanted != "pgn":
            raise CommandRefusedError(
                RefusalCode.NOT_FOUND, "Hive is exported as text or pgn.", format=wanted
            )
        started = time.gmtime((info.started_ms or info.created_ms) / 1000)
        headers = {
            "Event": "Casual game" if not info.rated else "Rated game",
            "Site": "skep",
            "Date": time.strftime("%Y.%m.%d", started),
            "White": name_of(info.seats[0]),
            "Black": name_of(info.seats[1]),
        }
        game = Game(rules.options, headers=headers, stated=_stated(rules))
        position, node = Position(rules.options), game.root
        for text in rules.moves:  # they are legal: checking each would replay the game for each
            move = read_move(position, text)
            node = node.add(move)
            position.play_unchecked(move)
        return Export(format_record(game, Format.PGN))


def _stated(rules: HiveRules) -> Result | None:
    outcome = rules.outcome()
    if outcome is None or not outcome.ranks:
        return None
    endings = {ending.value: ending for ending in Ending}
    return Result(rules.state, endings.get(outcome.reason.replace("_", " "), Ending.UNKNOWN))
