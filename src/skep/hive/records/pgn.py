"""PGN as Hive programs write it, and our variations inside its comments."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import get_args

from skep.errors import InvalidOptionsError, InvalidPositionError, NotationError, RecordError, Told
from skep.hive.notation import GameState, format_move
from skep.hive.options import HiveOptions, OpeningQueen, Repetition
from skep.hive.position import Position
from skep.hive.records.game import Game
from skep.hive.records.pgn_comments import DEEPEST, WrittenMove, format_annotation, parse_annotation
from skep.hive.records.pgn_text import PgnMove, PgnText, format_tag, split_pgn, state_named
from skep.hive.records.replay import Replay
from skep.hive.records.result import FINAL_STATES, Ending
from skep.hive.records.tree import Node
from skep.hive.setup import Setup

__all__ = ["format_pgn", "read_pgn"]

_TAG_ORDER = ("Date", "Event", "Site", "Round", "White", "Black")
# Tags that are written from other parts of a game than its headers.
_OWN_TAGS = ("GameType", "SetUp", "Result", "Termination", "OpeningQueen", "Repetition")
_TAG_NAME = re.compile(r"[A-Za-z0-9_]+")


def read_pgn(lines: Iterable[str]) -> Iterator[Game | RecordError]:
    """Read the games of a collection one by one; a damaged one gives its error instead."""
    for text in split_pgn(lines):
        try:
            yield _read_game(text)
        except RecordError as error:
            yield error


def _read_game(text: PgnText) -> Game:
    replay = Replay(_read_beginning(text))
    game = replay.game
    game.headers = {key: value for key, value in text.tags.items() if key not in _OWN_TAGS}
    state = text.result if text.result in FINAL_STATES else None
    if state is None:
        state = state_named(text.tags.get("Result", ""))
    try:
        for item in text.items:
            if isinstance(item, PgnMove):
                replay.play_text(item.text, item.line).glyph = item.glyph
            else:
                _read_comment(replay, item.text, item.line)
        if text.damage is not None:
            raise text.damage
    except RecursionError:
        error = replay.damage(Told("variations are nested too deeply"), text.line)
        error.game = replay.finish(state, _read_ending(text, game))
        raise error from None
    except RecordError as error:
        error.game = replay.finish(state, _read_ending(text, game))
        raise
    return replay.finish(state, _read_ending(text, game))


def _read_beginning(text: PgnText) -> HiveOptions | Setup:
    setup = text.tags.get("SetUp")
    try:
        options = _read_options(text.tags)
        return options if setup is None else Setup.parse(setup, options=options)
    except (InvalidOptionsError, InvalidPositionError, NotationError) as error:
        raise RecordError(error.told, line=text.line) from None


def _read_options(tags: dict[str, str]) -> HiveOptions:
    set_up_type = tags.get("SetUp", "Base").partition(";")[0]
    options = HiveOptions.parse(tags.get("GameType", set_up_type))
    for choice in get_args(OpeningQueen):
        if tags.get("OpeningQueen") == choice:
            options = replace(options, opening_queen=choice)
    for rule in get_args(Repetition):
        if tags.get("Repetition") == rule:
            options = replace(options, repetition=rule)
    return options


def _read_ending(text: PgnText, game: Game) -> Ending | None:
    written = text.tags.get("Termination")
    if written is None:
        return None
    for ending in Ending:
        if ending.value == written:
            return ending
    game.headers.setdefault("SourceTermination", written)
    return None


def _read_comment(replay: Replay, text: str, line: int) -> None:
    annotation = parse_annotation(text)
    annotation.apply(replay.node)
    for variation in annotation.variations:
        if replay.node.parent is None:
            raise replay.damage(Told("a variation stands before the first move"), line)
        main = replay.node
        replay.back()
        _read_variation(replay, variation, line)
        replay.forward(main)


def _read_variation(replay: Replay, moves: list[WrittenMove], line: int) -> None:
    """Play a variation after the current node and come back to it."""
    for written in moves:
        node = replay.play_text(written.text, line)
        written.annotation.apply(node)
        for variation in written.annotation.variations:
            replay.back()
            _read_variation(replay, variation, line)
            replay.forward(node)
    for _ in moves:
        replay.back()


def format_pgn(game: Game) -> str:
    """Write a game. The main line stands one move a line, everything else in comments."""
    try:
        return _format_game(game)
    except RecursionError:
        raise RecordError(
            Told("variations are nested too deeply to be written"), game=game
        ) from None


def _format_game(game: Game) -> str:
    position = game.start_position()
    body = []
    comment = format_annotation(game.root, [])
    if comment:
        body.append(f"{{{comment}}}")
    for number, node in enumerate(game.main_line(), start=position.ply + 1):
        assert node.move is not None
        body.append(f"{number}. {format_move(position, node.move)}")
        comment = format_annotation(node, _variations(position, node, number))
        if comment:
            body.append(f"{{{comment}}}")
        position.play_unchecked(node.move)
    state = game.stated.state if game.stated is not None else game.judge(position)
    lines = [*_tags(game, state), ""]
    if body:
        lines += [*body, ""]
    if state in FINAL_STATES:
        lines += [state.value, ""]
    return "\n".join(lines) + "\n"


def _tags(game: Game, state: GameState) -> Iterator[str]:
    options = game.options
    yield format_tag("GameType", options.game_type)
    if game.start is not None:
        yield format_tag("SetUp", str(game.start))
    for key in _TAG_ORDER:
        if key in game.headers:
            yield format_tag(key, game.headers[key])
    yield format_tag("Result", state.value)
    if game.stated is not None:
        yield format_tag("Termination", game.stated.ending.value)
    if options.opening_queen == "allowed":
        yield format_tag("OpeningQueen", options.opening_queen)
    yield format_tag("Repetition", options.repetition)
    for key, value in game.headers.items():
        if key in _OWN_TAGS or not _TAG_NAME.fullmatch(key):
            raise RecordError(
                f"a header cannot be named {key!r} in PGN: expected letters, digits and _, and"
                f" none of {', '.join(_OWN_TAGS)}",
                game=game,
            )
        if key not in _TAG_ORDER:
            yield format_tag(key, value)


def _variations(position: Position, node: Node, number: int, depth: int = 0) -> list[str]:
    """The siblings that stand behind the first of them, each as the body of a `%var`."""
    assert node.parent is not None
    if depth >= DEEPEST:
        raise RecursionError
    if node.parent.children[0] is not node:
        return []
    return [_variation(position, other, number, depth) for other in node.parent.children[1:]]


def _variation(position: Position, node: Node, number: int, depth: int) -> str:
    moves = []
    line = [node, *node.line()]
    for ply, step in enumerate(line, start=number):
        assert step.move is not None
        text = f"{ply}. {format_move(position, step.move)}"
        others = [] if step is node else _variations(position, step, ply, depth + 1)
        words = format_annotation(step, others, nested=True)
        moves.append(f"{text} {words}" if words else text)
        position.play_unchecked(step.move)
    for _ in line:
        position.undo()
    return "; ".join(moves)
