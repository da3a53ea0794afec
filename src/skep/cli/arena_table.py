"""How a match looks: the live table, and the lines that stay when it is over."""

from __future__ import annotations

from typing import Any

from rich.table import Table

from skep.cli.language import said, words_now
from skep.cli.output import games_in_words
from skep.hive.arena.match import Match
from skep.hive.arena.play import Ending
from skep.hive.arena.standings import Meeting
from skep.hive.arena.statistics import Interval, pentanomial
from skep.words import N_

__all__ = ["elo_in_words", "standings_as_json", "standings_lines", "standings_table"]

_FAILURES = (Ending.CRASH, Ending.ILLEGAL, Ending.OVERTIME)
# NOTE: how many games of a match ended so; the last three were lost by the engine that did it
_COUNTED = {
    Ending.SURROUNDED: N_("{n} surrounded"),
    Ending.BOTH_SURROUNDED: N_("{n} both surrounded"),
    Ending.REPETITION: N_("{n} repetition"),
    Ending.PLY_LIMIT: N_("{n} ply limit"),
    Ending.CRASH: N_("{n} crash"),
    Ending.ILLEGAL: N_("{n} illegal"),
    Ending.OVERTIME: N_("{n} overtime"),
}
_VERDICTS = {
    "undecided": N_("undecided"),
    "accepted": N_("accepted"),
    "rejected": N_("rejected"),
}


def _percent(share: float) -> str:
    # NOTE: a share, as in 51.5%
    return said(N_("{n}%"), n=words_now().decimal(100 * share, 1))


def _score(meeting: Meeting) -> str:
    interval = meeting.interval
    text = _percent(meeting.score)
    if interval is None:
        return text
    low, high = words_now().decimal(100 * interval.low, 1), _percent(interval.high)
    return f"{text} [{low} – {high}]"


def elo_in_words(interval: Interval | None) -> str:
    """With one distance to both ends where they are about as far, else with the ends."""
    if interval is None:
        return "–"
    low, elo, high = interval.elo
    below, above = elo - low, high - elo
    if abs(above - below) > max(above, below) / 4:
        return f"{_signed(elo)} [{_signed(low)} – {_signed(high)}]"
    return f"{_signed(elo)} ± {(high - low) / 2:.0f}"


def _signed(elo: float) -> str:
    whole = round(elo)
    return f"{whole:+}" if whole else "0"


def _sprt(match: Match) -> str:
    sprt = match.plan.sprt
    if sprt is None:
        return ""
    pairs = match.standings.meetings[(0, 1)].pair_scores
    lower, upper = sprt.bounds
    ratio = sprt.ratio(pairs) if pairs else 0.0
    # NOTE: a statistical test (SPRT) and its log-likelihood ratio (LLR); {verdict} is "undecided",
    # "accepted" or "rejected"
    return said(
        N_("SPRT {low} against {high} Elo: LLR {ratio}, {verdict}"),
        low=f"{sprt.elo0:g}",
        high=f"{sprt.elo1:g}",
        ratio=f"{ratio:.2f} [{lower:.2f}, {upper:.2f}]",
        verdict=said(_VERDICTS[sprt.verdict(pairs)]),
    )


def _failures(match: Match, number: int) -> str:
    counts = match.standings.failures[number]
    return ", ".join(_counted(ending, counts[ending]) for ending in _FAILURES if counts[ending])


def _counted(ending: Ending, count: int) -> str:
    return said(_COUNTED[ending], n=count)


def standings_table(match: Match) -> Table:
    """The table that is drawn while the match runs."""
    standings = match.standings
    table = Table(title=_sprt(match) or None, title_justify="left")
    # NOTE: heads of a table: which two engines; points with the interval of 95 % confidence; how
    # many pairs of games brought how many points
    heads = (N_("meeting"), N_("games"), "+", "=", "−", N_("score, 95%"), "Elo")
    for head in (*heads, N_("pairs 0 ½ 1 1½ 2")):
        table.add_column(said(head))
    names = [one.name for one in match.plan.contestants]
    for (one, other), meeting in sorted(standings.meetings.items()):
        table.add_row(
            f"{names[one]} – {names[other]}",
            str(meeting.games),
            str(meeting.wins),
            str(meeting.draws),
            str(meeting.losses),
            _score(meeting),
            elo_in_words(meeting.interval),
            " ".join(map(str, pentanomial(meeting.pair_scores))),
        )
    notes = [f"{names[n]}: {_failures(match, n)}" for n in range(len(names)) if _failures(match, n)]
    if standings.replayed:
        notes.append(said(N_("played again: {n}"), n=standings.replayed))
    if standings.disputes:
        notes.append(said(N_("disputed: {n}"), n=len(standings.disputes)))
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
        lines.append(f"{names[one]} – {names[other]}: {_in_a_line(meeting)}")
    endings = ", ".join(_counted(ending, count) for ending, count in standings.endings.items())
    # NOTE: how the games of a match ended, as "3 surrounded, 1 repetition"
    lines.append(said(N_("endings: {endings}"), endings=endings or "–"))
    lines.append(said(N_("played again: {n}"), n=standings.replayed))
    for number, name in enumerate(names):
        if failures := _failures(match, number):
            lines.append(f"{name}: {failures}")
    # NOTE: a game to which a second judge objects, and what it objects to
    lines.extend(said(N_("disputed: {n}"), n=dispute) for dispute in standings.disputes)
    if test := _sprt(match):
        lines.append(test)
    return lines


def _in_a_line(meeting: Meeting) -> str:
    results = f"+{meeting.wins} ={meeting.draws} -{meeting.losses}"
    return ", ".join(
        (
            games_in_words(meeting.games),
            f"{results}, {_score(meeting)}, Elo {elo_in_words(meeting.interval)}",
            # NOTE: how many pairs of games brought 0, ½, 1, 1½ and 2 points
            said(N_("pairs {counts}"), counts=pentanomial(meeting.pair_scores)),
            # NOTE: which share of the points White has got
            said(N_("White {share}"), share=_percent(meeting.white_score / meeting.games)),
            said(N_("{n} plies a game"), n=round(meeting.plies / meeting.games)),
        )
    )


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
