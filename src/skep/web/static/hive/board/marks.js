// What is drawn beside the pieces: the last move, reasons, overlays, badges, arrows.

import { keyed, put, svg, write } from "../../base/dom.js";
import { drawArrows } from "../../hexes/arrows.js";
import { whenChanged } from "../../base/changes.js";
import { around, cellOf, centreOf, corners, keyOf } from "../../hexes/geometry.js";
import { dressTile, liftOf, makeTile } from "./tiles.js";

/** @typedef {import("./board.js").Props} Props */
/** @typedef {import("../../hexes/geometry.js").Layout} Layout */
/** @typedef {import("./view.js").Stacks} Stacks */
/** @typedef {{key: string, q: number, r: number, level: number, kind: string, letters?: string}} Mark */

/** Not by colour alone. @type {Record<string, string>} */
const SIGNS = { bad: "M-30 -30L30 30M30 -30L-30 30", found: "M-34 2L-10 28L36 -24" };

/** @param {Stacks} stacks @param {{q: number, r: number}} cell */
const heightAt = (stacks, cell) => stacks.get(keyOf(cell.q, cell.r))?.length ?? 0;

/** On top of what lies there. @param {Stacks} stacks @param {{q: number, r: number}} cell */
const topLevel = (stacks, cell) => Math.max(0, heightAt(stacks, cell) - 1);

/**
 * @param {SVGElement} layer @param {Mark[]} marks @param {Layout} layout
 * @param {(mark: Mark) => SVGElement} make
 */
function drawCells(layer, marks, layout, make) {
  keyed(
    layer,
    marks,
    (mark) => `${mark.kind}${mark.key}${layout.orientation}`,
    (mark) => put(make(mark), { class: `mark mark--${mark.kind}` }),
    (node, mark) => {
      const at = centreOf(layout, mark);
      put(node, { transform: `translate(${at.x.toFixed(1)} ${(at.y - liftOf(mark.level)).toFixed(1)})` });
    },
  );
}

/**
 * @param {{under: SVGElement, notes: SVGElement, over: SVGElement}} layers below the pieces, above
 *   them, and above the targets too
 * @param {string} art
 */
