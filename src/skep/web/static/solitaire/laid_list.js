// The tiles that lie, as a list for keyboards and screen readers: each can be taken back.

import { el, keyed, put } from "../base/dom.js";
import { t } from "../base/i18n.js";
import { faceOf } from "../laruche/fit.js";
import { tileLabel } from "../laruche/words.js";

/** @typedef {{table: ReadonlyMap<string, string>, tiles: readonly string[], isStrict: boolean}} LaidProps */

/**
 * @param {HTMLElement} root
 * @param {LaidProps} first
 * @param {{takeBack(key: string): void, focused(key: string|null): void}} on
 */
export function mountLaid(root, first, on) {
  const life = new AbortController();
  const { signal } = life;
  let props = first;
  let current = 0;
  const buttons = () => /** @type {HTMLElement[]} */ ([...root.querySelectorAll("button")]);
  const keyIn = (/** @type {Event} */ event) => /** @type {Element} */ (event.target).closest("[data-laid]")?.getAttribute("data-laid") ?? null;

  root.addEventListener("click", (event) => {
    const key = keyIn(event);
    if (key !== null) on.takeBack(key);
  }, { signal });
  root.addEventListener("focusin", (event) => {
    const key = keyIn(event);
    current = Math.max(0, [...props.table.keys()].indexOf(key ?? ""));
    on.focused(key);
  }, { signal });
  root.addEventListener("focusout", () => on.focused(null), { signal });
  root.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    current = Math.max(0, Math.min(props.table.size - 1, current + step));
    draw();
    buttons()[current]?.focus({ preventScroll: true });
  }, { signal });

  function draw() {
    const hadFocus = root.contains(document.activeElement);
    current = Math.min(current, Math.max(0, props.table.size - 1));
    let n = 0;
    keyed(root, [...props.table], ([key]) => key, ([key]) => el("li", {}, el("button", { type: "button", "data-laid": key })), (item, [, pose]) => {
      const tile = faceOf(pose);
      const label = tileLabel(pose, tile, props.tiles.indexOf(tile) + 1);
      put(item.children[0], {
        "aria-label": props.isStrict ? label : t("{tile}: take it back", { tile: label }),
        tabindex: n === current ? 0 : -1,
      });
      n += 1;
    });
    if (hadFocus && !root.contains(document.activeElement)) buttons()[current]?.focus({ preventScroll: true });
  }

  draw();
  return {
    /** @param {LaidProps} next */
    set(next) {
      props = next;
      draw();
    },
    destroy() {
      life.abort();
      root.replaceChildren();
    },
  };
}
