// One line over the table for the person here: an answer, a refusal, a hint. It stands at the lower edge of the table,
// with what else floats there; at the upper one where it covers less of what it speaks of.

import { put, write } from "../base/dom.js";

/** @typedef {import("./reducer.js").Notice} Notice */
/** @typedef {{left: number, top: number, right: number, bottom: number}} Box on the screen */

/** The area that two boxes share. @param {Box} a @param {Box} b */
function shared(a, b) {
  const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return Math.max(0, wide) * Math.max(0, high);
}

/**
 * @param {HTMLElement} root
 * @param {Notice|null} first
 * @param {{named?(): readonly Box[], reveal?(note: Box): void}} [on] `named`: what the note speaks of; `reveal`: it covers
 *   some of that at either edge
 */
export function mountNotice(root, first, on = {}) {
  const text = /** @type {HTMLElement} */ (root.querySelector("[data-part=notice-text]"));
  const link = /** @type {HTMLElement|null} */ (root.querySelector("[data-part=notice-link]"));
  const bars = root.parentElement;
  /** @type {Notice|null} */
  let shown = null;

  function place() {
    const named = on.named?.() ?? [];
    if (!named.length) {
      if (bars) put(bars, { "data-edge": "end" }); // to measure would lay the page out once more
      return;
    }
    const coveredAt = (/** @type {"end"|"start"} */ edge) => {
      if (bars) put(bars, { "data-edge": edge });
      const box = root.getBoundingClientRect();
      return named.reduce((sum, one) => sum + shared(box, one), 0);
    };
    const low = coveredAt("end");
    if (!low) return;
    const high = coveredAt("start");
    if (high >= low) coveredAt("end");
    if (high && low) on.reveal?.(root.getBoundingClientRect());
  }

  /** @param {Notice|null} notice */
  function set(notice) {
    const isNew = notice !== shown;
    shown = notice;
    write(text, notice?.text ?? "");
    write(link, notice?.link?.text ?? "");
    if (link) put(link, { hidden: !notice?.link, href: notice?.link?.address });
    put(root, { "data-kind": notice?.kind ?? "note", hidden: notice === null });
    if (isNew && notice) place();
  }

  set(first);
  return { set, destroy: () => set(null) };
}
