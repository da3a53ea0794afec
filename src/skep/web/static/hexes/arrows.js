// Arrows and rings over a table: hints, and what a reader draws with the right button.

import { keyed, put, svg } from "../base/dom.js";
import { centreOf, keyOf } from "./geometry.js";

/** @typedef {{from: import("./geometry.js").Cell, to: import("./geometry.js").Cell, kind?: string}} Arrow a ring where both are one */

const RING = 88;

/**
 * @param {SVGElement} layer @param {readonly Arrow[]} list @param {import("./geometry.js").Layout} layout
 */
export function drawArrows(layer, list, layout) {
  keyed(
    layer,
    list,
    (arrow) => `${arrow.kind ?? ""}${keyOf(arrow.from.q, arrow.from.r)}>${keyOf(arrow.to.q, arrow.to.r)}`,
    (arrow) => svg("g", { class: `arrow arrow--${arrow.kind ?? "drawn"}` }, svg("path"), svg("path", { class: "arrow__head" })),
    (node, arrow) => {
      const [a, b] = [centreOf(layout, arrow.from), centreOf(layout, arrow.to)];
      const length = Math.hypot(b.x - a.x, b.y - a.y);
      if (length < 1) {
        const ring = `M${a.x - RING} ${a.y}a${RING} ${RING} 0 1 0 ${2 * RING} 0a${RING} ${RING} 0 1 0 ${-2 * RING} 0`;
        put(node.children[0], { d: ring });
        put(node.children[1], { d: null });
        return;
      }
      const [ux, uy] = [(b.x - a.x) / length, (b.y - a.y) / length];
      const [ex, ey] = [b.x - ux * 34, b.y - uy * 34];
      const [sx, sy] = [-uy * 30, ux * 30];
      put(node.children[0], { d: `M${a.x + ux * 40} ${a.y + uy * 40}L${ex - ux * 30} ${ey - uy * 30}` });
      put(node.children[1], {
        d: `M${ex} ${ey}L${ex - ux * 48 + sx} ${ey - uy * 48 + sy}L${ex - ux * 48 - sx} ${ey - uy * 48 - sy}Z`,
      });
    },
  );
}
