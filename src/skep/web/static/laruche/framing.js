// The view that shows all of a table, so that nothing that lies over the table hides a live spot.

import { boxAround, centreOf, RADIUS } from "../hexes/geometry.js";
import { LARGEST, SMALLEST } from "../hexes/camera.js";

/** @typedef {import("../hexes/geometry.js").Cell} Cell */
/** @typedef {import("../hexes/camera.js").Box} Box */
/** @typedef {{width: number, height: number}} Size */
/** @typedef {{scale: number, x: number, y: number}} Look where the middle of the world stands, and how large it is */

/** @type {import("../hexes/geometry.js").Layout} */
export const LAYOUT = Object.freeze({ orientation: "pointy", rotation: 0, mirror: false });

export const RING = RADIUS * 1.75; // a ring of cells
export const EDGE = RADIUS * 1.05; // a cell with its rim
const BODY = RADIUS * 0.9; // what of a spot has to be seen
const SMALLER = 0.95;
const LEAST = 0.5; // rather than smaller than that, a spot lies under something
const SHIFTS = [0, -0.25, 0.25, -0.5, 0.5, -0.75, 0.75, -1, 1];
/** Where the table may stand in the room that is left, the middle first. */
const PLACES = SHIFTS.flatMap((dx) => SHIFTS.map((dy) => ({ dx, dy }))).sort((a, b) => Math.hypot(a.dx, a.dy) - Math.hypot(b.dx, b.dy));

/** Does a round thing reach into a box? @param {number} x @param {number} y @param {number} radius @param {Box} box */
function reaches(x, y, radius, box) {
  const dx = Math.max(box.left - x, 0, x - box.right);
  const dy = Math.max(box.top - y, 0, y - box.bottom);
  return Math.hypot(dx, dy) < radius;
}

/** Is a cell hidden by something? @param {Cell} cell @param {Look} look @param {readonly Box[]} covered */
export function isCovered(cell, { scale, x, y }, covered) {
  const { x: wx, y: wy } = centreOf(LAYOUT, cell);
  return covered.some((box) => reaches(wx * scale + x, wy * scale + y, BODY * scale, box));
}

/**
 * @param {readonly Cell[]} cells all that is to be seen
 * @param {readonly Cell[]} live those of them that nothing may hide
 * @param {Size} view
 * @param {readonly Box[]} covered what lies over the view
 * @param {number} [rings] of room around it, for what comes next
 * @returns {Look}
 */
export function framed(cells, live, view, covered, rings = 1) {
  const all = cells.length ? cells : [{ q: 0, r: 0 }];
  const [box, roomy] = [boxAround(LAYOUT, all, EDGE), boxAround(LAYOUT, all, EDGE + RING * rings)];
  const most = Math.min(LARGEST, view.width / (roomy.right - roomy.left), view.height / (roomy.bottom - roomy.top));
  /** @param {number} scale @param {number} dx @param {number} dy @returns {Look} */
  const look = (scale, dx, dy) => {
    const [free, down] = [view.width - (box.right - box.left) * scale, view.height - (box.bottom - box.top) * scale];
    return {
      scale,
      x: view.width / 2 - ((box.left + box.right) / 2) * scale + (dx * free) / 2,
      y: view.height / 2 - ((box.top + box.bottom) / 2) * scale + (dy * down) / 2,
    };
  };
  // A thousand views may be tried within one frame: what hid a spot of the last one likely hides it again, and is asked first.
  const centres = live.map((cell) => centreOf(LAYOUT, cell));
  /** @param {Look} tried */
  const isFree = (tried) => {
    for (let n = 0; n < centres.length; n += 1) {
      const { x, y } = centres[n];
      const [sx, sy, radius] = [x * tried.scale + tried.x, y * tried.scale + tried.y, BODY * tried.scale];
      for (const box of covered) {
        if (!reaches(sx, sy, radius, box)) continue;
        centres.unshift(...centres.splice(n, 1));
        return false;
      }
    }
    return true;
  };
  for (let scale = most; scale >= Math.max(SMALLEST, most * LEAST); scale *= SMALLER) {
    for (const { dx, dy } of PLACES) {
      const tried = look(scale, dx, dy);
      if (isFree(tried)) return tried;
    }
  }
  return look(Math.max(SMALLEST, most), 0, 0);
}
