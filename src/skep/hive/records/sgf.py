"""The SGF that Boardspace writes: a log of mouse actions, from which the moves are taken.

The coordinates decide where a piece goes; the attachment text after them only helps people. What
is not known here is left out, and noted with the game.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from skep.errors import RecordError, Told
from skep.geometry import Cell
from skep.hive.moves import PASS, Move
from skep.hive.notation import GameState
from skep.hive.options import HiveOptions
from skep.hive.pieces import Bug, Color, Piece
from skep.hive.records.game import Game
from skep.hive.records.replay import Replay
from skep.hive.records.result import Ending
from skep.hive.records.sgf_text import SgfProperty, SgfText, split_sgf
from skep.hive.records.sgf_times import ThinkingTimes, iso_date

__all__ = ["read_sgf"]

_SET = re.compile(r"hive(?:-([plm]*))?(?:[\s,;:-]*[0-9][\s0-9,;:.-]*)?", re.IGNORECASE)
_HEADERS = {"EV": "Event", "PC": "Site", "RO": "Round", "GN": "GameName", "RE": "SgfResult"}
_PIECE = re.compile(r"([wb])?([qsbgamlp])([1-3])?", re.IGNORECASE)
_IGNORED = frozenset({"start", "pick", "pickb", "id", "time", "ranking"})
# Properties that say nothing about the moves: of SGF in general, and of Boardspace.
_KNOWN = frozenset(
    {"GM", "VV", "FF", "SU", "CA", "AP", "SO", "US", "TC", "GS", "GC", "CM", "AN", "N"}
)
_NO_MOVE = frozenset({"offerdraw", "acceptdraw", "declinedraw", "resign"})
_DRAW_WORDS = re.compile(
    r"\b(draw|drawn|tie|remis|unentschieden|gelijk\w*|égalité|nulle?|empate|tablas|patta|pareggio)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Drop:
    """A piece put down at coordinates of the file, perhaps to be picked up again."""

    piece: str
    side: Color
    place: tuple[int, int]


def read_sgf(lines: Iterable[str]) -> Iterator[Game | RecordError]:
    """Read the games of a collection one by one; a damaged one gives its error instead."""
    for text in split_sgf(lines):
        try:
            yield _Reader(text).read()
        except RecordError as error:
            yield error


class _Reader:
    def __init__(self, text: SgfText) -> None:
        self.text = text
        self.replay = Replay(self._options())
        self.names: dict[Color, str] = {}
        self.skipped: Counter[str] = Counter()  # properties that mean nothing to us
        self.times = ThinkingTimes()
        self.origin: tuple[int, int] | None = None  # where the first piece lies in the file
        self.pending: _Drop | None = None
        self.passing = False
        self.no_move = False  # a draw was talked about, or someone resigned
        self.state: GameState | None = None
        self.ending: Ending | None = None

    def read(self) -> Game:
        try:
            for item in self.text.properties:
                self._property(item)
            if self.text.damage is not None:
                raise self.text.damage
        except RecordError as error:
            error.game = self._finish()
            raise
        return self._finish()

    def _options(self) -> HiveOptions:
        for item in self.text.properties:
            if item.name == "SU":
                match = _SET.fullmatch(item.value.strip())
                letters = (match[1] or "").upper() if match else ""
                if match is None or len(set(letters)) != len(letters):
                    raise RecordError(
                        Told(
                            "{found} names no set of Hive: expected hive, or hive- and some of"
                            " P, L, M",
                            found=f"SU[{item.value[:40]}]",
                        ),
                        line=item.line,
                    )
                game_type = f"Base+{letters}" if letters else "Base"
                return HiveOptions.parse(game_type)
        raise self.text.damage or RecordError(
            Told("this game names no set: expected SU[hive] or the like"), line=self.text.line
        )

    def _property(self, item: SgfProperty) -> None:
        headers = self.replay.game.headers
        if item.name in _HEADERS:
            if item.value:
                headers[_HEADERS[item.name]] = item.value
        elif item.name == "DT":
            headers["Date"] = iso_date(item.value) or item.value
        elif item.name == "C":
            node = self.replay.node
            node.comment = f"{node.comment}\n{item.value}" if node.comment else item.value
        elif item.name in ("P0", "P1"):
            side = Color.WHITE if item.name == "P0" else Color.BLACK
            words = item.value.split()
            if words and words[0].isdecimal():
                del words[0]
            self.times.act(side)
            if words:
                self._action(side, words[0].lower(), words[1:], item)
        elif item.name == "TM" and self.times.tell(item.value):
            pass
        elif item.name not in _KNOWN:
            self.skipped[item.name] += 1

    def _action(self, side: Color, verb: str, words: list[str], item: SgfProperty) -> None:
        if verb == "id":
            name = item.value.split(maxsplit=1)[1].strip() if words else ""
            self.names[side] = name[1:-1] if name[:1] == name[-1:] == '"' and name[1:] else name
            self.replay.game.headers["White" if side is Color.WHITE else "Black"] = self.names[side]
        elif verb in ("dropb", "pdropb"):
            self._drop(side, words, item)
        elif verb in ("move", "pmove", "movedone", "pmovedone"):
            if not words or words[0].lower() not in ("w", "b"):
                raise self._error(item, Told("expected {wanted}", wanted=f"{verb} W / {verb} B"))
            self._drop(Color(words[0].lower()), words[1:], item)
            if verb.endswith("done"):
                self._done(item)
        elif verb in ("pass", "passdone"):
            self.pending, self.passing = None, True
            if verb == "passdone":
                self._done(item)
        elif verb == "done":
            self._done(item)
        elif verb in _NO_MOVE:
            self._talk(side, verb)
        elif verb not in _IGNORED:
            raise self._error(item, Told("{found} is no action of Hive", found=repr(verb)))

    def _talk(self, side: Color, verb: str) -> None:
        self.no_move = True
        if verb == "resign":
            white = side is Color.WHITE
            self.state = GameState.BLACK_WINS if white else GameState.WHITE_WINS
            self.ending = Ending.RESIGNATION
        elif verb == "acceptdraw":
            self.state, self.ending = GameState.DRAW, Ending.AGREEMENT

    def _drop(self, side: Color, words: list[str], item: SgfProperty) -> None:
        if len(words) < 3 or not re.fullmatch(r"[A-Za-z]{1,3}", words[1]):
            raise self._error(
                item, Told("expected a piece, a column of letters and a row, as in wA1 N 13")
            )
        if not re.fullmatch(r"-?[0-9]{1,4}", words[2]):
            raise self._error(
                item, Told("expected a row, found {found}", found=repr(words[2][:20]))
            )
        column = 0
        for letter in words[1].upper():
            column = column * 26 + ord(letter) - ord("A") + 1
        self.pending, self.passing = _Drop(words[0], side, (column, int(words[2]))), False

    def _done(self, item: SgfProperty) -> None:
        drop, talked = self.pending, self.no_move
        self.pending = None
        self.no_move = False
        passing, self.passing = self.passing, False
        if drop is not None:
            self._play(drop, item)
        elif passing or not talked:
            self.times.end_turn(self.replay.play(PASS, item.line, "pass"))

    def _play(self, drop: _Drop, item: SgfProperty) -> None:
        piece = self._piece(drop, item)
        if self.origin is None:
            self.origin = drop.place
        column, row = drop.place[0] - self.origin[0], drop.place[1] - self.origin[1]
        # Boardspace's rows grow to the north-west, ours to the south-east.
        target = Cell(column, -row)
        known = self.replay.piece(piece)
        origin = None if known is None else self.replay.position.cell_of(known)
        move = Move(piece, origin, target)
        self.times.end_turn(self.replay.play(move, item.line, " ".join(item.value.split())))

    def _piece(self, drop: _Drop, item: SgfProperty) -> Piece:
        match = _PIECE.fullmatch(drop.piece)
        if match is None:
            raise self._error(item, Told("{found} is not a piece", found=repr(drop.piece[:20])))
        # Old files leave the colour off. `b1` has no bug after its colour, so it is a beetle.
        side = Color(match[1].lower()) if match[1] else drop.side
        bug, number = Bug(match[2].upper()), int(match[3] or 1)
        if number > bug.count:
            raise self._error(
                item,
                Told(
                    "there are only {count} of {letter} a side", count=bug.count, letter=bug.value
                ),
            )
        return Piece(side, bug, number)

    def _error(self, item: SgfProperty, message: Told) -> RecordError:
        text = f"{item.name}[{item.value[:60]}]"
        return self.replay.damage(f"{text}: {message}", item.line, text=text)

    def _finish(self) -> Game:
        if self.skipped:
            names = ", ".join(
                name if count == 1 else f"{name} ({count} times)"
                for name, count in self.skipped.items()
            )
            self.replay.game.notes.append(f"skipped what is not known: {names}")
        if self.state is None:
            self.state = self._stated(self.replay.game.headers.get("SgfResult", ""))
        return self.replay.finish(self.state, self.ending)

    def _stated(self, text: str) -> GameState | None:
        """Understand `RE[…]` in whatever language: it names the winner or speaks of a draw."""
        called = [name for name in self.names.values() if name]
        if _DRAW_WORDS.search(text) and not any(map(_DRAW_WORDS.search, called)):
            return GameState.DRAW
        found = []
        for side, name in self.names.items():
            match = re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text, re.IGNORECASE)
            if name and match is not None:
                found.append((match.start(), -len(name), side is Color.BLACK))
        if not found or len({name.lower() for name in self.names.values()}) < len(self.names):
            return None
        # Who is named first won; of two names at one place the longer is meant.
        return GameState.BLACK_WINS if min(found)[2] else GameState.WHITE_WINS
