// The board for keyboards and screen readers: every cell that matters is a button with a name.
//
// A cell keeps its node for the life of the board, so that the nodes stand in reading order and a new
// position changes names alone. A cell that does not matter now is hidden from assistive technology:
// unlike taking it away this costs no styling.

import { put, svg } from "../base/dom.js";
import { t } from "../base/i18n.js";
import { around, cellOf, centreOf, corners, keyOf, STEPS } from "./hexes.js";
import { cellKeys } from "./keyboard.js";
import { liftOf } from "./tiles.js";
import { besideName, kindName, stackName } from "./words.js";

/**
 * @typedef {object} Spot
 * @property {string} key
 * @property {{q: number, r: number}} cell
 * @property {SVGElement} node
 * @property {number} x of the screen, before the stack's height
 * @property {number} y
 * @property {number} lift
 * @property {boolean} shown
 * @property {string} label
 * @property {string|null} pressed
 */

/**
 * @param {SVGElement} layer
 * @param {import("./view.js").View} view
 * @param {{activate(key: string): void, cancel(): void, letter(bug: string, other: boolean): boolean,
 *          focused(key: string|null): void}} on
 * @param {AbortSignal} signal
 */
export function createCells(layer, view, on, signal) {
  let current = keyOf(0, 0);
  /** @type {Map<string, Spot>} */
  const spots = new Map();
  /** @type {Spot[]} as the nodes stand */
  let order = [];
  /** @type {Spot|null} the one that Tab leads to */
  let door = null;
  let layout = view.layout;

  cellKeys(layer, view, { ...on, go, isNear, current: () => current }, signal);
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

  /** May the focus go there? On a piece, beside one, and to every target. @param {string} key */
  function isNear(key) {
    const { stacks } = view;
    if (!stacks.size && key === keyOf(0, 0)) return true;
    return stacks.has(key) || around(cellOf(key)).some((cell) => stacks.has(keyOf(cell.q, cell.r))) ||
      view.targets.some((target) => keyOf(target.to.q, target.to.r) === key);
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
    layout = view.layout;
    for (const spot of order) {
      Object.assign(spot, centreOf(layout, spot.cell), { lift: -1 });
      put(spot.node, { points: corners(layout, 0.93) });
    }
    order = order.sort((a, b) => (before(a, b) ? -1 : 1));
    const focused = layer.contains(document.activeElement) ? current : null;
    layer.append(...order.map((spot) => spot.node));
    if (focused) spots.get(focused)?.node.focus({ preventScroll: true });
  }

  /** @param {string} key @param {import("./board.js").Target} [target] */
  function show(key, target) {
    const spot = spots.get(key) ?? makeSpot(key);
    const stack = view.stacks.get(key);
    const lift = liftOf(stack ? stack.length - 1 : 0);
    if (spot.lift !== lift) {
      spot.lift = lift;
      spot.node.setAttribute("transform", `translate(${spot.x.toFixed(1)} ${(spot.y - lift).toFixed(1)})`);
    }
    const label = nameOf(spot.cell, stack, target);
    if (spot.label !== label) {
      spot.label = label;
      spot.node.setAttribute("aria-label", label);
    }
    const pressed = stack ? String(stack[stack.length - 1].id === view.selected) : null;
    if (spot.pressed !== pressed) {
      spot.pressed = pressed;
      put(spot.node, { "aria-pressed": pressed });
    }
    if (!spot.shown) {
      spot.shown = true;
      spot.node.removeAttribute("aria-hidden");
    }
  }

  function draw() {
    const { stacks, targets } = view;
    if (layout !== view.layout) turn();
    if (!isNear(current)) {
      const first = targets[0]?.to;
      current = first ? keyOf(first.q, first.r) : (stacks.keys().next().value ?? keyOf(0, 0));
    }
    const hadFocus = layer.contains(document.activeElement);
    const goals = new Map(targets.map((target) => [keyOf(target.to.q, target.to.r), target]));
    for (const key of stacks.keys()) show(key, goals.get(key));
    for (const [key, target] of goals) if (!stacks.has(key)) show(key, target);
    if (!stacks.has(current) && !goals.has(current)) show(current);
    for (const spot of order) {
      if (!spot.shown || stacks.has(spot.key) || goals.has(spot.key) || spot.key === current) continue;
      spot.shown = false;
      spot.node.setAttribute("aria-hidden", "true");
    }
    openDoor();
    if (hadFocus && document.activeElement !== door?.node) door?.node.focus({ preventScroll: true });
  }

  /**
   * @param {{q: number, r: number}} cell @param {readonly {id: string}[]} [stack]
   * @param {import("./board.js").Target} [target]
   */
  function nameOf(cell, stack, target) {
    const what = stack
      ? stackName(stack, view.props.pinned?.includes(stack[stack.length - 1].id) ?? false)
      : emptyName(cell);
    return target ? `${what}, ${kindName(target.kind)}` : what;
  }

  /** @param {{q: number, r: number}} cell */
  function emptyName(cell) {
    for (let n = 0; n < STEPS.length; n += 1) {
      const stack = view.stacks.get(keyOf(cell.q + STEPS[n][0], cell.r + STEPS[n][1]));
      if (stack) return besideName(`${(n + 3) % 6}${stack[stack.length - 1].id}`);
    }
    return view.stacks.size ? t("empty cell") : t("empty cell, in the middle");
  }

  return {
    draw,
    go,
    get current() {
      return current;
    },
  };
}
