// The live spots as a row at the thumb, which is also the list that keyboards and screen readers use.

import { el, keyed, put, svg } from "../base/dom.js";
import { listenToTaps } from "../base/taps.js";
import { drawSpot, makeSpot } from "./drawing.js";
import { spotLabel } from "./words.js";

/** @typedef {import("./spots.js").Spot} Spot */
/** @typedef {{spots: readonly Spot[], numbers: import("./spots.js").Numbers, chosen: string|null, glowing: ReadonlySet<string>}} SpotsProps */

const ROOM = 16; // two rows of eight stand at full size

/**
 * @param {HTMLElement} root
 * @param {SpotsProps} first
 * @param {{choose(key: string): void, focused(key: string|null): void}} on
 */
export function mountSpots(root, first, on) {
  const life = new AbortController();
  const { signal } = life;
  let props = first;
  let current = 0;
  /** How each spot was drawn: most of them stay as they are. @type {WeakMap<Element, string>} */
  const looks = new WeakMap();

  const nodeAt = (/** @type {number} */ n) => /** @type {HTMLElement|null} */ (root.querySelector(`button[data-number="${n + 1}"]`));

  listenToTaps(root, "[data-spot]", (node) => on.choose(/** @type {string} */ (node.getAttribute("data-spot"))), signal);
  root.addEventListener("focusin", (event) => {
    const key = /** @type {Element} */ (event.target).closest("[data-spot]")?.getAttribute("data-spot") ?? null;
    if (key) current = props.numbers.indexOf(key);
    draw();
    on.focused(key);
  }, { signal });
  root.addEventListener("focusout", () => on.focused(null), { signal });
  root.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    for (let n = current + step; n >= 0 && n < props.numbers.length; n += step) {
      if (props.numbers[n] !== null) {
        go(n + 1);
        return;
      }
    }
  }, { signal });

  /** @param {number} number @returns {boolean} is there such a spot? */
  function go(number) {
    if (!props.numbers[number - 1]) return false;
    current = number - 1;
    draw();
    nodeAt(current)?.focus({ preventScroll: true });
    return true;
  }

  function draw() {
    if (!props.numbers[current]) {
      const hadFocus = root.contains(document.activeElement);
      current = Math.max(0, props.numbers.findIndex((key) => key !== null));
      if (hadFocus) queueMicrotask(() => nodeAt(current)?.focus({ preventScroll: true }));
    }
    put(root, { "data-many": props.numbers.length > ROOM ? "yes" : null });
    const shown = props.numbers.flatMap((key, n) => {
      const spot = props.spots.find((one) => one.key === key);
      return key === null || !spot ? [] : [{ spot, n }];
    });
    keyed(root, shown, ({ spot }) => spot.key, ({ spot }) => el("li", {},
      el("button", { type: "button", class: "spot-button", "data-spot": spot.key },
        svg("svg", { viewBox: "-87 -100 174 200", "aria-hidden": "true" }, makeSpot()))), (item, { spot, n }) => {
      const look = `${spot.wanted.map((color) => color ?? ".").join("")} ${n} ${[spot.key === props.chosen, props.glowing.has(spot.key), n === current]}`;
      if (looks.get(item) === look) return;
      looks.set(item, look);
      const button = /** @type {HTMLElement} */ (item.firstElementChild);
      drawSpot(/** @type {Element} */ (button.querySelector(".spot")), spot, n + 1);
      /** @type {HTMLElement} */ (item).style.order = String(n);
      /** @type {HTMLElement} */ (item).style.gridArea = `${1 + Math.floor(n / 8)} / ${1 + (n % 8)}`;
      put(button, {
        "aria-label": spotLabel(spot, n + 1),
        "aria-pressed": String(spot.key === props.chosen),
        "data-number": n + 1,
        "data-glowing": props.glowing.has(spot.key) ? "yes" : null,
        tabindex: n === current ? 0 : -1,
      });
    });
  }

  draw();
  return {
    /** @param {SpotsProps} next */
    set(next) {
      props = next;
      draw();
    },
    go,
    hasFocus: () => root.contains(document.activeElement),
    destroy() {
      life.abort();
      root.replaceChildren();
    },
  };
}
