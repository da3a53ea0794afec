"""How long the board needs to show a move: a full hive, 60 targets, a processor slowed down by 4.

Run `python -m benchmarks.board`. Of every move two frames are counted: the moved piece, and the
next piece picked up with all its targets. Script, style and layout are summed from Chromium's own
counters in processor time, so that other work of the machine is not in them; nor is painting.
"""

from __future__ import annotations

import statistics

from playwright.sync_api import CDPSession, sync_playwright
from tests.browser.conftest import CHROMIUM, FLAGS
from tests.browser.screenshots import running_server

from skep.hive.arena.turns import alone

MOVES = 60
WARM_UP = 5
SLOWER = 4
ROUNDS = 3
PARTS = {"script": "ScriptDuration", "style": "RecalcStyleDuration", "layout": "LayoutDuration"}

_SETUP = """() => {
    document.getElementById("gallery").remove();
    const root = document.createElement("div");
    root.className = "gallery__board";
    document.body.append(root);
    const bugs = ["Q", "S1", "S2", "B1", "B2", "G1", "G2", "G3", "A1", "A2", "A3", "M", "L", "P"];
    const ids = ["w", "b"].flatMap((side) => bugs.map((bug) => side + bug));
    const pieces = ids.map((id, n) => ({ id, q: n % 7, r: Math.floor(n / 7), level: 0 }));
    const props = (n) => {
        const moved = pieces.map((one, at) => at === n % 28 ? { ...one, r: 5 + (n % 2) } : one);
        const piece = ids[n % 28];
        const from = { q: pieces[n % 28].q, r: pieces[n % 28].r };
        const to = { q: from.q, r: 5 + (n % 2) };
        const targets = Array.from({ length: 60 }, (_, t) => ({
            piece: ids[(n + 1) % 28], to: { q: (t % 10) - 2, r: Math.floor(t / 10) - 2 },
            kind: "slide", path: [], by: null, move: `m${t}` }));
        const last = { piece, from, to, path: [from, to], kind: "slide", by: null };
        return { pieces: moved, reserves: { w: [], b: [] }, targets, active: true, turn: "w",
            own: "w", last, pinned: ids.slice(0, 9), gates: [] };
    };
    const frame = () => new Promise((resolve) =>
        requestAnimationFrame(() => setTimeout(resolve, 0)));
    const count = () => Number(root.querySelector(".marks-targets").dataset.count);
    const step = async (n) => {
        const next = props(n);
        board.set(next);
        await frame();
        const hidden = count();
        const piece = next.pieces.find((one) => one.id === next.targets[0].piece);
        const cell = root.querySelector(`.cells [data-key="${piece.q},${piece.r}"]`);
        cell.dispatchEvent(new MouseEvent("click", { bubbles: true }));
        await frame();
        return [hidden, count()];
    };
    const board = mountBoard(root, props(0));
    window.bench = { step };
}"""


def measure(session: CDPSession) -> list[dict[str, float]]:
    def busy_ms() -> dict[str, float]:
        metrics = session.send("Performance.getMetrics")["metrics"]
        found = {metric["name"]: 1000 * float(metric["value"]) for metric in metrics}
        return {part: found[name] for part, name in PARTS.items()}

    times = []
    for n in range(WARM_UP + MOVES):
        before = busy_ms()
        # Straight to the browser: the wrapping of page.evaluate is script too.
        answer = session.send(
            "Runtime.evaluate",
            {"expression": f"bench.step({n})", "awaitPromise": True, "returnByValue": True},
        )
        assert answer["result"]["value"] == [0, 60]
        after = busy_ms()
        times.append({part: after[part] - before[part] for part in PARTS})
    return times[WARM_UP:]


def main() -> None:
    with running_server() as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, headless=True, args=FLAGS)
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        page.goto(f"{url}/gallery")
        page.wait_for_selector("#gallery[data-ready=yes]")
        page.evaluate(_SETUP)
        session = page.context.new_cdp_session(page)
        session.send("Performance.enable", {"timeDomain": "threadTicks"})
        session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        print(f"board, 28 pieces, 60 targets, {SLOWER}x slower: {MOVES} moves")
        for _ in range(ROUNDS):
            times = measure(session)
            sums = sorted(sum(one.values()) for one in times)
            parts = ", ".join(
                f"{part} {statistics.median(one[part] for one in times):.1f}" for part in PARTS
            )
            median, p95 = statistics.median(sums), sums[int(len(sums) * 0.95)]
            print(f"  median {median:.1f} ms (bar 8), p95 {p95:.1f} ms (bar 16); {parts}")
        browser.close()


if __name__ == "__main__":
    with alone():
        main()