export function createMarks({ under, notes, over }, art) {
  const last = svg("g", { class: "marks-last" });
  under.append(last);
  const landed = svg("g", { class: "marks-landed" });
  const liberties = svg("g", { class: "marks-liberties" });
  const gates = svg("g", { class: "marks-gates" });
  const badges = svg("g", { class: "marks-badges" });
  const reasons = svg("g", { class: "marks-reasons" });
  const ghosts = svg("g", { class: "marks-ghosts" });
  const arrows = svg("g", { class: "marks-arrows" });
  notes.append(landed, liberties, gates, badges);
  over.append(reasons, ghosts, arrows);

  const hex = (/** @type {Layout} */ layout, /** @type {number} */ scale) =>
    svg("g", {}, svg("polygon", { points: corners(layout, scale) }));

  const drawLast = whenChanged((
    /** @type {Props["last"]} */ move,
    /** @type {boolean} */ empty,
    /** @type {Layout} */ layout,
    /** @type {Stacks} */ stacks,
  ) => {
    /** @type {Mark[]} */
    const steps = [];
    if (empty) steps.push({ key: "", q: 0, r: 0, level: 0, kind: "origin" });
    if (move?.from) steps.push({ key: "", ...move.from, level: 0, kind: "from" });
    const thrower = move?.by ? [...stacks.values()].flat().find((piece) => piece.id === move.by) : null;
    if (thrower) steps.push({ key: "", q: thrower.q, r: thrower.r, level: 0, kind: "by" });
    const to = move?.to;
    const rings = to ? [{ key: "", ...to, level: topLevel(stacks, to), kind: "to" }] : [];
    drawCells(landed, rings, layout, () => hex(layout, 0.985));
    drawCells(last, steps, layout, () => hex(layout, 1.08));
  });

  const drawReasons = whenChanged((
    /** @type {Props["marks"]} */ marks,
    /** @type {Layout} */ layout,
    /** @type {Stacks} */ stacks,
  ) => {
    /** @type {Mark[]} */
    const found = [];
    const add = (/** @type {readonly {q: number, r: number}[]|undefined} */ cells, /** @type {string} */ kind) => {
      for (const { q, r } of cells ?? []) {
        found.push({ q, r, kind, key: keyOf(q, r), level: topLevel(stacks, { q, r }) });
      }
    };
    add(marks?.bad, "bad");
    add(marks?.gate, "wall");
    (marks?.parts ?? []).forEach((part, n) => add(part, n === 0 ? "part" : "cut"));
    add(marks?.free, "note");
    add(marks?.able, "able");
    add(marks?.found, "found");
    add(marks?.shown, "shown");
    for (const { q, r, letters } of marks?.asked ?? []) {
      found.push({ q, r, kind: "asked", key: keyOf(q, r) + letters, level: topLevel(stacks, { q, r }), letters });
    }
    drawCells(reasons, found, layout, (mark) => {
      const node = hex(layout, mark.kind === "bad" ? 0.94 : 0.98);
      const sign = SIGNS[mark.kind];
      if (mark.kind === "found") node.append(svg("path", { d: sign, class: "mark__halo" }));
      if (sign) node.append(svg("path", { d: sign }));
      if (mark.letters) node.append(svg("text", { y: 22 }, mark.letters));
      return node;
    });
  });

  const drawLiberties = whenChanged((
    /** @type {boolean} */ shown,
    /** @type {Layout} */ layout,
    /** @type {Stacks} */ stacks,
  ) => {
    /** @type {Mark[]} */
    const free = [];
    for (const piece of shown ? [...stacks.values()].flat() : []) {
      if (piece.id[1] !== "Q") continue;
      for (const cell of around(piece)) {
        if (!heightAt(stacks, cell)) free.push({ ...cell, level: 0, kind: "free", key: piece.id + keyOf(cell.q, cell.r) });
      }
    }
    drawCells(liberties, free, layout, () => svg("g", {}, svg("circle", { r: 16 })));
  });

  const drawGates = whenChanged((
    /** @type {Props["gates"]|null} */ list,
    /** @type {Layout} */ layout,
    /** @type {Stacks} */ stacks,
  ) => {
    keyed(
      gates,
      list ?? [],
      (gate) => JSON.stringify(gate),
      () => svg("path", { class: "mark mark--gate" }),
      (node, [[[aq, ar], [bq, br]]]) => {
        const [a, b] = [{ q: aq, r: ar }, { q: bq, r: br }];
        const [pa, pb] = [centreOf(layout, a), centreOf(layout, b)];
        const lift = liftOf(Math.max(0, Math.min(heightAt(stacks, a), heightAt(stacks, b)) - 1));
        const at = (/** @type {number} */ f) => `${pa.x + (pb.x - pa.x) * f} ${pa.y + (pb.y - pa.y) * f - lift}`;
        put(node, { d: `M${at(0.34)}L${at(0.66)}` });
      },
    );
  });

  const drawBadges = whenChanged((
    /** @type {readonly string[]|null} */ pinned,
    /** @type {Layout} */ layout,
    /** @type {Stacks} */ stacks,
  ) => {
    /** @type {Mark[]} */
    const found = [];
    for (const [key, stack] of stacks) {
      if (stack.length > 1) found.push({ key, ...cellOf(key), level: stack.length - 1, kind: "height" });
      for (const { id, q, r, level } of pinned ? stack : []) {
        if (pinned?.includes(id)) found.push({ key: id, q, r, level, kind: "pin" });
      }
    }
    drawCells(badges, found, layout, (mark) =>
      mark.kind === "pin"
        ? svg("g", {}, svg("circle", { cx: -54, cy: -50, r: 24 }), svg("path", { d: "M-62 -50V-56A8 8 0 0 1 -46 -56V-50M-66 -50H-42V-36H-66Z" }))
        : svg("g", {}, svg("circle", { cx: 56, cy: -52, r: 24 }), svg("text", { x: 56, y: -41 })),
    );
    found.forEach((mark, n) => {
      if (mark.kind === "height") write(badges.children[n].lastElementChild, String(mark.level + 1));
    });
  });

  const drawGhost = whenChanged((
    /** @type {Props["ghost"]} */ ghost,
    /** @type {Layout} */ layout,
    /** @type {Stacks} */ stacks,
  ) => {
    keyed(ghosts, ghost ? [ghost] : [], (one) => one.piece, (one) => svg("g", { class: "ghost" }, makeTile(art, one.piece)), (node, { to }) => {
      const at = centreOf(layout, to);
      dressTile(/** @type {Element} */ (node.firstElementChild), "", layout.orientation);
      put(node, { transform: `translate(${at.x.toFixed(1)} ${(at.y - liftOf(heightAt(stacks, to))).toFixed(1)})` });
    });
  });

  const drawPointers = whenChanged((
    /** @type {Props["arrows"]} */ given,
    /** @type {import("./view.js").View["drawn"]} */ drawn,
    /** @type {Layout} */ layout,
  ) => drawArrows(arrows, [...(given ?? []), ...drawn], layout));

  return {
    /** @param {import("./view.js").View} view */
    draw(view) {
      const { props, layout, stacks } = view;
      const shown = props.overlays ?? {};
      drawLast(props.last, !stacks.size && !view.targets.length, layout, stacks);
      drawReasons(props.marks, layout, stacks);
      drawLiberties(Boolean(shown.liberties), layout, stacks);
      drawGates(shown.gates ? props.gates : null, layout, stacks);
      drawBadges(shown.pinned ? (props.pinned ?? []) : null, layout, stacks);
      drawGhost(props.ghost, layout, stacks);
      drawPointers(props.arrows, view.drawn, layout);
    },
  };
}
