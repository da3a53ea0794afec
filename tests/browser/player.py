"""Playing through the page: by mouse, by touch, by keyboard, by names alone."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import ConsoleMessage, Locator, Page, expect

from skep.hive import Move, Position
from skep.hive.notation import parse_move

__all__ = [
    "Player",
    "Watcher",
    "by_color",
    "confirmed_moves",
    "game_id",
    "new_game",
    "open_sheet",
    "prepare",
    "seat_two",
    "start_game",
]

# A page whose game has begun; the page that waits for a friend loads itself again before.
SEATED = (
    "#game[data-ready=yes][data-look=yes][data-connection=open]"
    ':not([data-waiting]):not([data-seq="0"])'
)


class Watcher:
    """Collects what pages say to the console, and requests to other hosts."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.allowed: tuple[str, ...] = ()

    def watch(self, page: Page) -> None:
        page.on("console", self._console)
        page.on("pageerror", lambda problem: self.said.append(f"error: {problem}"))
        page.on("request", lambda request: self._request(request.url))

    def _console(self, message: ConsoleMessage) -> None:
        text = f"{message.type}: {message.text}"
        if not any(part in text for part in self.allowed):
            self.said.append(text)

    def _request(self, url: str) -> None:
        if not url.startswith(("http://127.0.0.1:", "http://table.lan:", "data:", "blob:")):
            self.said.append(f"request to another host: {url}")


# Who plays white and black in the games that tests begin at once.
SEATS: dict[str, list[dict[str, Any]]] = {
    "Play the computer": [{"who": "me"}, {"who": "engine", "level": 3}],
    "Two at this screen": [{"who": "me"}, {"who": "me"}],
    "Play a friend": [{"who": "me"}, {"who": "invited"}],
    "Open a table": [{"who": "me"}, {"who": "open"}],
}


def open_sheet(page: Page, game: str) -> Locator:
    """The form for a new game on the home page."""
    page.goto("/")
    page.wait_for_selector("main[data-ready=yes]")
    page.get_by_role("link", name=f"Play {game}").click()
    return page.get_by_role("dialog", name=game)


def new_game(page: Page, way: str, **wish: Any) -> None:
    """Into a game with all bugs, by none of the forms: tests of those have their own."""
    seats = SEATS[way]
    is_shared = any(seat["who"] in ("invited", "open") for seat in seats)
    options = {"game_type": "Base+MLP", "opening_queen": "allowed"}
    asked = {"game": "hive", "seats": seats, "options": options, "shuffle": is_shared}
    answer = page.request.post(
        "/api/games", data={**asked, "listed": way == "Open a table", **wish}
    )
    assert answer.ok, answer.text()
    made = answer.json()
    key = f"?key={made['key']}" if way == "Play a friend" else ""
    page.goto(f"/g/{made['game']['id']}{key}")
    page.wait_for_selector("#game[data-ready=yes]")


def start_game(page: Page, way: str) -> None:
    """Into a game that begins at once."""
    new_game(page, way)
    page.wait_for_selector(".board[data-ready=yes]")


def seat_two(first: Page, second: Page) -> tuple[Page, Page]:
    """The first invites, the second comes by the link: white's page and black's."""
    new_game(first, "Play a friend")
    second.goto(first.get_by_label("Link").input_value())
    second.get_by_role("button", name="Take the seat").click()
    return by_color(first, second)


def by_color(first: Page, second: Page) -> tuple[Page, Page]:
    """White's page and black's, when their game has begun."""
    first.wait_for_selector(SEATED)
    second.wait_for_selector(SEATED)
    if first.get_attribute("#game", "data-my-turn") == "yes":
        return first, second
    return second, first


