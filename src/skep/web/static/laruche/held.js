// The tile that is held: it floats over the table's lower edge, its other face beside it.

import { put } from "../base/dom.js";
import { t } from "../base/i18n.js";
import { drawTile, pictureOf } from "./drawing.js";
import { faceOf, flipped } from "./fit.js";

/** @typedef {{tile: string|null, pose: string, turnsByHand: boolean, isDragged: boolean}} HeldProps */

/**
 * @param {HTMLElement} root with two buttons, `held` and `other-face`
 * @param {HeldProps} first
 * @param {{flip(): void, turn(): void}} on
 */
export function mountHeld(root, first, on) {
  const life = new AbortController();
  const [held, other] = /** @type {HTMLElement[]} */ ([...root.children]);
  let props = first;
  held.append(pictureOf("ROYGBV", "ROYGBV", false));
  other.append(pictureOf("ROYGBV", "ROYGBV", false));
  held.addEventListener("click", () => (props.turnsByHand ? on.turn() : on.flip()), { signal: life.signal });
  other.addEventListener("click", on.flip, { signal: life.signal });

  /** @param {HTMLElement} node @param {string} pose @param {string} tile */
  const show = (node, pose, tile) =>
    drawTile(/** @type {Element} */ (node.querySelector(".comb")), pose, faceOf(pose) === tile, false);

  /** @param {HeldProps} next */
  function set(next) {
    props = next;
    put(root, { hidden: next.tile === null || next.isDragged });
    if (next.tile === null) return;
    show(held, next.pose, next.tile);
    show(other, flipped(next.pose), next.tile);
    put(held, { "aria-label": next.turnsByHand ? t("The tile you hold: turn it") : t("The tile you hold: turn it over") });
  }

  set(first);
  return { set, destroy: () => life.abort() };
}
