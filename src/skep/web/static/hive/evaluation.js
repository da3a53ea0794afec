// How the engine sees a position, in a sentence and as a bar between white and black.

import { write } from "../base/dom.js";
import { numberText, t } from "../base/i18n.js";
import { play } from "./position.js";
import { lineWords } from "./rows.js";

/**
 * From the side to move.
 * @typedef {{score: number|null, chance?: number|null, ends_in?: number|null, depth: number, line: readonly string[]}} Thought
 */

/** @param {Thought} thought @param {number} ply whose position it is */
export function evaluationWords(thought, ply) {
  const whiteToMove = ply % 2 === 0;
  const score = (thought.score ?? 0) * (whiteToMove ? 1 : -1);
  if (typeof thought.ends_in === "number") {
    const moves = Math.ceil(thought.ends_in / 2);
    return score > 0 ? t("White wins in {n}", { n: moves }) : t("Black wins in {n}", { n: moves });
  }
  const value = `${score < 0 ? "−" : "+"}${numberText(Math.abs(score) / 100, 1)}`;
  if (Math.abs(score) < 30) return t("Even ({value})", { value });
  return score > 0 ? t("White is ahead ({value})", { value }) : t("Black is ahead ({value})", { value });
}

/**
 * @param {HTMLElement} node the element made by `score()` of the templates
 * @param {Thought|"waiting"|null} thought
 * @param {number} ply
 * @param {import("./rows.js").RowLook} look
 */
export function drawEvaluation(node, thought, ply, look) {
  node.hidden = thought === null;
  if (thought === null) return;
  const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (node.querySelector(`[data-part="${name}"]`));
  node.dataset.state = thought === "waiting" ? "waiting" : "known";
  if (thought === "waiting") {
    write(part("score-text"), t("Thinking…"));
    write(part("score-line"), "");
    return;
  }
  const chance = thought.chance ?? 0.5;
  part("score-bar").style.setProperty("--white", String(ply % 2 ? 1 - chance : chance));
  write(part("score-text"), evaluationWords(thought, ply));
  const line = lineWords(thought.line, look);
  const isProven = typeof thought.ends_in === "number"; // however deep was looked for
  write(part("score-line"), isProven ? line : t("depth {depth}: {line}", { depth: thought.depth, line }));
}

/**
 * The best move on the board: as an arrow, and its piece where it will go.
 * @param {Thought|null} thought
 * @param {{pieces: readonly import("./position.js").Placed[]}} scene
 * @returns {{arrows: import("../hexes/arrows.js").Arrow[], ghost: {piece: string, to: import("./position.js").Cell}|null}}
 */
export function bestOnBoard(thought, { pieces }) {
  const best = thought?.line[0];
  const last = best ? play({ pieces, last: null }, best).last : null;
  if (!last?.to) return { arrows: [], ghost: null };
  return { arrows: [{ from: last.from ?? last.to, to: last.to, kind: "hint" }], ghost: { piece: last.piece, to: last.to } };
}
