"""How long the board needs to show a move: a full hive, 60 targets, a processor slowed down by 4.

Run `python -m benchmarks.board`. Script, style and layout of the page are summed from Chromium's
own counters; painting is not in them.
"""

from __future__ import annotations

import statistics

from playwright.sync_api import sync_playwright
from tests.browser.conftest import CHROMIUM, FLAGS
from tests.browser.screenshots import running_server

MOVES = 60
SLOWER = 4

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
    window.bench = { root, board: mountBoard(root, props(0)), props };
}"""


def main() -> None:
    with running_server() as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, headless=True, args=FLAGS)
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        page.goto(f"{url}/gallery")
        page.wait_for_selector("#gallery[data-ready=yes]")
        page.evaluate(_SETUP)
        session = page.context.new_cdp_session(page)
        session.send("Performance.enable")
        session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})

        def busy_ms() -> float:
            metrics = session.send("Performance.getMetrics")["metrics"]
            found = {metric["name"]: metric["value"] for metric in metrics}
            names = ("ScriptDuration", "RecalcStyleDuration", "LayoutDuration")
            return 1000 * float(sum(found[name] for name in names))

        times = []
        for n in range(MOVES + 5):
            # A piece is chosen too, so that all sixty targets are shown and taken away again.
            before = busy_ms()
            page.evaluate(
                """(n) => new Promise((resolve) => {
                    const props = bench.props(n);
                    bench.board.set(props);
                    const piece = props.pieces.find((one) => one.id === props.targets[0].piece);
                    const key = `${piece.q},${piece.r}`;
                    const cell = bench.root.querySelector(`.cells [data-key="${key}"]`);
                    cell.dispatchEvent(new MouseEvent("click", { bubbles: true }));
                    bench.shown = bench.root.querySelectorAll(".marks-targets .mark").length;
                    requestAnimationFrame(() => setTimeout(resolve, 0));
                })""",
                n,
            )
            times.append(busy_ms() - before)
        assert page.evaluate("bench.shown") == 60
        times = sorted(times[5:])
        browser.close()
    p95 = times[int(len(times) * 0.95)]
    print(f"board, 28 pieces, 60 targets, {SLOWER}x slower: {MOVES} moves")
    print(f"  median {statistics.median(times):.1f} ms (bar 8), p95 {p95:.1f} ms (bar 16)")


if __name__ == "__main__":
    main()
