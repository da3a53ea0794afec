// Where the chosen piece may go. All cells of one kind are one shape: sixty targets come and go with
// every piece that is picked up, and a browser styles every node that does.

import { keyed, put, svg } from "../../base/dom.js";
import { whenChanged } from "../../base/changes.js";
import { centreOf, keyOf, outline } from "../../hexes/geometry.js";
import { liftOf } from "./tiles.js";

// One sign for each kind of move, so that no mark needs its colour to be understood.
const SIGNS = {
  place: "m-26 0h52m-26-26v52",
  slide: "m-14 0a14 14 0 1 0 28 0a14 14 0 1 0-28 0z",
  climb: "m-26 16l26-30l26 30m-52 24l26-30l26 30",
  jump: "m-34 22c10-56 58-56 68 0l-20-10m20 10l8-22",
  throw: "m28-20a34 34 0 1 0 6 32m-6-32l4-24m-4 24l-24-2",
};

/** @typedef {import("./board.js").Target} Target */
/** @typedef {import("../../hexes/geometry.js").Layout} Layout */
/** @typedef {import("./view.js").Stacks} Stacks */

/** @param {SVGElement} layer */
export function createTargets(layer) {
  const snap = svg("path", { class: "mark--snapped" });
  const groups = svg("g");
  layer.append(groups, snap);

  /** @param {Target} target @param {Layout} layout @param {Stacks} stacks */
  function middle(target, layout, stacks) {
    const at = centreOf(layout, target.to);
    const lift = liftOf(stacks.get(keyOf(target.to.q, target.to.r))?.length ?? 0);
    return `M${at.x.toFixed(1)} ${(at.y - lift).toFixed(1)}`;
  }

  const draw = whenChanged((
    /** @type {readonly Target[]} */ targets,
    /** @type {Layout} */ layout,
    /** @type {Stacks} */ stacks,
  ) => {
    const hex = outline(layout, 0.9);
    /** @type {Map<string, {kind: string, cells: string, signs: string}>} */
    const kinds = new Map();
    for (const target of targets) {
      const start = middle(target, layout, stacks);
      const sign = SIGNS[/** @type {keyof typeof SIGNS} */ (target.kind)] ?? SIGNS.slide;
      const found = kinds.get(target.kind);
      if (found) {
        found.cells += start + hex;
        found.signs += start + sign;
      } else kinds.set(target.kind, { kind: target.kind, cells: start + hex, signs: start + sign });
    }
    keyed(
      groups,
      [...kinds.values()],
      (item) => item.kind,
      (item) =>
        svg("g", { class: `mark mark--${item.kind}` }, svg("path", { class: "mark__cells" }), svg("path", { class: "mark__signs" })),
      (node, item) => {
        put(node.children[0], { d: item.cells });
        put(node.children[1], { d: item.signs });
      },
    );
    put(layer, { "data-count": targets.length });
  });

  /** The one that a carried piece would fall on. */
  const drawSnap = whenChanged((
    /** @type {Target|null} */ target,
    /** @type {Layout} */ layout,
    /** @type {Stacks} */ stacks,
  ) => {
    put(snap, { d: target ? middle(target, layout, stacks) + outline(layout, 0.9) : null });
  });

  return {
    /** @param {import("./view.js").View} view */
    draw(view) {
      draw(view.targets, view.layout, view.stacks);
      drawSnap(view.carried?.target ?? null, view.layout, view.stacks);
    },
    /** @param {import("./view.js").View} view */
    drawSnap: (view) => drawSnap(view.carried?.target ?? null, view.layout, view.stacks),
  };
}
