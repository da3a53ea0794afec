// What is drawn beside the pieces: targets by kind, the last move, reasons, overlays, arrows.

import { keyed, put, svg } from "../base/dom.js";
import { around, centreOf, corners, keyOf } from "./hexes.js";
import { liftOf } from "./tiles.js";

// One sign for each kind of move, so that no mark needs its colour to be understood.
const SIGNS = {
  place: "M-26 0H26M0 -26V26",
  slide: "M-14 0A14 14 0 1 0 14 0A14 14 0 1 0 -14 0Z",
  climb: "M-26 16L0 -14L26 16M-26 40L0 10L26 40",
  jump: "M-34 22C-24 -34 24 -34 34 22M34 22L14 12M34 22L42 0",
  throw: "M28 -20A34 34 0 1 0 34 12M28 -20L32 -44M28 -20L4 -22",
};

/**
 * @param {SVGElement} under marks on the table, below the pieces
 * @param {SVGElement} over marks above the pieces
 */
export function createMarks(under, over) {
  const last = svg("g", { class: "marks-last" });
  const gates = svg("g", { class: "marks-gates" });
  const liberties = svg("g", { class: "marks-liberties" });
  under.append(last);
  const targets = svg("g", { class: "marks-targets" });
  const reasons = svg("g", { class: "marks-reasons" });
  const landed = svg("g", { class: "marks-landed" });
  const arrows = svg("g", { class: "marks-arrows" });
  const badges = svg("g", { class: "marks-badges" });
  over.append(landed, liberties, gates, badges, targets, reasons, arrows);

  /**
   * @param {SVGElement} layer @param {{key: string, q: number, r: number, level: number, kind: string}[]} items
   * @param {import("./hexes.js").Layout} layout @param {(kind: string) => SVGElement} make
   */
  function cells(layer, items, layout, make) {
    keyed(
      layer,
      items,
      (item) => item.key,
      (item) => make(item.kind),
      (node, item) => {
        const at = centreOf(layout, item);
        put(node, {
          transform: `translate(${at.x.toFixed(1)} ${(at.y - liftOf(item.level)).toFixed(1)})`,
          class: `mark mark--${item.kind}`,
        });
      },
    );
  }

  return {
    /**
     * @param {import("./board.js").Props} props
     * @param {{layout: import("./hexes.js").Layout, heights: Map<string, number>,
     *          targets: readonly import("./board.js").Target[], snapped: string|null}} scene
     */
    draw(props, scene) {
      const { layout, heights } = scene;
      const hex = (/** @type {number} */ scale) => svg("polygon", { points: corners(layout, scale) });
      const level = (/** @type {number} */ q, /** @type {number} */ r) => heights.get(keyOf(q, r)) ?? 0;

      const steps = [];
      if (!props.pieces.length && !scene.targets.length) steps.push({ key: "origin", q: 0, r: 0, level: 0, kind: "origin" });
      if (props.last) {
        const { from, to, by } = props.last;
        if (from) steps.push({ key: "from", ...from, level: 0, kind: "from" });
        const thrower = by && props.pieces.find((piece) => piece.id === by);
        if (thrower) steps.push({ key: "by", q: thrower.q, r: thrower.r, level: 0, kind: "by" });
      }
      const spin = layout.orientation;
      const to = props.last?.to;
      const rings = to ? [{ key: `to${spin}`, ...to, level: Math.max(0, level(to.q, to.r) - 1), kind: "to" }] : [];
      cells(landed, rings, layout, () => svg("g", {}, hex(0.985)));
      cells(last, steps.map((s) => ({ ...s, key: s.key + spin })), layout, () => svg("g", {}, hex(1.08)));

      drawTargets(scene, level);

      const marked = [];
      for (const cell of props.marks?.bad ?? []) marked.push({ ...cell, kind: "bad" });
      for (const cell of props.marks?.gate ?? []) marked.push({ ...cell, kind: "wall" });
      (props.marks?.parts ?? []).forEach((part, n) => {
        for (const cell of part) marked.push({ ...cell, kind: n === 0 ? "part" : "cut" });
      });
      for (const cell of props.marks?.free ?? []) marked.push({ ...cell, kind: "note" });
      cells(
        reasons,
        marked.map((m) => ({ ...m, key: `${m.kind}${keyOf(m.q, m.r)}${spin}`, level: Math.max(0, level(m.q, m.r) - 1) })),
        layout,
        (kind) =>
          kind === "bad"
            ? svg("g", {}, hex(0.94), svg("path", { d: "M-30 -30L30 30M30 -30L-30 30" }))
            : svg("g", {}, hex(0.98)),
      );

      const shown = props.overlays ?? {};
      const free = [];
      if (shown.liberties) {
        for (const piece of props.pieces) {
          if (piece.id[1] !== "Q") continue;
          for (const cell of around(piece)) {
            if (!level(cell.q, cell.r)) {
              free.push({ ...cell, level: 0, kind: "free", key: `${piece.id}${keyOf(cell.q, cell.r)}${spin}` });
            }
          }
        }
      }
      cells(liberties, free, layout, () => svg("g", {}, svg("circle", { r: 16 })));
      drawGates(shown.gates ? props.gates ?? [] : [], layout, level);

      const counts = [];
      for (const [key, height] of heights) {
        if (height > 1) {
          const [q, r] = key.split(",").map(Number);
          counts.push({ key: `h${key}:${height}`, q, r, level: height - 1, kind: "height" });
        }
      }
      if (shown.pinned) {
        for (const piece of props.pieces) {
          if (props.pinned?.includes(piece.id)) {
            counts.push({ key: `pin${piece.id}`, q: piece.q, r: piece.r, level: piece.level, kind: "pin" });
          }
        }
      }
      cells(badges, counts, layout, (kind) =>
        kind === "pin"
          ? svg("g", {}, svg("circle", { cx: -54, cy: -50, r: 24 }), svg("path", { d: "M-62 -50V-56A8 8 0 0 1 -46 -56V-50M-66 -50H-42V-36H-66Z" }))
          : svg("g", {}, svg("circle", { cx: 56, cy: -52, r: 24 }), svg("text", { x: 56, y: -41 })),
      );
      for (const node of badges.children) {
        const height = /:(\d+)$/.exec(node.getAttribute("data-key") ?? "")?.[1];
        if (height && node.lastElementChild) node.lastElementChild.textContent = height;
      }
      drawArrows(props.arrows ?? [], layout);
    },
    destroy() {
      for (const layer of [last, landed, gates, liberties, targets, reasons, arrows, badges]) layer.remove();
    },
  };

  /**
   * Sixty marks come and go with every piece that is picked up: they are kept and hidden instead.
   * @param {{layout: import("./hexes.js").Layout, targets: readonly import("./board.js").Target[], snapped: string|null}} scene
   * @param {(q: number, r: number) => number} level
   */
  function drawTargets(scene, level) {
    const points = corners(scene.layout, 0.9);
    scene.targets.forEach((target, n) => {
      const node = targets.children[n] ?? targets.appendChild(svg("g", {}, svg("polygon"), svg("path")));
      const { q, r } = target.to;
      const at = centreOf(scene.layout, target.to);
      const snapped = scene.snapped === keyOf(q, r);
      put(node, {
        transform: `translate(${at.x.toFixed(1)} ${(at.y - liftOf(level(q, r))).toFixed(1)})`,
        class: `mark mark--${target.kind}${snapped ? " mark--snapped" : ""}`,
        display: null,
      });
      put(node.children[0], { points });
      put(node.children[1], { d: SIGNS[/** @type {keyof typeof SIGNS} */ (target.kind)] ?? SIGNS.slide });
    });
    for (let n = scene.targets.length; n < targets.children.length; n += 1) {
      put(targets.children[n], { display: "none", class: "spare" });
    }
  }

  /** @param {readonly any[]} list @param {import("./hexes.js").Layout} layout @param {(q: number, r: number) => number} level */
  function drawGates(list, layout, level) {
    keyed(
      gates,
      list,
      (gate) => JSON.stringify(gate) + layout.rotation + layout.orientation,
      () => svg("path", { class: "mark mark--gate" }),
      (node, gate) => {
        const [[a, b]] = gate;
        const [pa, pb] = [centreOf(layout, { q: a[0], r: a[1] }), centreOf(layout, { q: b[0], r: b[1] })];
        const lift = liftOf(Math.max(0, Math.min(level(a[0], a[1]), level(b[0], b[1])) - 1));
        const at = (/** @type {number} */ f) => `${pa.x + (pb.x - pa.x) * f} ${pa.y + (pb.y - pa.y) * f - lift}`;
        put(node, { d: `M${at(0.34)}L${at(0.66)}` });
      },
    );
  }

  /** @param {readonly any[]} list @param {import("./hexes.js").Layout} layout */
  function drawArrows(list, layout) {
    keyed(
      arrows,
      list,
      (arrow) => `${arrow.kind ?? ""}${keyOf(arrow.from.q, arrow.from.r)}>${keyOf(arrow.to.q, arrow.to.r)}`,
      () => svg("g", { class: "arrow" }, svg("path", {}), svg("path", { class: "arrow__head" })),
      (node, arrow) => {
        const [a, b] = [centreOf(layout, arrow.from), centreOf(layout, arrow.to)];
        const length = Math.hypot(b.x - a.x, b.y - a.y);
        put(node, { class: `arrow arrow--${arrow.kind ?? "drawn"}` });
        if (length < 1) {
          put(node.children[0], { d: `M${a.x - 88} ${a.y}A88 88 0 1 0 ${a.x + 88} ${a.y}A88 88 0 1 0 ${a.x - 88} ${a.y}` });
          put(node.children[1], { d: "" });
          return;
        }
        const [ux, uy] = [(b.x - a.x) / length, (b.y - a.y) / length];
        const [ex, ey] = [b.x - ux * 34, b.y - uy * 34];
        put(node.children[0], { d: `M${a.x + ux * 40} ${a.y + uy * 40}L${ex - ux * 30} ${ey - uy * 30}` });
        const [sx, sy] = [-uy * 30, ux * 30];
        put(node.children[1], {
          d: `M${ex} ${ey}L${ex - ux * 48 + sx} ${ey - uy * 48 + sy}L${ex - ux * 48 - sx} ${ey - uy * 48 - sy}Z`,
        });
      },
    );
  }
}
