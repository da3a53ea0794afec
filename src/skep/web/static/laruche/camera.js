// When the view of a table steps: only if a live spot would be out of sight, a whole ring at a time, and never under a hand.

import { boxAround, RADIUS } from "../hexes/geometry.js";
import { EDGE, framed, isCovered, LAYOUT, RING } from "./framing.js";

export { LAYOUT };

/** @typedef {import("../hexes/geometry.js").Cell} Cell */
/** @typedef {import("../hexes/camera.js").Box} Box */
/** @typedef {ReturnType<typeof import("../hexes/camera.js").createCamera>} Camera */

export const QUIET_MS = 600; // so long after a touch the view stands still
export const OLD_VIEW_MS = 150; // so long after a step a touch was meant for what was seen before

/** What is shown at first, and after a step: all cells, and a ring of room. @param {readonly Cell[]} cells @returns {Box} */
export function boxWithRing(cells) {
  return boxAround(LAYOUT, cells.length ? cells : [{ q: 0, r: 0 }], EDGE + RING);
}

/**
 * @param {Camera} camera
 * @param {() => number} now in ms
 * @param {(view: {width: number, height: number}) => readonly Box[]} covered what lies over the view, where no live spot may be
 * @param {number} [rings] of room around what is shown
 */
export function createSteps(camera, now, covered = () => [], rings = 1) {
  let touchedMs = -Infinity;
  let steppedMs = -Infinity;
  /** The view before the last step. @type {((x: number, y: number) => {x: number, y: number})|null} */
  let before = null;

  /** Where a point of the world stood on the screen. */
  function freeze() {
    const [at, along] = [camera.toScreen(0, 0), camera.toScreen(1, 1)];
    const [scale, x, y] = [along.x - at.x, at.x, at.y];
    return (/** @type {number} */ wx, /** @type {number} */ wy) => ({ x: wx * scale + x, y: wy * scale + y });
  }

  /** @param {Cell} cell @param {{width: number, height: number}} view */
  function isSeen(cell, view) {
    const box = boxAround(LAYOUT, [cell], EDGE);
    const [from, to] = [camera.toScreen(box.left, box.top), camera.toScreen(box.right, box.bottom)];
    if (from.x < -1 || from.y < -1 || to.x > view.width + 1 || to.y > view.height + 1) return false;
    return !isCovered(cell, { scale: camera.scale, ...camera.toScreen(0, 0) }, covered(view));
  }

  return {
    /** A finger or a button went down or up. */
    touched() {
      touchedMs = now();
    },
    /** How long until a step is allowed; 0: now. @param {boolean} isHeld a tile is in the hand */
    quietFor: (isHeld) => (isHeld ? QUIET_MS : Math.max(0, touchedMs + QUIET_MS - now())),
    /** Is a live spot out of sight? @param {readonly Cell[]} live @param {{width: number, height: number}} view */
    isDue: (live, view) => !live.every((cell) => isSeen(cell, view)),
    /** How long a touch still counts by the view before the last step; 0: it no longer does. */
    oldFor: () => Math.max(0, steppedMs + OLD_VIEW_MS - now()),
    /** Show all of it. @param {readonly Cell[]} live @param {readonly Cell[]} all @param {{width: number, height: number}} view */
    show(live, all, view) {
      camera.look(framed(all, live, view, covered(view), rings));
    },
    /**
     * Step if one of the live spots is out of sight.
     * @param {readonly Cell[]} live @param {readonly Cell[]} all every cell that is to be seen
     * @param {{width: number, height: number}} view @param {boolean} isHeld
     * @returns {boolean} was there a step?
     */
    follow(live, all, view, isHeld) {
      if (this.quietFor(isHeld) > 0 || !this.isDue(live, view)) return false;
      before = freeze();
      this.show(live, all, view);
      steppedMs = now();
      return true;
    },
    /** Where a point of the world is for a touch that comes now. @param {number} wx @param {number} wy */
    toScreen(wx, wy) {
      return before && this.oldFor() > 0 ? before(wx, wy) : camera.toScreen(wx, wy);
    },
    /** How large a cell is for a touch that comes now, middle to corner. */
    radius() {
      const [at, corner] = [this.toScreen(0, 0), this.toScreen(RADIUS, 0)];
      return corner.x - at.x;
    },
  };
}
