// All tiles lie: they hop once, in the order in which they were laid.

import { isStill } from "../base/preferences.js";

const HOP_MS = 420;
const APART_MS = 55;

/** @param {Element} board */
export function celebrate(board) {
  if (isStill()) return;
  const tiles = /** @type {NodeListOf<SVGElement>} */ (board.querySelectorAll(".tiles-laid > .comb"));
  tiles.forEach((tile, n) => {
    const there = tile.style.transform;
    const frames = [{ transform: there }, { transform: `${there} translateY(-14px) scale(1.12)`, offset: 0.4 }, { transform: there }];
    tile.animate(frames, { duration: HOP_MS, delay: n * APART_MS, easing: "ease-out" });
  });
}
