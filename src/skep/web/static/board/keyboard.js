// Keys on the board: six ways to walk, letters that jump to a bug, Enter and Escape.

import { cellOf, keyOf, neighbourTowards } from "./hexes.js";

// Degrees on the screen. The block of Home, End, Page up and Page down has the four slants.
const KEYS = {
  ArrowRight: 0,
  PageUp: 60,
  ArrowUp: 90,
  Home: 120,
  ArrowLeft: 180,
  End: 240,
  ArrowDown: 270,
  PageDown: 300,
  6: 0,
  9: 60,
  7: 120,
  4: 180,
  1: 240,
  3: 300,
};

/**
 * @param {SVGElement} layer
 * @param {import("./view.js").View} view
 * @param {{activate(key: string): void, cancel(): void, letter(bug: string, other: boolean): boolean,
 *          go(key: string): void, isNear(key: string): boolean, current(): string}} on
 * @param {AbortSignal} signal
 */
export function cellKeys(layer, view, on, signal) {
  let leaning = 15;
  layer.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const key = event.key;
    const degrees = KEYS[/** @type {keyof typeof KEYS} */ (key)];
    if (degrees !== undefined) {
      event.preventDefault();
      // Straight up lies between two cells: left and right in turns.
      const upright = degrees === 90 || degrees === 270;
      const next = neighbourTowards(view.layout, cellOf(on.current()), degrees, upright ? leaning : 1);
      if (upright) leaning = -leaning;
      if (on.isNear(keyOf(next.q, next.r))) on.go(keyOf(next.q, next.r));
    } else if (key === "Enter" || key === " ") {
      event.preventDefault();
      on.activate(on.current());
    } else if (key === "Escape") {
      on.cancel();
    } else if (key.length === 1 && /[a-z]/i.test(key) && on.letter(key.toUpperCase(), event.shiftKey)) {
      event.preventDefault();
    }
  }, { signal });
}
