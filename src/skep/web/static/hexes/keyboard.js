// Keys on a table of cells: six ways to walk, letters that jump, Enter and Escape.

import { cellOf, keyOf, neighbourTowards } from "./geometry.js";

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
 * @typedef {object} CellKeys
 * @property {() => import("./geometry.js").Layout} layout
 * @property {() => string} current the cell that has the focus
 * @property {(key: string) => boolean} isNear may the focus go there?
 * @property {(key: string) => void} go
 * @property {(key: string) => void} activate
 * @property {() => void} cancel
 * @property {(letter: string, shifted: boolean) => boolean} [letter] did it mean something?
 */

/**
 * @param {SVGElement} layer
 * @param {CellKeys} on
 * @param {AbortSignal} signal
 */
export function cellKeys(layer, on, signal) {
  let leaning = 15;
  layer.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const key = event.key;
    const degrees = KEYS[/** @type {keyof typeof KEYS} */ (key)];
    if (degrees !== undefined) {
      event.preventDefault();
      // Straight up lies between two cells: left and right in turns.
      const upright = degrees === 90 || degrees === 270;
      const next = neighbourTowards(on.layout(), cellOf(on.current()), degrees, upright ? leaning : 1);
      if (upright) leaning = -leaning;
      if (on.isNear(keyOf(next.q, next.r))) on.go(keyOf(next.q, next.r));
    } else if (key === "Enter" || key === " ") {
      event.preventDefault();
      on.activate(on.current());
    } else if (key === "Escape") {
      on.cancel();
    } else if (key.length === 1 && /[a-z]/i.test(key) && on.letter?.(key.toUpperCase(), event.shiftKey)) {
      event.preventDefault();
    }
  }, { signal });
}
