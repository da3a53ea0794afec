// A table for keyboards and screen readers: every cell that matters is a button with a name.
//
// A cell keeps its node for the life of the table, so that the nodes stand in reading order and a new
// state changes names alone. A cell that does not matter now is hidden from assistive technology:
// unlike taking it away this costs no styling.

import { put, svg } from "../base/dom.js";
import { cellOf, centreOf, corners, keyOf } from "./geometry.js";
import { cellKeys } from "./keyboard.js";

/**
 * @typedef {object} Spot
 * @property {string} key
 * @property {import("./geometry.js").Cell} cell
 * @property {SVGElement} node
 * @property {number} x of the screen, before it is lifted
 * @property {number} y
 * @property {number} lift
 * @property {boolean} shown
 * @property {string} label
 * @property {boolean|null} pressed
 */

/**
 * What is on the table.
 * @typedef {object} Land
 * @property {() => import("./geometry.js").Layout} layout
 * @property {() => ReadonlySet<string>} matters the cells that have a name now
 * @property {(key: string) => {label: string, lift: number, pressed: boolean|null}} describe
 * @property {(key: string) => boolean} isNear may the focus go there?
 * @property {() => string} first where the focus goes when its cell is gone
 */

/**
 * @param {SVGElement} layer
 * @param {Land} land
 * @param {{activate(key: string): void, cancel(): void, letter?(letter: string, shifted: boolean): boolean,
 *          focused(key: string|null): void}} on
 * @param {AbortSignal} signal
 */
export function createCells(layer, land, on, signal) {
  let current = keyOf(0, 0);
  /** @type {Map<string, Spot>} */
  const spots = new Map();
  /** @type {Spot[]} as the nodes stand */
  let order = [];
  /** @type {Spot|null} the one that Tab leads to */
  let door = null;
  let layout = land.layout();

  cellKeys(layer, { ...on, go, layout: land.layout, isNear: land.isNear, current: () => current }, signal);
  layer.addEventListener("click", (event) => {
    // A pointer was dealt with when it went up; this is a screen reader.
    if (event.detail !== 0 || (event instanceof PointerEvent && event.pointerType)) return;
    const key = /** @type {Element} */ (event.target).getAttribute("data-key");
    if (key) on.activate(key);
  }, { signal });
  layer.addEventListener("focusin", (event) => {
    const key = /** @type {Element} */ (event.target).getAttribute("data-key");
    if (!key) return;
    current = key;
    openDoor();
    on.focused(key);
  }, { signal });
  layer.addEventListener("focusout", () => on.focused(null), { signal });

  function openDoor() {
    const next = spots.get(current) ?? null;
    if (next === door) return;
    if (door) put(door.node, { tabindex: -1 });
    if (next) put(next.node, { tabindex: 0 });
    door = next;
  }

  /** @param {string} key */
  function go(key) {
    current = key;
    draw();
    spots.get(key)?.node.focus({ preventScroll: true });
  }

  const before = (/** @type {Spot} */ a, /** @type {Spot} */ b) => a.y < b.y || (a.y === b.y && a.x < b.x);

  /** @param {string} key @returns {Spot} */
  function makeSpot(key) {
    const cell = cellOf(key);
    const node = svg("polygon", { class: "cell", role: "button", tabindex: -1, "data-key": key, points: corners(layout, 0.93) });
    const { x, y } = centreOf(layout, cell);
    const spot = { key, cell, node, x, y, lift: -1, shown: true, label: "", pressed: null };
    let [low, high] = [0, order.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (before(order[middle], spot)) low = middle + 1;
      else high = middle;
    }
    layer.insertBefore(node, order[low]?.node ?? null);
    order.splice(low, 0, spot);
    spots.set(key, spot);
    return spot;
  }

  /** The table was turned: all cells stand elsewhere, and are read in another order. */
  function turn() {
    layout = land.layout();
    for (const spot of order) {
      Object.assign(spot, centreOf(layout, spot.cell), { lift: -1 });
      put(spot.node, { points: corners(layout, 0.93) });
    }
    order = order.sort((a, b) => (before(a, b) ? -1 : 1));
    const focused = layer.contains(document.activeElement) ? current : null;
    layer.append(...order.map((spot) => spot.node));
    if (focused) spots.get(focused)?.node.focus({ preventScroll: true });
  }

  /** @param {string} key */
  function show(key) {
    const spot = spots.get(key) ?? makeSpot(key);
    const { label, lift, pressed } = land.describe(key);
    if (spot.lift !== lift) {
      spot.lift = lift;
      spot.node.setAttribute("transform", `translate(${spot.x.toFixed(1)} ${(spot.y - lift).toFixed(1)})`);
    }
    if (spot.label !== label) {
      spot.label = label;
      spot.node.setAttribute("aria-label", label);
    }
    if (spot.pressed !== pressed) {
      spot.pressed = pressed;
      put(spot.node, { "aria-pressed": pressed === null ? null : String(pressed) });
    }
    if (!spot.shown) {
      spot.shown = true;
      spot.node.removeAttribute("aria-hidden");
    }
  }

  function draw() {
    if (layout !== land.layout()) turn();
    if (!land.isNear(current)) current = land.first();
    const hadFocus = layer.contains(document.activeElement);
    const matters = land.matters();
    for (const key of matters) show(key);
    if (!matters.has(current)) show(current);
    for (const spot of order) {
      if (!spot.shown || matters.has(spot.key) || spot.key === current) continue;
      spot.shown = false;
      spot.node.setAttribute("aria-hidden", "true");
    }
    openDoor();
    if (hadFocus && document.activeElement !== door?.node) door?.node.focus({ preventScroll: true });
  }

  return {
    draw,
    go,
    get current() {
      return current;
    },
  };
}
