import subprocess
import sys
from datetime import date
from pathlib import Path
from xml.etree import ElementTree

import click
import pytest
from click.testing import CliRunner, Result

from skep.cli import LazyGroup, main
from skep.laruche.daily import puzzle_of
from skep.laruche.records import parse_record
from skep.laruche.solitaire import Puzzle, SolitaireOptions
from skep.laruche.table import Table

CASES = Path(__file__).parents[1] / "cases" / "laruche"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where solitaires are saved while they are played."""
    folder = tmp_path / "home"
    monkeypatch.setenv("SKEP_HOME", str(folder))
    return folder


def run(*arguments: str, typed: str = "") -> Result:
    return CliRunner().invoke(main, ["laruche", *arguments], input=typed)


def test_help_names_every_command_as_the_command_itself_does() -> None:
    group = main.get_command(click.Context(main), "laruche")
    assert isinstance(group, LazyGroup)
    page = run("--help").output
    for name in group.list_commands(click.Context(group)):
        command = group.get_command(click.Context(group), name)
        assert command is not None
        assert command.help is not None
        assert command.help.splitlines()[0] in page


def test_solve_prints_draws_and_counts(tmp_path: Path) -> None:
    picture = tmp_path / "layout.svg"
    result = run("solve", "--seed", "7", "--count", "--svg", str(picture))
    assert result.exit_code == 0
    assert "12." in result.output
    assert "4,288 final layouts (medium)" in result.output
    assert ElementTree.parse(picture).getroot().tag.endswith("svg")


def test_solve_says_when_it_cannot() -> None:
    assert run("solve", "--seed", "1", "--size", "6").exit_code == 0
    stuck = run("solve", "--tiles", "RYOGVB ROGBYV RVGOYB ROYGBV RBYGVO RBOVGY")
    assert stuck.exit_code == 1
    assert "cannot all be laid" in stuck.output


@pytest.mark.parametrize(
    "arguments",
    [
        ("solve", "--seed", "x"),
        ("solve", "--seed", "1", "--date", "2026-01-01"),
        ("solve", "--tiles", "ROYGBV XXX"),
        ("solve", "--tiles", "ROYGBV ROYGBV RYOGBV RYGOBV RGOYBV RGYOBV"),
        ("solve", "--size", "13", "--silhouette", "pot"),
        ("simulate", "--bots", "1,9"),
        ("simulate", "--bots", "1,2,3", "--players", "2"),
        ("simulate", "--options", "rounds=99"),
        ("draw", "RRRRRR"),
    ],
)
def test_bad_input_is_a_usage_error(arguments: tuple[str, ...]) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert "Error: " in result.output


def test_simulate_shows_a_table_and_writes_records(tmp_path: Path) -> None:
    result = run(
        "simulate", "--players", "3", "--games", "2", "--bots", "3,3,5", "--options", "rounds=1",
        "--records", str(tmp_path),
    )  # fmt: skip
    assert result.exit_code == 0
    assert "2 matches, 2 rounds" in result.output
    for path in sorted(tmp_path.iterdir()):
        parse_record(path.read_text(encoding="utf-8")).replay()
    assert len(list(tmp_path.iterdir())) == 2


def test_replay_tells_the_end() -> None:
    result = run("replay", str(CASES / "match_v1.txt"))
    assert result.exit_code == 0
    assert "Bot 2 won with 9 points." in result.output


def test_replay_refuses_what_is_no_record(tmp_path: Path) -> None:
    path = tmp_path / "note.txt"
    path.write_text("hello", encoding="utf-8")
    result = run("replay", str(path))
    assert result.exit_code == 2
    assert "expected a record" in result.output


def test_play_to_the_end_and_record(tmp_path: Path) -> None:
    puzzle = Puzzle.deal(SolitaireOptions(), 7)
    numbers = {tile: number for number, tile in enumerate(puzzle.tiles, 1)}
    path = tmp_path / "solo.txt"
    first = puzzle.solution[0]
    typed = f"h\n{numbers[first.pose.tile]}\n?\nu\nu\n99\nfoo bar baz\ng\ny\n"
    result = run("play", "--seed", "7", "--record", str(path), typed=typed)
    assert result.exit_code == 0
    assert f"Try {numbers[first.pose.tile]} a" in result.output
    assert "It can still be solved" in result.output
    assert "There is nothing to take back" in result.output
    assert "There is no tile 99" in result.output
    assert "Given up. One solution:" in result.output
    score = parse_record(path.read_text(encoding="utf-8")).replay().outcome()
    assert score is not None


def test_the_end_of_the_input_spoils_nothing() -> None:
    result = run("play", "--date", "2026-03-01", "--silhouette", "fox", typed="")
    assert result.exit_code == 0
    assert "Given up" not in result.output
    assert run("play", "--date", "2026-03-01", typed="g\n").output.count("One solution") == 0


@pytest.mark.parametrize("ending", ["", "q\n", "g\n", "g\nn\n"])
def test_a_solitaire_that_was_left_goes_on(ending: str, home: Path) -> None:
    day = date(2026, 11, 27)
    first, *rest = _steps(puzzle_of(day))
    left = run("play", "--date", str(day), typed=f"{first}\n{ending}")
    assert left.exit_code == 0
    assert "Given up" not in left.output
    assert "The solitaire is saved: skep laruche play --resume" in left.output
    assert "Solved" not in left.output
    resumed = run("play", "--resume", typed="".join(f"{step}\n" for step in rest))
    assert "Solved with" in resumed.output
    assert "La Ruche #12" in resumed.output
    assert len(list((home / "solitaires").iterdir())) == 1
    assert run("play", "--resume").exit_code == 2  # that one is over


def test_time_stands_between_leaving_and_coming_back(home: Path) -> None:
    first, second, *_ = _steps(Puzzle.deal(SolitaireOptions(), 7))
    run("play", "--seed", "7", typed=f"{first}\nq\n")
    run("play", "--resume", typed=f"{second}\nq\n")
    record = parse_record(next((home / "solitaires").iterdir()).read_text(encoding="utf-8"))
    assert [type(command).__name__ for _, command in record.commands] == [
        "Put",
        "StopClock",
        "StartClock",
        "Put",
        "StopClock",
    ]
    times = [at_ms for at_ms, _ in record.commands]
    assert times[2] - times[1] < 1000


def test_a_record_is_whole_after_every_step(tmp_path: Path) -> None:
    """Whatever ends the program, what was laid is in the file."""
    path = tmp_path / "solo.txt"
    first, second, *_ = _steps(Puzzle.deal(SolitaireOptions(), 7))
    script = [sys.executable, "-m", "skep", "laruche", "play", "--seed", "7", "--record"]
    with subprocess.Popen(
        [*script, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as playing:
        assert playing.stdin is not None
        assert playing.stdout is not None
        playing.stdin.write(f"{first}\n{second}\n?\n".encode())
        playing.stdin.flush()
        while b"It can still be solved" not in playing.stdout.readline():
            assert playing.poll() is None
        playing.kill()
    assert len(parse_record(path.read_text(encoding="utf-8")).commands) == 2
    assert run("play", "--resume", typed="").exit_code == 0


def test_a_step_that_cannot_be_saved_is_told(home: Path) -> None:
    home.write_text("no folder")
    first, *_ = _steps(Puzzle.deal(SolitaireOptions(), 7))
    result = run("play", "--seed", "7", typed=f"{first}\nq\n")
    assert "This step is not saved" in result.output
    assert "The solitaire is NOT saved" in result.output
    assert "--resume goes on" not in result.output


def test_a_damaged_save_is_named(home: Path) -> None:
    first, *_ = _steps(Puzzle.deal(SolitaireOptions(), 7))
    run("play", "--seed", "7", typed=f"{first}\nq\n")
    (home / "solitaires" / "9999.txt").write_bytes(b"\xff\xfe nothing")
    resumed = run("play", "--resume", typed="q\n")
    assert "9999.txt cannot be read and was passed over" in resumed.output
    assert resumed.exit_code == 0


def test_what_would_be_ignored_beside_resume_is_refused() -> None:
    result = run("play", "--resume", "--seed", "7")
    assert result.exit_code == 2
    assert "--seed has no meaning beside --resume" in result.output


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("help", "take the last tile back"),
        ("banana", "'banana' is none of these"),
        ("7 b c", "'7 b c' is none of these"),
        ("hint", "Try "),
    ],
)
def test_every_line_is_answered_to_the_point(line: str, words: str) -> None:
    result = run("play", "--seed", "7", typed=f"{line}\n")
    # The help stands there at the beginning; what counts is below the second drawing.
    assert words in result.output.split("Your tiles:")[2]
    assert "in your hand" not in result.output


def test_draw_writes_svg(tmp_path: Path) -> None:
    assert run("draw", "GBVROY").output.startswith("<svg")
    path = tmp_path / "all.svg"
    assert run("draw", "--letters", "--svg", str(path)).exit_code == 0
    titles = [
        element.text
        for element in ElementTree.parse(path).iter("{http://www.w3.org/2000/svg}title")
    ]
    assert len(titles) == 61


def test_the_puzzle_of_a_day_is_solved_by_hints_and_shared(tmp_path: Path) -> None:
    typed = "h\n" + "".join(f"{step}\n" for step in _steps(puzzle_of(date(2026, 11, 27))))
    result = run("play", "--date", "2026-11-27", typed=typed)
    assert result.exit_code == 0
    assert "hard · best 22" in result.output
    assert "La Ruche #12 · " in result.output
    assert "💡" in result.output


def _steps(puzzle: Puzzle) -> list[str]:
    """What is typed to lay the first solution; spots are letters by rows, from the top."""
    numbers = {tile: number for number, tile in enumerate(puzzle.tiles, 1)}
    table, steps = Table(), []
    for placement in puzzle.solution:
        spots = table.live_spots() + (table.edge_spots() if len(table) < 2 else [])
        cells = sorted({spot.cell for spot in spots}, key=lambda cell: (cell.r, cell.q))
        letter = chr(ord("a") + cells.index(placement.cell)) if cells else "a"
        steps.append(f"{numbers[placement.pose.tile]} {letter}")
        table.lay(placement)
    return steps


def test_any_tile_is_taken_back_by_its_number() -> None:
    puzzle = Puzzle.deal(SolitaireOptions(), 7)
    first, second, *_ = _steps(puzzle)
    number = first.split()[0]
    typed = f"{first}\n{second}\nu {number}\nu {number}\nq\n"
    result = run("play", "--seed", "7", typed=typed)
    assert f"Tile {number} does not lie on the table." in result.output


def test_solve_tells_the_best_and_a_grade_can_be_asked_for() -> None:
    result = run("solve", "--seed", "7", "--best")
    assert "At best 23 joins." in result.output
    graded = run("solve", "--seed", "7", "--size", "8", "--grade", "expert")
    assert graded.exit_code == 0
    assert run("solve", "--seed", "7", "--grade", "expert", "--size", "40").exit_code == 2
    assert run("solve", "--date", "2026-11-27", "--grade", "easy").exit_code == 2
    many = run("solve", "--seed", "7", "--best", "--size", "30")
    assert "not known for so many tiles" in many.output


def test_sheets_are_written_to_print(tmp_path: Path) -> None:
    document, folder = tmp_path / "tiles.html", tmp_path / "pages"
    result = run("sheets", "--html", str(document), "--svg", str(folder), "--flip", "short")
    assert result.exit_code == 0
    assert "turned about the short edge" in document.read_text(encoding="utf-8")
    assert len(list(folder.iterdir())) == 6
    assert run("sheets").output.startswith("<!doctype html>")
