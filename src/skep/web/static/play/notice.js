// One line over the table for the person here: an answer, a refusal, a hint.

import { put, write } from "../base/dom.js";

/** @typedef {import("./reducer.js").Notice} Notice */

/** @param {HTMLElement} root @param {Notice|null} first */
export function mountNotice(root, first) {
  const text = /** @type {HTMLElement} */ (root.querySelector("[data-part=notice-text]"));

  /** @param {Notice|null} notice */
  function set(notice) {
    write(text, notice?.text ?? "");
    put(root, { "data-kind": notice?.kind ?? "note", hidden: notice === null });
  }

  set(first);
  return { set, destroy: () => set(null) };
}
