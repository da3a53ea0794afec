"""Playing the solitaire through the page, and the same puzzle in Python to know what fits."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

from skep.geometry import Cell
from skep.laruche.puzzles import Puzzle, SolitaireOptions
from skep.laruche.tiles import Placement, Pose, Tile

__all__ = ["Solo", "open_solitaire"]

READY = "#game[data-ready=yes][data-connection=open]"


def open_solitaire(page: Page, **options: Any) -> Solo:
    """A new solitaire of this page's visitor."""
    wish = {"game": "solitaire", "seats": [{"who": "me"}], "options": options}
    answer = page.request.post("/api/games", data=wish)
    assert answer.ok, answer.text()
    page.goto(f"/g/{answer.json()['game']['id']}")
    solo = Solo(page)
    solo.wait()
    return solo


class Solo:
    """A person at the page of a solitaire."""

    def __init__(self, page: Page) -> None:
        self.page = page

    @property
    def game(self) -> str:
        return self.page.get_attribute("#game", "data-game") or ""

    def wait(self, laid: int | None = None) -> None:
        """Until the page is alive, and so many tiles lie for good."""
        self.page.wait_for_selector(f"{READY}:not([data-paused])")
        if laid is not None:
            self.page.wait_for_selector(f'#game[data-laid="{laid}"]:not([data-pending])')

    def read(self) -> dict[str, Any]:
        answer = self.page.request.get(f"/api/games/{self.game}")
        view: dict[str, Any] = answer.json()["view"]
        return view

    def placed(self) -> tuple[Placement, ...]:
        return tuple(placement(cell, pose) for cell, pose in self.read()["table"])

    def rest(self, *first: Placement) -> tuple[Placement, ...]:
        """A solution that continues what lies; an empty table without a shape begins by `first`."""
        view = self.read()
        placed = self.placed() or first
        return self.puzzle(view).search(placed).first[len(self.placed()) :]

    def puzzle(self, view: dict[str, Any]) -> Puzzle:
        tiles = tuple(Tile.parse(name) for name in view["tiles"])
        shape = None if view["shape"] is None else frozenset(Cell(*c) for c in view["shape"])
        options = SolitaireOptions(
            size=len(tiles), reading=view["reading"], silhouette=view["silhouette"]
        )
        return Puzzle(options, tiles, shape)

    def solution(self) -> tuple[Placement, ...]:
        """As a person lays it: the first tile in the middle, as it comes out of the hand."""
        first = Tile.parse(self.read()["tiles"][0])
        return self.rest(Placement(Cell(0, 0), Pose.parse(first.name)))

    def tile(self, wanted: Placement) -> Any:
        name = wanted.pose.tile.name
        return self.page.locator(f'[data-part=hand] button[data-tile="{name}"]')

    def middle(self, cell: Cell) -> tuple[float, float]:
        """Where the middle of a cell is in the window."""
        x, y = self.page.evaluate(
            """([q, r]) => {
                const m = document.getElementById("ruche-world").getScreenCTM();
                const x = 100 * Math.sqrt(3) * (q + r / 2), y = 150 * r;
                return [m.a * x + m.e, m.d * y + m.f];
            }""",
            list(cell),
        )
        return x, y

    def wait_in_sight(self, cell: Cell) -> None:
        """Until the view has stepped, where it must: it stands still for a while after a touch."""
        self.page.wait_for_selector("body:not(:has([data-stepping]))")
        self.page.wait_for_function(
            """([q, r]) => {
                const m = document.getElementById("ruche-world").getScreenCTM();
                const [x, y] = [100 * Math.sqrt(3) * (q + r / 2), 150 * r];
                const [left, top] = [m.a * x + m.e, m.d * y + m.f];
                const box = document.querySelector(".board__surface").getBoundingClientRect();
                const isWithin = left > box.left && left < box.right;
                return isWithin && top > box.top && top < box.bottom;
            }""",
            arg=list(cell),
        )

    def lay(self, wanted: Placement) -> None:
        """By mouse: tile, spot."""
        laid = int(self.page.get_attribute("#game", "data-laid") or 0)
        self.wait_in_sight(wanted.cell)
        self.tile(wanted).click()
        self.page.mouse.click(*self.middle(wanted.cell))
        self.wait(laid + 1)

    def lay_by_list(self, wanted: Placement) -> None:
        """By the buttons of hand and spots, wherever the view is."""
        laid = int(self.page.get_attribute("#game", "data-laid") or 0)
        self.page.evaluate(
            """([tile, spot]) => {
                document.querySelector(`[data-part=hand] button[data-tile="${tile}"]`).click();
                document.querySelector(`[data-part=spots] button[data-spot="${spot}"]`).click();
            }""",
            [wanted.pose.tile.name, key_of(wanted)],
        )
        self.wait(laid + 1)

    def lay_hint(self) -> None:
        """By keyboard: ask for a hint, lay it."""
        laid = int(self.page.get_attribute("#game", "data-laid") or 0)
        self.page.keyboard.press("h")
        self.page.wait_for_selector("#game[data-hinted]")
        self.page.keyboard.press("h")
        self.wait(laid + 1)


def key_of(wanted: Placement) -> str:
    return f"{wanted.cell.q},{wanted.cell.r}"


def placement(cell: list[int], pose: str) -> Placement:
    return Placement(Cell(*cell), Pose.parse(pose))
