"""Playing La Ruche through the page, and the same table in Python to know what fits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from playwright.sync_api import Page

from skep.geometry import Cell
from skep.laruche import Placement, Pose, Table, Tile

__all__ = ["Seat", "Wish", "open_match", "play_to", "seat_at_a_block", "seat_people"]

READY = "#game[data-ready=yes][data-connection=open]:not([data-waiting])"
# So that nothing happens by itself while a test thinks.
CALM: dict[str, Any] = {
    "stall_ms": 0,
    "setup_ms": 600_000,
    "break_ms": 600_000,
    "absent_ms": 600_000,
}


class Wish(NamedTuple):
    """A tile of a hand, a spot, and how it fits there."""

    tile: str
    placement: Placement

    @property
    def key(self) -> str:
        return f"{self.placement.cell.q},{self.placement.cell.r}"


def open_match(page: Page, seats: Sequence[dict[str, Any]], **options: Any) -> str:
    """A match of this page's visitor and the other seats; the link for those who are invited."""
    wish = {"game": "laruche", "seats": [{"who": "me"}, *seats], "options": {**CALM, **options}}
    answer = page.request.post("/api/games", data=wish)
    assert answer.ok, answer.text()
    made = answer.json()
    page.goto(f"/g/{made['game']['id']}")
    return f"/g/{made['game']['id']}?key={made['key']}"


def seat_people(pages: Sequence[Page], bots: Sequence[int] = (), **options: Any) -> list[Seat]:
    """Each page at a seat of one match, which has begun."""
    seats = [{"who": "invited"}] * (len(pages) - 1) + [{"who": "bot", "level": n} for n in bots]
    link = open_match(pages[0], seats, **options)
    for page in pages[1:]:
        page.goto(link)
        page.get_by_role("button", name="Take the seat").click()
    for page in pages:
        page.wait_for_selector(READY)
        page.wait_for_selector("#game:not([data-phase=waiting])")
    return [Seat(page) for page in pages]


class Seat:
    """One person at a page."""

    def __init__(self, page: Page) -> None:
        self.page = page

    @property
    def game(self) -> str:
        return self.page.get_attribute("#game", "data-game") or ""

    @property
    def phase(self) -> str:
        return self.page.get_attribute("#game", "data-phase") or ""

    def read(self) -> dict[str, Any]:
        """The match as the server shows it to this seat."""
        view: dict[str, Any] = self.page.request.get(f"/api/games/{self.game}").json()["view"]
        return view

    def seat(self) -> int:
        seat: int = self.page.request.get(f"/api/games/{self.game}").json()["you"][0]
        return seat

    def table(self) -> Table:
        return table_of(self.read())

    def wishes(self, view: dict[str, Any] | None = None) -> list[Wish]:
        """What this hand could lay now."""
        view = view or self.read()
        table, status = table_of(view), view["status"]
        hand = [Tile.parse(name) for name in status["hand"]]
        if not len(table):
            return [Wish(hand[0].name, Placement(Cell(0, 0), hand[0].poses[0]))]
        found = table.placements(hand) if status["turn"] is None else table.edge_placements(hand)
        return [Wish(placement.pose.tile.name, placement) for placement in found]

    def misfits(self) -> list[tuple[str, str]]:
        """Tiles and live spots that do not go together by the face that is up."""
        view = self.read()
        table = table_of(view)
        pairs = []
        for name in view["status"]["hand"]:
            for spot in table.live_spots():
                fitting = {p.pose for p in spot.placements(Tile.parse(name).bit)}
                if not fitting & set(Tile.parse(name).poses[:6]):
                    pairs.append((name, f"{spot.cell.q},{spot.cell.r}"))
        return pairs

    def spot(self, key: str) -> tuple[float, float]:
        """Where the middle of a cell is in the window."""
        self.stand_still()
        q, r = map(int, key.split(","))
        x, y = self.page.evaluate(
            """([q, r]) => {
                const m = document.getElementById("ruche-world").getScreenCTM();
                const x = 100 * Math.sqrt(3) * (q + r / 2), y = 150 * r;
                return [m.a * x + m.e, m.d * y + m.f];
            }""",
            [q, r],
        )
        return x, y

    def tile(self, name: str) -> Any:
        return self.page.locator(f'[data-part=hand] button[data-tile="{name}"]')

    def hold(self, wish: Wish) -> None:
        """Choose a tile, by the face that fits."""
        self.stand_still()
        self.tile(wish.tile).click()
        if not wish.placement.pose.has_bee:
            self.page.locator(".held__tile").click()

    def lay(self, wish: Wish) -> None:
        """By mouse: tile, if need be its other face, spot."""
        self.hold(wish)
        self.page.mouse.click(*self.spot(wish.key))

    def stand_still(self) -> None:
        """Until the view has stepped, if it had to, and touches count by what is seen.

        With a tile held it does not step."""
        self.page.wait_for_selector(".board__table:not([data-stepping]), .held:not([hidden])")

    def settle(self) -> None:
        """Until the server has answered everything."""
        self.page.wait_for_selector("#game:not([data-pending])")

    def lay_by_socket(self, wish: Wish) -> None:
        """Lay by a second socket of the same person, for tests that begin later in a round."""
        view = self.read()
        self.page.evaluate(
            """async ([game, command]) => {
                const socket = new WebSocket(`ws://${location.host}/ws/game/${game}`);
                const answered = new Promise((resolve, reject) => {
                    socket.onmessage = ({ data }) => {
                        const frame = JSON.parse(data);
                        if (frame.type === "welcome") {
                            const id = crypto.randomUUID().slice(0, 30);
                            socket.send(JSON.stringify({ type: "do", id, command }));
                        } else if (frame.type === "ack") resolve();
                        else if (frame.type === "refused") reject(new Error(data));
                    };
                });
                await new Promise((resolve) => { socket.onopen = resolve; });
                socket.send(JSON.stringify({ type: "hello", version: 1 }));
                await answered;
                socket.close();
            }""",
            [
                self.game,
                {
                    "kind": "lay",
                    "round": view["status"]["round"],
                    "cell": list(wish.placement.cell),
                    "pose": wish.placement.pose.name,
                },
            ],
        )


