"""How long La Ruche's page takes to redraw: 60 tiles on the table, 30 in hand, 4 times slower.

Run `python -m benchmarks.laruche_table`. Of every tile that is laid one frame is counted: the tile,
the spots that are new, the gap in the hand. Script, style and layout are summed from Chromium's own
counters in processor time, so that other work of the machine is not in them; nor is painting.
"""

from __future__ import annotations

import statistics

from playwright.sync_api import CDPSession, Page, ViewportSize, sync_playwright
from tests.browser.conftest import CHROMIUM, FLAGS
from tests.browser.laruche_player import seat_people
from tests.browser.screenshots import running_server

from skep.hive.arena.turns import alone

LAYS = 60
WARM_UP = 5
SLOWER = 4
ROUNDS = 3
BAR_MS = 8
PARTS = {"script": "ScriptDuration", "style": "RecalcStyleDuration", "layout": "LayoutDuration"}

# The modules of the page itself, mounted once more over the whole window: 60 tiles around a middle
# one, of which the last is laid and taken away in turns, and a hand of 30 of which one comes and
# goes. Which tiles lie beside which does not matter to what drawing costs.
_SETUP = """async () => {
    const entry = document.querySelector('script[type="module"]').src;
    const module = (name) => import(new URL(`../laruche/${name}.js`, entry).href);
    const [{ mountTable }, { mountHand }, { mountSpots }, { spotsOf, renumbered },
        { createTileSet }] = await Promise.all(
        ["table", "hand_view", "spot_list", "spots", "tiles"].map(module));
    const names = JSON.parse(document.getElementById("data").textContent).tiles;
    const set = createTileSet(names);
    document.getElementById("game").remove();
    const root = document.createElement("div");
    root.className = "match";
    root.innerHTML = `<div class="match__table"><div class="match__board"></div></div>
        <ol class="spot-list"></ol><div class="hand-area"><ol class="hand"></ol></div>`;
    document.querySelector("main").append(root);
    const cells = [];
    for (let q = -6; q <= 6; q += 1) for (let r = -6; r <= 6; r += 1) cells.push([q, r]);
    const away = ([q, r]) => Math.max(Math.abs(q), Math.abs(r), Math.abs(q + r));
    cells.sort((a, b) => away(a) - away(b));
    const laid = cells.slice(0, 60).map(([q, r], n) => [`${q},${r}`, names[n]]);
    const none = new Set();
    let numbers = [];
    const props = (n) => {
        const tiles = new Map(laid.slice(0, 59 + (n % 2)));
        const spots = spotsOf(tiles, false, set).map((one) => ({ ...one, isLive: true }));
        numbers = renumbered(numbers, spots.map(({ key }) => key));
        const hand = names.slice(0, 30).filter((_, at) => at !== 7 || n % 2 === 0);
        return {
            table: { tiles, waiting: none, spots, numbers, chosen: null, glowing: none,
                ghost: null, shaken: null, isHeld: false, label: `${tiles.size}` },
            spots: { spots, numbers, chosen: null, glowing: none },
            hand: { slots: names.slice(0, 30), poseOf: (tile) => tile, there: new Set(hand),
                held: null, glowing: none, shaken: null, fresh: null },
        };
    };
    const first = props(0);
    const words = { surface: "table", fit: "fit" };
    const table = mountTable(root.querySelector(".match__board"), first.table, set, words);
    const hand = mountHand(root.querySelector(".hand"), first.hand,
        { choose() {}, press() {}, key() {} });
    const list = mountSpots(root.querySelector(".spot-list"), first.spots,
        { choose() {}, focused() {} });
    const frame = () => new Promise((resolve) =>
        requestAnimationFrame(() => setTimeout(resolve, 0)));
    const step = async (n) => {
        const next = props(n);
        table.set(next.table);
        hand.set(next.hand);
        list.set(next.spots);
        await frame();
        return [root.querySelectorAll(".tiles-laid .comb").length,
            root.querySelectorAll(".hand__tile").length];
    };
    await frame();
    window.bench = { step };
}"""


def measure(session: CDPSession) -> list[dict[str, float]]:
    def busy_ms() -> dict[str, float]:
        metrics = session.send("Performance.getMetrics")["metrics"]
        found = {metric["name"]: 1000 * float(metric["value"]) for metric in metrics}
        return {part: found[name] for part, name in PARTS.items()}

    times = []
    for n in range(1, 1 + WARM_UP + LAYS):
        before = busy_ms()
        # Straight to the browser: the wrapping of page.evaluate is script too.
        answer = session.send(
            "Runtime.evaluate",
            {"expression": f"bench.step({n})", "awaitPromise": True, "returnByValue": True},
        )
        assert answer["result"]["value"] == [59 + n % 2, 30 - n % 2]
        after = busy_ms()
        times.append({part: after[part] - before[part] for part in PARTS})
    return times[WARM_UP:]


def prepare(page: Page) -> CDPSession:
    seat_people([page], bots=(1,))
    page.evaluate(_SETUP)
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    return session


def main() -> None:
    with running_server() as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, headless=True, args=FLAGS)
        size: ViewportSize = {"width": 390, "height": 664}
        session = prepare(browser.new_context(base_url=url, viewport=size).new_page())
        print(f"60 tiles, 30 in the hand, {SLOWER}x slower: {LAYS} tiles laid or taken away")
        for _ in range(ROUNDS):
            times = measure(session)
            sums = sorted(sum(one.values()) for one in times)
            parts = ", ".join(
                f"{part} {statistics.median(one[part] for one in times):.1f}" for part in PARTS
            )
            median, p95 = statistics.median(sums), sums[int(len(sums) * 0.95)]
            print(f"  median {median:.1f} ms (bar {BAR_MS}), p95 {p95:.1f} ms; {parts}")
        browser.close()


if __name__ == "__main__":
    with alone():
        main()
