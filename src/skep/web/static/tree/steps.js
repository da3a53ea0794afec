// Stepping through a game by keys, and the list of moves as a sheet on small screens.

import { put } from "../base/dom.js";

/** @type {Record<string, "first"|"previous"|"next"|"last">} */
const KEYS = {
  ArrowLeft: "previous",
  ",": "previous",
  ArrowRight: "next",
  ".": "next",
  ArrowUp: "first",
  Home: "first",
  ArrowDown: "last",
  End: "last",
};

/**
 * @param {{first(): void, previous(): void, next(): void, last(): void}} on
 * @param {AbortSignal} signal
 */
export function listenToSteps(on, signal) {
  window.addEventListener("keydown", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (target.closest("input, textarea, select, dialog") || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = KEYS[event.key];
    // On a board arrows walk over cells; the comma and the full stop step everywhere.
    if (!step || (event.key.length > 1 && target.closest(".cells, .reserve__list"))) return;
    event.preventDefault();
    on[step]();
  }, { signal });
}

/**
 * Open the sheet or close it.
 * @param {HTMLElement} page @param {(name: string) => HTMLElement} part
 */
export function toggleSheet(page, part) {
  const isOpen = page.toggleAttribute("data-sheet");
  put(part("sheet-button"), { "aria-expanded": String(isOpen) });
  if (isOpen) part("moves").querySelector("button")?.focus();
  else part("sheet-button").focus();
}
