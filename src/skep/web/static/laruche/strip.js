// Who plays, always in sight: name, tiles left, points. When a gift is due it is made here.

import { el, keyed, put, write } from "../base/dom.js";
import { secondsWords } from "./words.js";

/** @typedef {import("./rings.js").Span} Span */
/**
 * @typedef {object} Chip
 * @property {number} seat
 * @property {string} name
 * @property {number} count tiles left
 * @property {number} points
 * @property {string} state a word about it: away, a bot plays, ready
 * @property {string} label all of it for who listens
 * @property {boolean} isOwn
 * @property {boolean} isTurn
 * @property {number} gifts tiles that the person here may give them now
 * @property {boolean} canGive and one is held
 * @property {boolean} hasMissed
 * @property {Span|null} ring
 */

/**
 * @param {HTMLElement} root
 * @param {readonly Chip[]} first
 * @param {{give(seat: number): void}} on
 * @param {ReturnType<typeof import("./rings.js").createRings>} rings
 */
export function mountStrip(root, first, on, rings) {
  const life = new AbortController();
  /** Where players are in the window. To ask while tiles come would lay the page out once more each time. @type {Map<number, {x: number, y: number}>} */
  const places = new Map();
  const sizes = new ResizeObserver(() => places.clear());
  sizes.observe(root);
  sizes.observe(document.documentElement);
  root.addEventListener("click", (event) => {
    const chip = /** @type {Element} */ (event.target).closest("button[data-seat]");
    if (chip instanceof HTMLButtonElement && !chip.disabled) on.give(Number(chip.dataset.seat));
  }, { signal: life.signal });

  /** @param {readonly Chip[]} chips */
  function set(chips) {
    if (chips.length !== root.children.length) places.clear();
    put(root, { "data-seats": chips.length });
    keyed(root, chips, ({ seat }) => String(seat), ({ seat }) => el("li", {},
      el("button", { type: "button", class: "chip", "data-seat": seat },
        el("span", { class: "chip__name", "aria-hidden": "true" }), el("span", { class: "chip__figures", "aria-hidden": "true" },
          el("b", { class: "chip__count" }), el("span", { class: "chip__points" }), el("span", { class: "chip__state" })),
        el("span", { class: "chip__gifts", "aria-hidden": "true" }), el("span", { class: "visually-hidden" }))), (item, chip) => {
      const button = /** @type {HTMLButtonElement} */ (item.firstElementChild);
      const [name, figures, gifts, label] = [...button.children];
      write(label, chip.label);
      const [count, points, state] = [...figures.children];
      write(name, chip.name);
      write(count, String(chip.count));
      write(points, `${chip.points}★`);
      write(state, chip.state);
      if (chip.gifts || !chip.hasMissed) write(gifts, chip.gifts ? `+${chip.gifts}` : "");
      put(button, {
        title: chip.name,
        disabled: !chip.gifts,
        "data-own": chip.isOwn ? "yes" : null,
        "data-turn": chip.isTurn ? "yes" : null,
        "data-state": chip.state ? "yes" : null,
        "data-gift": chip.gifts ? "yes" : null,
        "data-missed": chip.hasMissed ? "yes" : null,
      });
      // A miss and a turn of the set-up say how long they take, where a gift would stand.
      const isTold = (chip.hasMissed || chip.isTurn) && !chip.gifts;
      const tell = (/** @type {number} */ leftMs) => write(gifts, leftMs > 0 ? secondsWords(leftMs, chip.isTurn ? 0 : 1) : "");
      rings.set(button, chip.ring && isTold ? { ...chip.ring, tell } : chip.ring);
    });
  }

  set(first);
  return {
    set,
    /** Where a player is in the window. @param {number} seat */
    place(seat) {
      const known = places.get(seat);
      if (known) return known;
      const box = root.querySelector(`[data-seat="${seat}"]`)?.getBoundingClientRect();
      if (!box) return null;
      const place = { x: box.left + box.width / 2, y: box.top + box.height / 2 };
      places.set(seat, place);
      return place;
    },
    /** The seat under a point of the window. @param {number} x @param {number} y @returns {number|null} */
    seatAt(x, y) {
      for (const chip of root.querySelectorAll("button[data-seat]")) {
        const box = chip.getBoundingClientRect();
        if (x >= box.left && x <= box.right && y >= box.top && y <= box.bottom) return Number(chip.getAttribute("data-seat"));
      }
      return null;
    },
    destroy() {
      sizes.disconnect();
      life.abort();
      root.replaceChildren();
    },
  };
}