class Player:
    """One person at a page, and the same game in Python to know where things are."""

    def __init__(self, page: Page, game_type: str = "Base+MLP") -> None:
        self.page = page
        self.position = Position(game_type, opening_queen="allowed")

    @property
    def ply(self) -> int:
        return int(self.page.get_attribute("#game", "data-ply") or 0)

    def wait(self, ply: int) -> None:
        """Until this many moves are confirmed, drawn, and the next ones known."""
        self.page.wait_for_selector(
            f'#game[data-ply="{ply}"][data-look=yes]:not([data-pending])', state="attached"
        )

    def wait_for_turn(self) -> None:
        self.page.wait_for_selector("#game[data-my-turn=yes][data-look=yes]:not([data-pending])")

    def follow(self, text: str) -> Move:
        move = parse_move(self.position, text)
        self.position.play(move)
        return move

    def spot(self, q: int, r: int) -> tuple[float, float]:
        """Where the middle of a cell is on the screen."""
        box = self.page.evaluate(
            """([q, r]) => {
                const table = document.querySelector('.board__table');
                const world = document.querySelector('.board__surface > g');
                const m = world.getScreenCTM();
                const x = 100 * Math.sqrt(3) * (q + r / 2), y = 150 * r;
                return [m.a * x + m.e, m.d * y + m.f];
            }""",
            [q, r],
        )
        return box[0], box[1]

    def pick(self, move: Move) -> None:
        assert move.piece is not None
        if move.origin is None:
            bug = move.piece.name[:2]
            self.page.locator(f'button.reserve__piece[data-piece^="{bug}"]').click()
        else:
            self.click(move.origin.q, move.origin.r, len(self.position.stack_at(move.origin)) - 1)

    def click(self, q: int, r: int, level: int = 0) -> None:
        x, y = self.spot(q, r)
        self.page.mouse.click(x, y - min(17 * level, 68) * self.scale)

    @property
    def scale(self) -> float:
        return float(self.page.get_attribute(".board__table", "data-scale") or 1)

    def play(self, text: str) -> None:
        """Click, click, and wait until it is confirmed."""
        self.click_through(text)
        self.wait(self.position.ply)

    def click_through(self, text: str) -> None:
        move = parse_move(self.position, text)
        if move.piece is None:
            self.page.get_by_role("button", name="Pass", exact=True).click()
        else:
            self.pick(move)
            assert move.target is not None
            target = move.target
            self.page.wait_for_selector(".marks-targets .mark", state="attached")
            self.click(target.q, target.r, len(self.position.stack_at(target)))
        self.position.play(move)

    def drag(self, text: str) -> None:
        """Press, move, release."""
        move = parse_move(self.position, text)
        assert move.piece is not None
        assert move.target is not None
        mouse = self.page.mouse
        if move.origin is None:
            tile = self.page.locator(f'button.reserve__piece[data-piece^="{move.piece.name[:2]}"]')
            box = tile.bounding_box()
            assert box is not None
            mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        else:
            mouse.move(*self.spot(move.origin.q, move.origin.r))
        mouse.down()
        x, y = self.spot(move.target.q, move.target.r)
        mouse.move(x + 6, y + 12, steps=3)
        mouse.move(x, y, steps=2)
        mouse.up()
        self.position.play(move)

    def shows(self, text: str) -> None:
        expect(self.page.locator("[data-part=notice-text]")).to_contain_text(text)


def game_id(page: Page) -> str:
    return page.get_attribute("#game", "data-game") or ""


def prepare(page: Page, moves: list[str]) -> Player:
    """A hotseat game after these moves, which a second socket of the same person plays."""
    start_game(page, "Two at this screen")
    page.evaluate(
        """async ([game, moves]) => {
            const socket = new WebSocket(`ws://${location.host}/ws/game/${game}`);
            const frames = [];
            let wake = () => {};
            socket.onmessage = (event) => { frames.push(JSON.parse(event.data)); wake(); };
            const until = async (test) => {
                for (;;) {
                    const found = frames.find(test);
                    if (found) return found;
                    await new Promise((resolve) => { wake = resolve; });
                }
            };
            await new Promise((resolve) => { socket.onopen = resolve; });
            socket.send(JSON.stringify({ type: "hello", version: 1 }));
            await until((frame) => frame.type === "welcome");
            for (const [ply, move] of moves.entries()) {
                const command = { kind: "play", move, ply };
                socket.send(JSON.stringify({ type: "do", id: `prepare-${ply}`, command }));
                await until((frame) => frame.id === `prepare-${ply}`);
            }
            socket.close();
        }""",
        [game_id(page), moves],
    )
    player = Player(page)
    for text in moves:
        player.follow(text)
    player.wait(len(moves))
    page.evaluate("document.querySelector('.board__tool').click()")
    return player


def confirmed_moves(page: Page) -> list[str]:
    answer = page.request.get(f"/api/games/{game_id(page)}")
    moves: list[str] = answer.json()["view"]["moves"]
    return moves
