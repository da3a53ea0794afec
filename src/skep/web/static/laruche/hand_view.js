// The hand: a honeycomb of buttons with one tab stop. It reports what a person wants, and never scrolls.

import { el, keyed, put } from "../base/dom.js";
import { listenToTaps } from "../base/taps.js";
import { drawTile, pictureOf, SMALL_PX } from "./drawing.js";
import { faceOf } from "./fit.js";
import { combFor, slotTowards } from "./hand.js";
import { tileLabel } from "./words.js";

/**
 * @typedef {object} HandProps
 * @property {import("./hand.js").Slots} slots
 * @property {(tile: string) => string} poseOf as it is shown
 * @property {ReadonlySet<string>} there the tiles that are really in the hand: others are under way
 * @property {string|null} held
 * @property {ReadonlySet<string>} glowing
 * @property {{tile: string, n: number}|null} shaken
 * @property {string|null} fresh a tile that was given
 * @property {number} [largest] width of a tile in px, where there is much room
 */

/**
 * @param {HTMLElement} root
 * @param {HandProps} first
 * @param {{choose(tile: string): void, press(tile: string, event: PointerEvent): void, key(event: KeyboardEvent, tile: string): void}} on
 */
export function mountHand(root, first, on) {
  const life = new AbortController();
  const { signal } = life;
  let props = first;
  let current = 0;
  let comb = combFor(0, 1, 1);
  /** Several digits in a row name one tile. */
  let typed = "";
  /** How each tile was drawn: most of them stay as they are. @type {WeakMap<Element, string>} */
  const looks = new WeakMap();
  let forget = 0;

  const nodeOf = (/** @type {string|null} */ tile) =>
    /** @type {HTMLElement|null} */ (tile ? root.querySelector(`button[data-tile="${tile}"]`) : null);
  const isThere = (/** @type {string|null} */ tile) => tile !== null && props.there.has(tile);
  const filled = () => props.slots.map((tile) => (isThere(tile) ? tile : null));

  function measure() {
    const count = Math.max(props.slots.length, 1);
    comb = combFor(count, root.clientWidth, root.clientHeight, props.largest);
    draw();
  }
  const sizes = new ResizeObserver(measure);
  sizes.observe(root);

  /** @param {number} slot */
  function go(slot) {
    current = slot;
    draw();
    nodeOf(props.slots[slot])?.focus({ preventScroll: true });
  }

  /** @param {string} digit */
  function jump(digit) {
    clearTimeout(forget);
    forget = window.setTimeout(() => {
      typed = "";
    }, 900);
    const wanted = typed + digit;
    typed = isThere(props.slots[Number(wanted) - 1] ?? null) ? wanted : digit;
    if (isThere(props.slots[Number(typed) - 1] ?? null)) go(Number(typed) - 1);
  }

  listenToTaps(root, "[data-tile]", (node) => on.choose(/** @type {string} */ (node.getAttribute("data-tile"))), signal);
  root.addEventListener("pointerdown", (event) => {
    const tile = /** @type {Element} */ (event.target).closest("[data-tile]")?.getAttribute("data-tile");
    if (tile && event.button === 0) on.press(tile, event);
  }, { signal });
  root.addEventListener("contextmenu", (event) => event.preventDefault(), { signal });
  root.addEventListener("focusin", (event) => {
    const tile = /** @type {Element} */ (event.target).closest("[data-tile]")?.getAttribute("data-tile");
    const slot = props.slots.indexOf(tile ?? null);
    if (slot >= 0 && slot !== current) {
      current = slot;
      draw();
    }
  }, { signal });
  root.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const tile = props.slots[current];
    if (/^(Arrow|Home$|End$)/.test(event.key)) {
      event.preventDefault();
      go(slotTowards(comb, filled(), current, event.key));
    } else if (/^\d$/.test(event.key) && !props.held) {
      event.preventDefault();
      event.stopPropagation();
      jump(event.key);
    } else if (tile) on.key(event, tile);
  }, { signal });

  function draw() {
    const small = comb.size < SMALL_PX;
    if (!isThere(props.slots[current])) {
      const hadFocus = root.contains(document.activeElement);
      const next = filled().findIndex((tile, n) => tile !== null && n >= current);
      current = Math.max(0, next < 0 ? filled().findLastIndex((tile) => tile !== null) : next);
      if (hadFocus) queueMicrotask(() => nodeOf(props.slots[current])?.focus({ preventScroll: true }));
    }
    root.style.setProperty("--tile", `${comb.size}px`);
    const shown = props.slots.flatMap((tile, n) => (isThere(tile) && comb.places[n] ? [{ tile: String(tile), n }] : []));
    keyed(root, shown, ({ tile }) => tile, ({ tile }) => {
      const button = el("button", { type: "button", class: "hand__tile", "data-tile": tile });
      button.append(pictureOf(props.poseOf(tile), tile, small));
      return el("li", {}, button);
    }, (item, { tile, n }) => {
      const button = /** @type {HTMLElement} */ (item.firstElementChild);
      const pose = props.poseOf(tile);
      const { x, y } = comb.places[n];
      const states = [tile === props.held, n === current, props.glowing.has(tile), tile === props.fresh, tile === props.shaken?.tile && props.shaken.n];
      const look = `${pose} ${n} ${x} ${y} ${small} ${states}`;
      if (looks.get(item) === look) return;
      looks.set(item, look);
      /** @type {HTMLElement} */ (item).style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
      drawTile(/** @type {Element} */ (button.querySelector(".comb")), pose, faceOf(pose) === tile, small);
      put(button, {
        "aria-label": tileLabel(pose, tile, n + 1),
        "aria-pressed": String(tile === props.held),
        tabindex: n === current ? 0 : -1,
        "data-glowing": props.glowing.has(tile) ? "yes" : null,
        "data-fresh": tile === props.fresh ? "yes" : null,
        "data-shaken": tile === props.shaken?.tile ? props.shaken.n : null,
      });
    });
  }

  measure();
  return {
    /** @param {HandProps} next */
    set(next) {
      const isOther = next.slots.length !== props.slots.length;
      props = next;
      if (isOther) measure();
      else draw();
    },
    /** Where a tile of the hand is in the window, or its slot. @param {string} tile */
    place(tile) {
      const box = root.getBoundingClientRect();
      const at = comb.places[props.slots.indexOf(tile)];
      return at ? { x: box.left + at.x, y: box.top + at.y } : { x: box.left + box.width / 2, y: box.top };
    },
    get size() {
      return comb.size;
    },
    focus: () => nodeOf(props.slots[current])?.focus({ preventScroll: true }),
    destroy() {
      clearTimeout(forget);
      sizes.disconnect();
      life.abort();
      root.replaceChildren();
    },
  };
}
