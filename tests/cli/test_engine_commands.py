"""The commands around the engine: bench, eval, analyse, review, uhp, arena."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from tests.hive.engine.test_wins import wins_in

from skep.cli import main
from skep.cli.arena_table import elo_in_words
from skep.hive import Position
from skep.hive.arena.statistics import Interval
from skep.hive.engine import network
from skep.hive.records import Format, format_record, load_games

UHP = f"{sys.executable} -m skep uhp"
GAME = r"Base;InProgress;White[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-"

BLACK_TO_MOVE = rf"{GAME.replace('White', 'Black')};wA1 \wS1"


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


def test_bench_ends_with_the_signature() -> None:
    result = run("bench", "--depth", "2")
    assert result.exit_code == 0
    assert result.output.splitlines()[-1].startswith("Signature: ")


@pytest.mark.parametrize(("game", "to_move"), [(GAME, "White"), (BLACK_TO_MOVE, "Black")])
def test_eval_shows_both_evaluations_and_each_piece(game: str, to_move: str) -> None:
    result = run("eval", game)
    assert result.exit_code == 0
    lines = result.output.splitlines()
    shown = json.loads(run("eval", game, "--json").output)
    learned = shown["network"]
    scores = (
        ("for White", shown["white_score"]),
        (f"{to_move} to move", shown["score"]),
        ("the network's correction, for White", learned["white_score"] - shown["white_score"]),
        ("with the network, for White", learned["white_score"]),
        (f"{to_move} to move", learned["score"]),
    )
    told = [f"{words}: {score / 100:+.2f}" for words, score in scores]
    assert [line for line in lines if ": " in line] == told
    assert "the shares do not add up to the correction." in " ".join(result.output.split())
    cells = [line.replace("│", " ").split() for line in lines]
    assert learned["pieces"].keys() >= {"wS1", "bS1"}
    for piece, share in learned["pieces"].items():
        assert [piece, f"{share:+}"] in cells


def test_eval_without_a_network_shows_the_terms(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "shipped_network", lambda: None)
    result = run("eval", GAME)
    assert result.exit_code == 0
    assert "for White:" in result.output
    assert "network" not in result.output
    assert json.loads(run("eval", GAME, "--json").output)["network"] is None


def test_analyse_prints_lines() -> None:
    result = run("analyse", GAME, "--nodes", "2000", "--lines", "2")
    assert result.exit_code == 0
    assert "White to move" in result.output
    assert result.output.count("│") >= 8


@pytest.mark.parametrize("command", ["eval", "analyse", "review"])
def test_what_is_no_game_is_refused(command: str) -> None:
    result = run(command, "nonsense")
    assert result.exit_code == 2
    assert "nonsense" in result.output


def test_review_writes_a_game_and_a_graph(tmp_path: Path) -> None:
    out, svg = tmp_path / "out.pgn", tmp_path / "out.svg"
    result = run("review", GAME, "--nodes", "500", "--out", str(out), "--svg", str(svg))
    assert result.exit_code == 0, result.output
    assert "accuracy" in result.output
    assert next(iter(load_games(out))).end.ply == 4
    assert svg.read_text().startswith("<svg")


def test_review_refuses_an_unknown_ending_before_it_searches(tmp_path: Path) -> None:
    result = run("review", GAME, "--time", "100", "--out", str(tmp_path / "out.doc"))
    assert result.exit_code == 2


def arena(*arguments: str) -> Result:
    return run("arena", UHP, UHP, "--set", "Base", "--depth", "1", "--max-plies", "16", *arguments)


@pytest.mark.medium
def test_arena_logs_games_that_records_read(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    result = arena("--games", "2", "--log", str(log), "--name", "1=one", "--option", "2:Level=1")
    assert result.exit_code == 0, result.output
    games = list(load_games(log))
    assert [game.headers["Round"] for game in games] == ["1-2.1.1", "1-2.1.2"]
    assert games[0].headers["White"] == games[1].headers["Black"] == "one"
    again = arena("--games", "4", "--resume", str(log), "--name", "1=one", "--option", "2:Level=1")
    assert again.exit_code == 0, again.output
    assert len(list(load_games(log))) == 4


@pytest.mark.medium
def test_arena_at_equal_nodes_is_the_same_match_again(tmp_path: Path) -> None:
    logs = []
    for name in ("one", "two"):
        log = tmp_path / f"{name}.jsonl"
        arguments = ("--nodes", "200", "--games", "2", "--max-plies", "20", "--log", str(log))
        result = run("arena", UHP, UHP, *arguments, "--option", "1:Variety=False")
        assert result.exit_code == 0, result.output
        logs.append([format_record(game, Format.GAMESTRING) for game in load_games(log)])
    assert logs[0] == logs[1]


def test_another_build_of_the_core(tmp_path: Path) -> None:
    import skep._core

    path = skep._core.__file__
    command = [sys.executable, "-c", "import skep._core as core; print(core.__file__)"]
    for given, code in ((path, 0), (str(tmp_path / "missing"), 1)):
        done = subprocess.run(
            command, env={**os.environ, "SKEP_CORE": given}, capture_output=True, text=True
        )
        assert done.returncode == code, done.stderr
    assert "expected a built _core module" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--set", "Base+X"], "--set is one of"),
        (["--time", "1"], "exclude each other"),
        (["--nodes", "1"], "exclude each other"),
        (["--name", "3=x"], "number of an engine"),
        (["--search", "1={nothing}"], "is no template"),
        (["--option", "1:Level"], "N:OPTION=VALUE"),
        (["--option", "1:Level=99"], "Level is a whole number"),
        (["--sprt", "5", "0"], "ELO0 below ELO1"),
        (["--resume", "missing.jsonl"], "no log"),
        (["--games", "-2"], "-2 is not in the range"),
        (["--openings", __file__], "test_engine_commands.py, line 1: "),
        (["--openings", sys.executable], "is no text"),
    ],
)
def test_arena_refuses(arguments: list[str], words: str) -> None:
    result = arena(*arguments)
    assert result.exit_code != 0
    assert words in result.output.replace("\n", " ")


def test_arena_says_which_engine_does_not_start() -> None:
    dying = f"""{sys.executable} -c 'raise SystemExit("no book")'"""
    result = run("arena", UHP, dying)
    told = " ".join(result.output.split())
    assert result.exit_code == 2
    assert "Error: engine 2 (" in told
    assert told.endswith("no book")


@pytest.mark.medium
def test_arena_plays_the_set_of_its_openings(tmp_path: Path) -> None:
    openings = tmp_path / "openings.txt"
    openings.write_text("Base+M;InProgress;White[2];wS1;bS1 wS1-\n")
    log = tmp_path / "log.jsonl"
    given = ("--openings", str(openings), "--games", "1", "--depth", "1", "--max-plies", "4")
    result = run("arena", UHP, UHP, *given, "--log", str(log))
    assert result.exit_code == 0, result.output
    assert {game.options.game_type for game in load_games(log)} == {"Base+M"}
    refused = run("arena", UHP, UHP, *given, "--set", "Base")
    assert "line 1: expected the set Base, found Base+M" in " ".join(refused.output.split())


@pytest.mark.parametrize(
    ("interval", "told"),
    [
        (Interval(0.45, 0.4995, 0.55), "0 ± 35"),
        (Interval(0.55, 0.6, 0.65), "+70 ± 36"),
        (Interval(0.58, 0.8125, 1.0), "+255 [+56 – +1200]"),
        (Interval(0.0, 0.1875, 0.42), "-255 [-1200 – -56]"),
        (None, "–"),
    ],
)
def test_a_lopsided_interval_is_told_by_its_ends(interval: Interval | None, told: str) -> None:
    assert elo_in_words(interval) == told


@pytest.mark.medium
def test_an_interrupted_arena_says_how_to_go_on(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    command = [sys.executable, "-m", "skep", "arena", UHP, UHP, "--games", "1000", "--set", "Base"]
    command += ["--depth", "1", "--max-plies", "14", "--log", str(log)]
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        text=True,
        # The tests themselves may run where interrupts are ignored, and that is inherited.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    ) as process:
        while not log.exists() and process.poll() is None:
            time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "--resume" in output
    assert all(json.loads(line) for line in log.read_text().splitlines())


def test_solve_shows_the_win_and_every_answer() -> None:
    won = wins_in(2)[0]
    result = run("solve", won)
    assert result.exit_code == 0, result.output
    verdict, first, *answers = result.output.splitlines()
    assert verdict == "White wins in 2"
    assert first in Position.from_game_string(won).legal_texts()
    assert all("→" in answer for answer in answers)
    found = json.loads(run("solve", won, "--json").output)
    assert (found["wins_in"], found["none_within"], len(found["line"])) == (2, 1, 3)
    assert found["tree"]["answers"]


def test_solve_tells_none_from_undecided() -> None:
    hard = wins_in(3)[0]
    assert run("solve", hard, "--within", "2").exit_code == 1
    undecided = run("solve", hard, "--nodes", "50")
    assert (undecided.exit_code, "not decided" in undecided.output) == (3, True)
    at_once = run("solve", hard, "--nodes", "1")
    assert (at_once.exit_code, at_once.output) == (
        3,
        "Not decided: give it more time or nodes.\n",
    )
    assert run("solve", "nonsense").exit_code == 2
