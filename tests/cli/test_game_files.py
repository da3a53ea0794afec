"""`skep show`, `skep convert` and `skep stats` on real files."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result

from skep.cli import main
from skep.hive.records import load_games, parse_record, save_games

STRING = "Base+MLP;InProgress;White[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-"
WON = "Base;WhiteWins;White[1];wG1;bS1 wG1-"


def run(*arguments: object, text: str | None = None) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments], input=text)


@pytest.fixture
def collection(tmp_path: Path) -> Path:
    path = tmp_path / "games.pgn"
    games = [parse_record(STRING), parse_record(WON), parse_record(WON), parse_record("Base")]
    games[0].headers.update(White="Anna", Black="Bert")
    games[0].end.comment = "[red]all[/red] in"
    save_games(games, path)
    return path


def test_show_a_gamestring() -> None:
    result = run("show", STRING)
    assert result.exit_code == 0
    assert "wQ    wS1   bS1   bQ" in result.output
    assert "last move: bQ bS1-" in result.output
    assert "result: unfinished" in result.output


def test_show_a_game_of_a_file(collection: Path) -> None:
    result = run("show", collection)
    assert "White: Anna" in result.output
    assert "[red]all[/red] in" in result.output
    assert "result: White wins" in run("show", collection, "--number", 2).output
    assert "last move: wS1" in run("show", collection, "--ply", 1).output
    assert "no piece in play" in run("show", "-", "--ply", 0, text=STRING).output


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nowhere.pgn"], "neither a file nor a game"),
        (["Base;InProgress;White[1];wS1;wS2"], "ply 2"),
        ([STRING, "--ply", "9"], "the game has 4 plies"),
        (["-", "--number", "5"], "no number 5"),
    ],
)
def test_what_cannot_be_shown_is_told(arguments: list[str], words: str) -> None:
    result = run("show", *arguments, text=STRING)
    assert result.exit_code != 0
    assert words in result.output


def test_show_writes_a_picture(tmp_path: Path) -> None:
    path = tmp_path / "hive.svg"
    plain = tmp_path / "plain.svg"
    assert run("show", STRING, "--svg", plain).exit_code == 0
    options = ["--theme", "dark", "--flat", "--labels", "names", "--width", 300, "--targets", "wq"]
    result = run("show", STRING, "--svg", path, *options)
    assert result.exit_code == 0, result.output
    root = ElementTree.fromstring(path.read_text(encoding="utf-8"))
    assert root.get("width") == "300"
    assert len(list(root.iter("{http://www.w3.org/2000/svg}circle"))) > 2
    assert plain.read_text(encoding="utf-8") != path.read_text(encoding="utf-8")


@pytest.mark.parametrize("ending", ["txt", "json", "pgn"])
def test_convert_a_collection(collection: Path, tmp_path: Path, ending: str) -> None:
    target = tmp_path / f"out.{ending}"
    result = run("convert", collection, target)
    assert result.exit_code == 0
    assert "4 games written" in result.output
    before, after = list(load_games(collection)), list(load_games(target))
    assert [game.state for game in after] == [game.state for game in before]
    if ending != "txt":
        assert after == before


def test_convert_stops_at_damage_and_writes_nothing(collection: Path, tmp_path: Path) -> None:
    text = collection.read_text(encoding="utf-8").replace("2. bS1 wG1-", "2. bS1 wG9-", 1)
    collection.write_text(text, encoding="utf-8")
    target = tmp_path / "out.json"
    result = run("convert", collection, target)
    assert result.exit_code != 0
    assert "ply 2" in result.output
    assert not target.exists()
    assert "3 games written" in run("convert", collection, target, "--damaged", "skip").output
    result = run("convert", collection, target, "--damaged", "keep")
    assert "4 games written" in result.output
    assert "1 damaged game kept" in result.output
    assert [game.end.ply for game in load_games(target)] == [4, 1, 2, 0]


def test_convert_refuses_endings_it_cannot_write(collection: Path, tmp_path: Path) -> None:
    for name in ("out.sgf", "out.doc", "out"):
        result = run("convert", collection, tmp_path / name)
        assert result.exit_code != 0
        assert not (tmp_path / name).exists()


def test_stats_count_results_lengths_and_openings(collection: Path) -> None:
    result = run("stats", collection, collection)
    assert result.exit_code == 0
    assert "8 games" in result.output
    base, expanded = (
        [cell.strip() for cell in line.split("│")[1:-1]]
        for line in result.output.splitlines()
        if line.startswith("│ Base")
    )
    assert base == ["Base", "6", "4 (67 %)", "0", "0", "2 (33 %)", "2.0", "2"]
    assert expanded == ["Base+MLP", "2", "0", "0", "0", "2 (100 %)", "–", "–"]
    assert "Grasshopper, Spider" in result.output


def test_stats_count_a_damaged_game_as_far_as_it_goes(collection: Path) -> None:
    text = collection.read_text(encoding="utf-8").replace("2. bS1 wG1-", "2. nothing", 1)
    collection.write_text(text, encoding="utf-8")
    result = run("stats", collection)
    assert "1 damaged" in result.output
    assert "4 games" in result.output
    assert "ply 2" in result.output


def test_stats_refuse_what_is_no_record(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Anna,\n", encoding="utf-8")
    result = run("stats", path)
    assert result.exit_code != 0
    assert "Dear Anna" in result.output
