"""What clients are told of a solitaire. Nothing in it is hidden."""

from __future__ import annotations

from collections.abc import Sequence

from skep import protocol
from skep.laruche import solo_events as ev
from skep.laruche.daily import number_of
from skep.laruche.deal_codes import code_of_tiles
from skep.laruche.sharing import share_text, tile_symbols
from skep.laruche.solitaire import Score, Solitaire
from skep.laruche.tiles import Placement
from skep.server.games.solitaire import messages as m
from skep.server.games.solitaire.options import Wanted
from skep.server.rules.contract import Event

__all__ = ["event_told", "status_told", "view_told"]

_Laid = tuple[tuple[int, int], str]


def event_told(event: Event, effects: Sequence[ev.SoloEffect]) -> Event:
    """A row in the words of the protocol."""
    match event:
        case ev.PuzzleDealt():
            return protocol.Started()
        case ev.Put(cell=cell, pose=pose):
            return m.PutDown((cell.q, cell.r), pose)
        case ev.TakeBack(cell=cell):
            return m.TakenBack(None if cell is None else (cell.q, cell.r))
        case ev.AskHint():
            return m.HintAsked()
        case ev.GiveUp():
            return m.GivenUp()
        case ev.StopClock() | ev.StartClock():
            return effects[0]
    return event


def view_told(
    game: Solitaire | None, wanted: Wanted, outcome: protocol.Ending | None
) -> m.SolitaireView:
    options, day = wanted.options, wanted.day
    puzzle = None if game is None else game.puzzle
    shape = None if puzzle is None else puzzle.shape
    dealt = None if puzzle is None else puzzle.dealt
    return m.SolitaireView(
        table=[] if game is None else [_laid(each) for each in game.placed],
        shape=None if shape is None else [(cell.q, cell.r) for cell in sorted(shape)],
        status=status_told(game, wanted, outcome),
        tiles=[] if puzzle is None else [tile.name for tile in puzzle.tiles],
        deal="" if puzzle is None else code_of_tiles(puzzle.tiles),
        grade=None if dealt is None else dealt.grade,
        best=None if dealt is None else dealt.best,
        reading=options.reading,
        strict=options.strict,
        silhouette=options.silhouette,
        day=None if day is None else day.isoformat(),
        number=None if day is None else number_of(day),
    )


def status_told(
    game: Solitaire | None, wanted: Wanted, outcome: protocol.Ending | None
) -> m.SolitaireStatus:
    if game is None:
        return _WAITING
    score, shown = game.outcome(), game.view()
    return m.SolitaireStatus(
        hand=[tile.name for tile in game.hand],
        start_ms=game.start_ms,
        undos=game.undos,
        hints=game.hints,
        solved=score is not None and score.solved,
        time_ms=None if score is None else score.time_ms,
        outcome=outcome,
        now_ms=game.now_ms,
        laid=shown.laid,
        joins=shown.joins,
        counted_ms=shown.time_ms,
        running_since_ms=shown.running_since_ms,
        taken_hints=[_laid(each) for each in sorted(game.hinted)],
        share=None if score is None else _share(game, wanted, score),
    )


def _share(game: Solitaire, wanted: Wanted, score: Score) -> str:
    """The text to send to others; the page adds the link."""
    dealt = game.puzzle.dealt
    return share_text(
        score,
        tile_symbols(game.placed, game.hinted),
        number=None if wanted.day is None else number_of(wanted.day),
        size=len(game.puzzle.tiles),
        best=None if dealt is None else dealt.best,
    )


def _laid(placement: Placement) -> _Laid:
    return (placement.cell.q, placement.cell.r), placement.pose.name


_WAITING = m.SolitaireStatus(
    hand=[], start_ms=0, undos=0, hints=0, solved=False, time_ms=None, outcome=None
)
