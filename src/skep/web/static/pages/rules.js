// Examples that move, for whoever wants motion; on paper they stand still.

import { isStill } from "../base/preferences.js";

/** @param {boolean} isMoving */
function show(isMoving) {
  for (const picture of /** @type {NodeListOf<HTMLImageElement>} */ (document.querySelectorAll("img[data-moving]"))) {
    picture.dataset.still ??= picture.src;
    picture.src = (isMoving ? picture.dataset.moving : picture.dataset.still) ?? "";
  }
}

if (!isStill()) {
  show(true);
  window.addEventListener("beforeprint", () => show(false));
  window.addEventListener("afterprint", () => show(true));
}
