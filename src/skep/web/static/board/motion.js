// Moves shown along their real way: the ant walks, the grasshopper jumps. Never over 250 ms.

import { centreOf } from "./hexes.js";
import { liftOf } from "./tiles.js";

const LONGEST_MS = 250;

/** @param {number} x @param {number} y @param {number} [scale] */
export const placed = (x, y, scale = 1) =>
  `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)${scale === 1 ? "" : ` scale(${scale})`}`;

/**
 * @param {SVGElement} node
 * @param {import("./hexes.js").Layout} layout
 * @param {{q: number, r: number}[]} path
 * @param {string} kind
 * @param {(cell: {q: number, r: number}) => number} heightAt without the moving piece
 * @returns {Animation|null}
 */
export function walk(node, layout, path, kind, heightAt) {
  if (path.length < 2 || !node.animate) return null;
  const stops = path.map((cell) => {
    const at = centreOf(layout, cell);
    return { x: at.x, y: at.y - liftOf(heightAt(cell)) };
  });
  /** @type {Keyframe[]} */
  const frames = [];
  const leaps = kind === "jump" || kind === "throw";
  stops.forEach((stop, n) => {
    frames.push({ transform: placed(stop.x, stop.y) });
    const next = stops[n + 1];
    if (next && leaps) {
      const [x, y] = [(stop.x + next.x) / 2, (stop.y + next.y) / 2];
      const span = Math.hypot(next.x - stop.x, next.y - stop.y);
      frames.push({ transform: placed(x, y - Math.min(150, span * 0.3), 1.14) });
    }
  });
  const duration = Math.min(LONGEST_MS, 130 + 30 * (stops.length - 1));
  const easing = "cubic-bezier(.3,.1,.25,1)";
  return node.animate(frames, { duration, easing });
}

/** A new piece comes down on the table. @param {SVGElement} node @param {number} x @param {number} y */
export function drop(node, x, y) {
  if (!node.animate) return null;
  const frames = [
    { transform: placed(x, y - 60, 1.25), opacity: 0.2 },
    { transform: placed(x, y), opacity: 1 },
  ];
  return node.animate(frames, { duration: 190, easing: "cubic-bezier(.2,.9,.3,1.15)" });
}
