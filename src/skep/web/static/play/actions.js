// The buttons of a page: each names its action. One that cannot be used now says why, or is disabled.

import { put } from "../base/dom.js";

/** @typedef {Record<string, boolean|string>} Enabled which actions can be done now; a text says why not. Those not named always can */

/**
 * @param {HTMLElement} root
 * @param {Enabled} first
 * @param {Record<string, () => void>} actions
 * @param {(why: string) => void} [refuse] a button was pressed that cannot be used now
 */
export function mountActions(root, first, actions, refuse) {
  const life = new AbortController();
  /** @type {Map<string, HTMLButtonElement[]>} */
  const buttons = new Map();
  let enabled = first;

  root.addEventListener("click", (event) => {
    const action = /** @type {Element} */ (event.target).closest("[data-action]")?.getAttribute("data-action");
    if (!action) return;
    const why = enabled[action];
    if (typeof why === "string") refuse?.(why);
    else actions[action]?.();
  }, { signal: life.signal });

  /** @param {Enabled} next */
  function set(next) {
    enabled = next;
    for (const [action, can] of Object.entries(next)) {
      let found = buttons.get(action);
      if (!found) {
        found = [.../** @type {NodeListOf<HTMLButtonElement>} */ (root.querySelectorAll(`[data-action="${action}"]`))];
        buttons.set(action, found);
      }
      const why = typeof can === "string" ? can : null;
      for (const button of found) put(button, { disabled: can === false, "aria-disabled": why && "true", title: why });
    }
  }

  set(first);
  return { set, destroy: () => life.abort() };
}
