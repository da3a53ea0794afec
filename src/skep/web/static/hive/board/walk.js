// Moves shown along their real way: the ant walks, the grasshopper jumps. Never over 250 ms.

import { centreOf } from "../../hexes/geometry.js";
import { travel } from "../../hexes/motion.js";
import { liftOf } from "./tiles.js";

const LONGEST_MS = 250;

/**
 * @param {SVGElement} node
 * @param {import("../../hexes/geometry.js").Layout} layout
 * @param {readonly {q: number, r: number}[]} path of two cells or more
 * @param {string} kind
 * @param {(cell: {q: number, r: number}) => number} heightAt without the moving piece
 * @param {() => void} done
 */
export function walk(node, layout, path, kind, heightAt, done) {
  const leaps = kind === "jump" || kind === "throw";
  /** @type {import("../../hexes/motion.js").Stop[]} */
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
