"""How a match looks: the live table, and the lines that stay when it is over."""

from __future__ import annotations

from typing import Any

from rich.table import Table

from skep.hive.arena.match import Match
from skep.hive.arena.play import Ending
from skep.hive.arena.standings import Meeting
from skep.hive.arena.statistics import pentanomial

__all__ = ["standings_as_json", "standings_lines", "standings_table"]

_FAILURES = (Ending.CRASH, Ending.ILLEGAL, Ending.OVERTIME)


def _score(meeting: Meeting) -> str:
    interval = meeting.interval
    text = f"{meeting.score:.1%}"
    return text if interval is None else f"{text} [{interval.low:.1%}, {interval.high:.1%}]"


def _elo(meeting: Meeting) -> str:
    interval = meeting.interval
    if interval is None:
        return "–"
    low, elo, high = interval.elo
    return f"{elo:+.0f} ± {(high - low) / 2:.0f}"


def _sprt(match: Match) -> str:
    sprt = match.plan.sprt
    if sprt is None:
        return ""
    pairs = match.standings.meetings[(0, 1)].pair_scores
    lower, upper = sprt.bounds
    ratio = sprt.ratio(pairs) if pairs else 0.0
    return (
        f"SPRT {sprt.elo0:g} against {sprt.elo1:g} Elo: LLR {ratio:.2f}"
        f" [{lower:.2f}, {upper:.2f}], {sprt.verdict(pairs)}"
    )


def _failures(match: Match, number: int) -> str:
    counts = match.standings.failures[number]
    return ", ".join(f"{counts[ending]} {ending.value}" for ending in _FAILURES if counts[ending])


def standings_table(match: Match) -> Table:
    """The table that is drawn while the match runs."""
    standings = match.standings
    table = Table(title=_sprt(match) or None, title_justify="left")
    for column in ("meeting", "games", "+", "=", "−", "score, 95 %", "Elo", "pairs 0 ½ 1 1½ 2"):
        table.add_column(column)
    names = [one.name for one in match.plan.contestants]
    for (one, other), meeting in sorted(standings.meetings.items()):
        table.add_row(
            f"{names[one]} – {names[other]}",
            str(meeting.games),
            str(meeting.wins),
            str(meeting.draws),
            str(meeting.losses),
            _score(meeting),
            _elo(meeting),
            " ".join(map(str, pentanomial(meeting.pair_scores))),
        )
    notes = [f"{names[n]}: {_failures(match, n)}" for n in range(len(names)) if _failures(match, n)]
    if standings.replayed:
        notes.append(f"{standings.replayed} replayed")
    if standings.disputes:
        notes.append(f"{len(standings.disputes)} disputed")
    table.caption = "; ".join(notes) or None
    return table


def standings_lines(match: Match) -> list[str]:
    """The same as plain lines, with what only matters at the end."""
    standings = match.standings
    names = [one.name for one in match.plan.contestants]
    lines = []
    for (one, other), meeting in sorted(standings.meetings.items()):
        if not meeting.games:
            continue
        lines.append(
            f"{names[one]} – {names[other]}: {meeting.games} games,"
            f" +{meeting.wins} ={meeting.draws} -{meeting.losses}, {_score(meeting)},"
            f" Elo {_elo(meeting)}, pairs {pentanomial(meeting.pair_scores)},"
            f" White {meeting.white_score / meeting.games:.1%},"
            f" {meeting.plies / meeting.games:.0f} plies a game"
        )
    endings = ", ".join(f"{count} {ending.value}" for ending, count in standings.endings.items())
    lines.append(f"endings: {endings or 'none'}; replayed: {standings.replayed}")
    for number, name in enumerate(names):
        if failures := _failures(match, number):
            lines.append(f"{name}: {failures}")
    lines.extend(f"disputed {dispute}" for dispute in standings.disputes)
    if test := _sprt(match):
        lines.append(test)
    return lines


def standings_as_json(match: Match) -> dict[str, Any]:
    """The same for programs."""
    standings = match.standings
    names = [one.name for one in match.plan.contestants]
    return {
        "engines": names,
        "meetings": [
            {"engines": [names[one], names[other]]} | _meeting_as_json(meeting)
            for (one, other), meeting in sorted(standings.meetings.items())
        ],
        "endings": {ending.value: count for ending, count in standings.endings.items()},
        "failures": {
            names[number]: {ending.value: count for ending, count in counts.items()}
            for number, counts in sorted(standings.failures.items())
        },
        "replayed": standings.replayed,
        "disputes": standings.disputes,
        "sprt": _sprt_as_json(match),
    }


def _meeting_as_json(meeting: Meeting) -> dict[str, Any]:
    interval = meeting.interval
    return {
        "games": meeting.games,
        "wins": meeting.wins,
        "draws": meeting.draws,
        "losses": meeting.losses,
        "score": meeting.score if meeting.games else None,
        "score_95": None if interval is None else [interval.low, interval.high],
        "elo": None if interval is None else interval.elo[1],
        "elo_95": None if interval is None else [interval.elo[0], interval.elo[2]],
        "pairs": list(pentanomial(meeting.pair_scores)),
        "white_score": meeting.white_score / meeting.games if meeting.games else None,
        "plies": meeting.plies,
    }


def _sprt_as_json(match: Match) -> dict[str, Any] | None:
    sprt = match.plan.sprt
    if sprt is None:
        return None
    pairs = match.standings.meetings[(0, 1)].pair_scores
    return {
        "elo0": sprt.elo0,
        "elo1": sprt.elo1,
        "ratio": sprt.ratio(pairs) if pairs else 0.0,
        "bounds": list(sprt.bounds),
        "verdict": sprt.verdict(pairs),
    }
