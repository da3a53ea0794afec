// Moves shown along their real way: the ant walks, the grasshopper jumps. Never over 250 ms.

import { centreOf } from "./hexes.js";
import { liftOf } from "./tiles.js";

const LONGEST_MS = 250;

/** @param {number} x @param {number} y @param {number} [scale] */
export const placed = (x, y, scale = 1) =>
  `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)${scale === 1 ? "" : ` scale(${scale.toFixed(3)})`}`;

/** @typedef {{x: number, y: number, scale: number}} Stop */
/** @typedef {{cancel: () => void}} Motion */

/** @param {number} t from 0 to 1 @param {number} beyond how far it goes too far before it comes to rest */
const easeOut = (t, beyond) => 1 + (beyond + 1) * (t - 1) ** 3 + beyond * (t - 1) ** 2;

/**
 * Move a node from stop to stop, frame by frame. The browser's own animations would make a layer of the
 * moving piece, one of all below it and one of all above, and draw the whole table anew at both ends.
 * Where the node rests afterwards is for the caller to say.
 * @param {SVGElement} node
 * @param {Stop[]} stops
 * @param {number} duration in ms
 * @param {number} beyond
 * @param {() => void} done
 * @returns {Motion}
 */
function travel(node, stops, duration, beyond, done) {
  const start = performance.now();
  let frame = 0;
  const show = (/** @type {number} */ way) => {
    const n = Math.min(Math.floor(way), stops.length - 2);
    const [from, to] = [stops[n], stops[n + 1]];
    const part = way - n;
    const between = (/** @type {"x"|"y"|"scale"} */ key) => from[key] + (to[key] - from[key]) * part;
    node.style.transform = placed(between("x"), between("y"), between("scale"));
  };
  const step = (/** @type {number} */ now) => {
    const t = Math.max(0, (now - start) / duration);
    if (t >= 1) return done();
    show(easeOut(t, beyond) * (stops.length - 1));
    frame = requestAnimationFrame(step);
  };
  show(0);
  frame = requestAnimationFrame(step);
  return { cancel: () => cancelAnimationFrame(frame) };
}

/**
 * @param {SVGElement} node
 * @param {import("./hexes.js").Layout} layout
 * @param {{q: number, r: number}[]} path of two cells or more
 * @param {string} kind
 * @param {(cell: {q: number, r: number}) => number} heightAt without the moving piece
 * @param {() => void} done
 */
export function walk(node, layout, path, kind, heightAt, done) {
  const leaps = kind === "jump" || kind === "throw";
  /** @type {Stop[]} */
  const stops = [];
  for (const cell of path) {
    const at = centreOf(layout, cell);
    const stop = { x: at.x, y: at.y - liftOf(heightAt(cell)), scale: 1 };
    const before = stops.at(-1);
    if (before && leaps) {
      const span = Math.hypot(stop.x - before.x, stop.y - before.y);
      const [x, y] = [(before.x + stop.x) / 2, (before.y + stop.y) / 2];
      stops.push({ x, y: y - Math.min(150, span * 0.3), scale: 1.14 });
    }
    stops.push(stop);
  }
  return travel(node, stops, Math.min(LONGEST_MS, 130 + 30 * (path.length - 1)), 0, done);
}

/**
 * A new piece comes down on the table.
 * @param {SVGElement} node @param {number} x @param {number} y @param {() => void} done
 */
export function drop(node, x, y, done) {
  return travel(node, [{ x, y: y - 60, scale: 1.25 }, { x, y, scale: 1 }], 190, 0.9, done);
}