def table_of(view: dict[str, Any]) -> Table:
    return Table(Placement(Cell(*cell), Pose.parse(pose)) for cell, pose in view["table"])


def play_to(seats: Sequence[Seat], count: int) -> None:
    """Lay until so many tiles lie, always so that much can be laid afterwards."""
    _play(seats, lambda view: view["status"]["phase"] == "play" and len(view["table"]) >= count, 1)


def seat_at_a_block(pages: Sequence[Page], **options: Any) -> list[Seat]:
    """Each page at a seat of one match in which nothing fits any more."""
    for _ in range(10):
        seats = seat_people(pages, deal="15", **options)
        # Always so that little can be laid afterwards. Now and then a hand is emptied all the same.
        _play(seats, lambda view: view["status"]["phase"] not in ("setup", "play"), -1)
        if all(player["count"] for player in seats[0].read()["status"]["players"]):
            return seats
    raise AssertionError("ten matches ended with an empty hand")


def _play(
    seats: Sequence[Seat], is_done: Callable[[dict[str, Any]], bool], keeps_open: int
) -> None:
    by_number = {seat.seat(): seat for seat in seats}
    while True:
        views = {number: seat.read() for number, seat in by_number.items()}
        first = next(iter(views.values()))
        if is_done(first):
            return
        turn = first["status"]["turn"]
        if turn is not None and turn not in by_number:  # a bot's
            seats[0].page.wait_for_selector(f'#game:not([data-laid="{len(first["table"])}"])')
            continue
        hands = {
            n: [Tile.parse(name) for name in view["status"]["hand"]] for n, view in views.items()
        }
        best = None
        # The fullest hand first: a hand that is emptied ends the round.
        fullest = sorted(by_number, key=lambda number: -len(hands[number]))
        for number in [turn] if turn is not None else fullest:
            if best is not None:
                break
            for wish in by_number[number].wishes(views[number])[:60]:
                table = table_of(first)
                table.lay(wish.placement)
                left = [t for hand in hands.values() for t in hand if t.name != wish.tile]
                worth = len(table.placements(left)) * (keeps_open if turn is None else 1)
                if best is None or worth > best[0]:
                    best = (worth, number, wish)
        assert best is not None, "nothing can be laid any more"
        by_number[best[1]].lay_by_socket(best[2])
