"""Mounting and destroying leaves nothing behind: no node, no listener, no timer's work."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page

CYCLE = """(times) => {
    const root = document.createElement("div");
    document.body.append(root);
    const press = (type, at, x) => at.dispatchEvent(new PointerEvent(type,
        { bubbles: true, pointerId: 1, pointerType: "mouse", clientX: x, clientY: 200 }));
    for (let n = 0; n < times; n += 1) {
        const board = mountBoard(root, galleryProps);
        const surface = root.querySelector(".board__surface");
        press("pointermove", surface, 300);
        press("pointerdown", surface, 300);
        press("pointermove", surface, 340);
        board.set({ ...galleryProps, rotation: n % 6, overlays: { pinned: true, gates: true } });
        board.destroy();
    }
    root.remove();
}"""

TABLES = """async (times) => {
    for (let n = 0; n < times; n += 1) {
        const table = await openTable();
        table.destroy();
    }
    // What was put off until after a frame has its turn, and does nothing.
    await new Promise((done) => requestAnimationFrame(() => setTimeout(() => setTimeout(done))));
}"""


def counter(page: Page) -> Callable[[], tuple[float, float]]:
    """Counts the nodes and the listeners of a page."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")

    def counts() -> tuple[float, float]:
        session.send("HeapProfiler.collectGarbage")
        metrics = session.send("Performance.getMetrics")["metrics"]
        found = {metric["name"]: metric["value"] for metric in metrics}
        return found["Nodes"], found["JSEventListeners"]

    return counts


def test_a_hundred_boards_leave_no_node_and_no_listener(page: Page) -> None:
    page.goto("/gallery")
    page.wait_for_selector("#gallery[data-ready=yes]")
    counts = counter(page)
    page.evaluate(CYCLE, 5)
    nodes, listeners = counts()
    page.evaluate(CYCLE, 100)
    assert counts() == (nodes, listeners)
    # The counters do count: one board that lives has both.
    page.evaluate("window.living = mountBoard(document.createElement('div'), galleryProps)")
    more_nodes, more_listeners = counts()
    assert more_nodes > nodes + 100
    assert more_listeners > listeners + 10
    page.evaluate("window.living.destroy(); delete window.living")
    after_nodes, after_listeners = counts()
    assert after_listeners == listeners
    assert after_nodes <= nodes + 2


def test_a_hundred_tables_leave_no_node_and_no_listener(page: Page) -> None:
    """A whole live game: socket aside, everything that its page has."""
    page.goto("/gallery/chat")
    page.wait_for_selector("#game[data-state=ready]")
    page.evaluate("table.destroy()")
    counts = counter(page)
    page.evaluate(TABLES, 6)
    nodes, listeners = counts()
    page.evaluate(TABLES, 100)
    assert counts() == (nodes, listeners)
    page.evaluate("async () => { window.living = await openTable(); }")
    more_nodes, more_listeners = counts()
    assert more_nodes > nodes + 500
    assert more_listeners > listeners + 25
    page.evaluate("window.living.destroy(); delete window.living")
    assert counts()[1] == listeners
