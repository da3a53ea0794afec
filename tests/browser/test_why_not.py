"""Drop a piece where it may not go: the board says why, in words and in the picture."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from skep.geometry import Cell
from skep.hive import Piece
from tests.browser.player import Player, prepare

LINE = ["wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-", "wA1 -wQ", "bA1 bQ-"]

# moves, the piece that is dropped, where (None: it is only touched), code, words, a mark
CASES = [
    (LINE, "wS1", None, "ONE_HIVE", "the hive would fall apart", ".mark--cut"),
    (LINE[:2], "wS1", None, "QUEEN_NOT_PLACED", "before its queen is in play", ".mark--note"),
    (LINE, "wG1", (3, 1), "TOUCHES_ENEMY", "may not touch the other colour", ".mark--wall"),
    (LINE, "wG1", (7, 7), "TOUCHES_NO_FRIEND", "a piece of its own colour", ".mark--bad"),
    (LINE, "wA1", (6, 6), "TOUCHES_NOTHING", "would touch no other bug", ".mark--bad"),
    (LINE, "wA1", (0, 0), "CELL_OCCUPIED", "needs an empty cell", ".mark--bad"),
    (LINE, "wG1", (0, 0), "CELL_OCCUPIED", "needs an empty cell", ".mark--bad"),
    (
        ["wQ", "bQ wQ-", "wP -wQ", "bA1 bQ-", "wA1 -wP", "bA1 \\bQ"],
        "wP", None, "ONE_HIVE", "But it can throw: choose the white ant 1", ".mark--able",
    ),
    (
        ["wS1", "bS1 wS1-", "wS2 -wS1", "bQ bS1-", "wB1 -wS2", "bA1 bQ-"],
        "wG1", None, "QUEEN_BY_FOURTH", "place its queen by its fourth", ".reserve__hint:visible",
    ),
    (
        ["wS1", "bG1 wS1-", "wQ -wS1", "bQ bG1-", "wG1 \\wQ", "bA1 bQ-"],
        "wG1", (0, 1), "NOT_STRAIGHT", "straight line", ".mark--bad",
    ),
    (
        ["wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-", "wS2 -wQ", "bA1 bQ-"],
        "wS2", (-1, 1), "NOT_THREE_STEPS", "exactly three steps", ".mark--bad",
    ),
]  # fmt: skip


@pytest.mark.parametrize(
    ("moves", "piece", "to", "code", "words", "mark"), CASES, ids=lambda value: str(value)[:18]
)
def test_why_not(
    page: Page,
    moves: list[str],
    piece: str,
    to: tuple[int, int] | None,
    code: str,
    words: str,
    mark: str,
) -> None:
    player = prepare(page, moves)
    lift(player, piece, to)
    page.wait_for_selector(f"#game[data-why={code}]")
    player.shows(words)
    expect(page.locator(mark).first).to_be_attached()
    assert player.ply == len(moves)
    page.get_by_role("button", name="Close", exact=True).first.click()
    expect(page.locator("[data-part=notice]")).to_be_hidden()


def lift(player: Player, name: str, to: tuple[int, int] | None) -> None:
    piece = Piece.parse(name)
    cell = player.position.cell_of(piece)
    page = player.page
    if cell is None:
        page.locator(f'button.reserve__piece[data-piece^="{name[:2]}"]').press("Enter")
    else:
        player.click(cell.q, cell.r)
    if to is not None:
        target = Cell(*to)
        # Far cells lie outside of the view, and a mouse must stay inside it.
        if target.distance(Cell(0, 0)) > 4:
            page.evaluate("document.querySelector('.board__surface').scrollIntoView()")
            for _ in range(8):
                page.mouse.move(*player.spot(0, 0))
                page.mouse.wheel(0, 240)
        player.click(*to)


def test_a_tap_without_a_bug_says_what_to_do(page: Page) -> None:
    player = prepare(page, LINE)
    player.click(0, 2)
    player.shows("Choose a bug first")
    player.click(-2, 0)
    expect(page.locator("[data-part=notice]")).to_be_hidden()


def test_a_pinned_pillbug_that_can_throw_is_called_so(page: Page) -> None:
    prepare(page, CASES[7][0])
    name = "white pillbug, pinned, can throw"
    expect(page.get_by_role("button", name=name)).to_be_attached()


@pytest.mark.parametrize("action", ["another piece", "the same piece", "a key", "a button"])
def test_marks_end_with_the_next_action(page: Page, action: str) -> None:
    player = prepare(page, LINE)
    lift(player, "wA1", (0, 0))
    page.wait_for_selector("#game[data-why]")
    expect(page.locator(".marks-reasons > *")).not_to_have_count(0)
    if action == "another piece":
        page.locator('button.reserve__piece[data-piece^="wG"]').click()
    elif action == "the same piece":
        player.click(-2, 0)
    elif action == "a key":
        page.keyboard.press("Escape")
    else:
        page.get_by_role("button", name="One move forward").click()
    expect(page.locator(".marks-reasons > *")).to_have_count(0)
    expect(page.locator("[data-part=notice]")).to_be_hidden()


def test_a_refused_drag_keeps_the_piece_chosen(page: Page) -> None:
    player = prepare(page, LINE)
    page.mouse.move(*player.spot(-2, 0))
    page.mouse.down()
    page.mouse.move(*player.spot(1, 0), steps=4)
    page.mouse.up()
    page.wait_for_selector("#game[data-why=CELL_OCCUPIED]")
    expect(page.locator(".board__table")).to_have_attribute("data-chosen", "wA1")
    player.click(4, 0)  # where it was meant to go
    player.wait(len(LINE) + 1)
