// The tile that is held: it floats over the table's lower edge. A tap on it lets go, or turns it where that is for the hand to do.

import { put } from "../base/dom.js";
import { t } from "../base/i18n.js";
import { drawTile, pictureOf } from "../laruche/drawing.js";

/** @typedef {{tile: string|null, pose: string, isTurned: boolean}} HeldProps */

/** @param {HTMLElement} root a button @param {HeldProps} first @param {{letGo(): void, turn(): void}} on */
export function mountHeld(root, first, on) {
  const life = new AbortController();
  root.append(pictureOf("ROYGBV", "ROYGBV", false));
  let isTurned = first.isTurned;
  root.addEventListener("click", () => (isTurned ? on.turn() : on.letGo()), { signal: life.signal });

  /** @param {HeldProps} props */
  function set(props) {
    isTurned = props.isTurned;
    put(root, {
      hidden: props.tile === null,
      "data-turned": isTurned ? "yes" : null,
      "aria-label": isTurned ? t("The tile you hold: turn it") : t("The tile you hold: let go"),
    });
    if (props.tile !== null) drawTile(/** @type {Element} */ (root.querySelector(".comb")), props.pose, true, false);
  }

  set(first);
  return { set, destroy: () => life.abort() };
}
