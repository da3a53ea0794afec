"""A board by itself, on the gallery page with a state of the test's own; events are recorded."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

__all__ = ["Stand"]

_MOUNT = """(given) => {
    document.getElementById("gallery").replaceChildren();
    document.querySelector(".places")?.remove();  // a game has no bar at its lower edge
    const root = document.createElement("div");
    root.id = "stand";
    root.style.cssText = "position: fixed; inset: 0; z-index: 5; background: #888";
    document.body.append(root);
    const props = { ...galleryProps, reserves: { w: ["wG1"], b: [] }, last: null, pinned: [],
        gates: [], turn: "w", own: "w", active: true, still: true, ...given };
    const events = [];
    const board = mountBoard(root, props, {
        move: (target) => events.push(["move", target.move]),
        refuse: (piece, to) => events.push(["refuse", piece, to]),
        select: (piece) => events.push(["select", piece]),
    });
    window.stand = { root, board, props, events,
        set: (more) => board.set(window.stand.props = { ...window.stand.props, ...more }) };
}"""


def piece(name: str, q: int, r: int, level: int = 0) -> dict[str, Any]:
    return {"id": name, "q": q, "r": r, "level": level}


def way(name: str, q: int, r: int, kind: str = "slide") -> dict[str, Any]:
    move = f"{name} {q},{r}"
    to = {"q": q, "r": r}
    return {"piece": name, "to": to, "kind": kind, "path": [], "by": None, "move": move}


class Stand:
    """Four pieces in a row, a stack of two at its end, an ant that may go to three cells."""

    PIECES = (
        piece("wA1", 0, 0),
        piece("bQ", 1, 0),
        piece("wQ", 2, 0),
        piece("bB1", 3, 0),
        piece("wB1", 3, 0, 1),
    )
    WAYS = (way("wA1", 1, -1), way("wA1", 0, 1), way("wA1", 4, 0), way("wG1", -1, 0, "place"))

    def __init__(self, page: Page, **props: Any) -> None:
        self.page = page
        page.goto("/gallery")
        page.wait_for_selector("#gallery[data-ready=yes]")
        given = {"pieces": list(self.PIECES), "targets": list(self.WAYS), **props}
        page.evaluate(_MOUNT, given)
        page.wait_for_selector("#stand[data-ready=yes]")

    def set(self, **props: Any) -> None:
        self.page.evaluate("(more) => stand.set(more)", props)

    @property
    def events(self) -> list[Any]:
        found: list[Any] = self.page.evaluate("stand.events")
        return found

    def sent(self) -> list[Any]:
        """Moves and refusals, without what was selected on the way."""
        return [event for event in self.events if event[0] != "select"]

    def spot(self, q: float, r: float) -> tuple[float, float]:
        """Where the middle of a cell is on the screen; fractions lie between cells."""
        x, y = self.page.evaluate(
            """([q, r]) => {
                const m = stand.root.querySelector(".board__surface > g").getScreenCTM();
                const x = 100 * Math.sqrt(3) * (q + r / 2), y = 150 * r;
                return [m.a * x + m.e, m.d * y + m.f];
            }""",
            [q, r],
        )
        return x, y

    def middle(self, selector: str) -> tuple[float, float]:
        box = self.page.locator(f"#stand {selector}").bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def wait_for_carried(self, x: float, y: float) -> None:
        """Until the middle of the tile in the hand, by its face, is there."""
        self.page.wait_for_function(
            """([x, y]) => {
                const box = stand.root.querySelector(".board__carry .tile__face")
                    ?.getBoundingClientRect();
                return box?.width && Math.hypot(box.x + box.width / 2 - x,
                    box.y + box.height / 2 - y) < 6;
            }""",
            arg=[x, y],
        )

    def tile_width(self, selector: str) -> float:
        """By the rim, whose line is as wide in every state."""
        box = self.page.locator(f"#stand {selector} .tile__rim").bounding_box()
        assert box is not None
        return box["width"]

    def scale(self) -> float:
        return float(self.page.get_attribute("#stand .board__table", "data-scale") or 0)

    def transform(self) -> str:
        return self.page.get_attribute("#stand .board__surface > g", "transform") or ""

    def lift(self, q: int, r: int) -> None:
        """Press on a piece and carry it a little."""
        x, y = self.spot(q, r)
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move(x + 12, y + 12, steps=2)
