// A position of a lesson on the board of Hive.

import { mountBoard } from "../hive/board/board.js";
import { mountBugHelp } from "../hive/bug_help.js";
import { preferredLook } from "../hive/props.js";
import { whyMarks, whySentence } from "../hive/why.js";
import { stepOf } from "./lesson.js";

/** @typedef {import("./lesson.js").LessonState} LessonState */
/** @typedef {import("../net/messages.js").HiveStage} HiveStage */
/** @typedef {import("../hive/board/board.js").Props} Props */
/** @typedef {{piece: string|null, to: {q: number, r: number}|null}} Tried */

/** @param {readonly (readonly [number, number])[]} cells */
const cellsOf = (cells) => cells.map(([q, r]) => ({ q, r }));

/** The same for the same stage: a board takes other pieces for a move. @type {WeakMap<HiveStage, Props["pieces"]>} */
const placed = new WeakMap();

/** @param {HiveStage} stage */
export function placedOn(stage) {
  let pieces = placed.get(stage);
  if (!pieces) {
    pieces = stage.pieces.map(([id, q, r, level]) => ({ id, q, r, level }));
    placed.set(stage, pieces);
  }
  return pieces;
}

/** What the other side answered with. @param {Props["pieces"]} before @param {Props["pieces"]} after @param {string} own @returns {Props["last"]} */
export function answerOf(before, after, own) {
  for (const { id, q, r, level } of after) {
    const was = before.find((one) => one.id === id);
    if (id[0] !== own && (!was || was.q !== q || was.r !== r || was.level !== level)) {
      return { piece: id, from: was ? { q: was.q, r: was.r } : null, to: { q, r }, path: [], kind: "slide", by: null };
    }
  }
  return null;
}

/** @param {LessonState} state @param {Tried} tried @param {Props["last"]} [last] @returns {Props} */
export function stageProps(state, tried, last = null) {
  const stage = /** @type {HiveStage} */ (state.stage);
  const step = state.told.steps[state.at];
  const pieces = placedOn(stage);
  const mayPlay = step.wants === "play" && !state.isDone && !state.isAsking;
  return {
    pieces,
    reserves: { w: stage.reserves.w, b: stage.reserves.b },
    targets: mayPlay ? stage.targets.map(([piece, q, r, kind]) => ({ piece, to: { q, r }, kind })) : [],
    active: mayPlay || (step.wants === "tap" && !state.isDone),
    taps: step.wants === "tap",
    turn: stage.turn,
    own: /** @type {"w"|"b"} */ (/** @type {HiveStage} */ (step.stage).turn),
    last,
    pinned: stage.pinned,
    marks: marksOf(state, pieces, tried),
    arrows: arrowsOf(state, pieces),
    ghost: ghostOf(state),
    confirm: false,
    close: step.wants === "choose" ? "bugs" : "ring",
    ...preferredLook(),
  };
}

/** @param {LessonState} state @param {Props["pieces"]} pieces @param {Tried} tried @returns {NonNullable<Props["marks"]>} */
function marksOf(state, pieces, tried) {
  const { verdict, remark } = state;
  const asked = state.isDone ? [] : askedCells(state.told.steps[state.at]);
  const marked = state.isDone ? [] : cellsOf(state.told.steps[state.at].marked);
  const able = marked;
  const found = cellsOf(state.found);
  const shown = shownCells(state);
  if (remark?.reason) return { ...whyMarks(remark.reason, null, pieces), able, found, shown, asked };
  if (verdict?.kind !== "wrong" || !verdict.code) return { able: [...able, ...aboutCells(state, pieces)], found, shown, asked };
  const reason = { code: verdict.code, params: verdict.facts ?? {} };
  return { ...whyMarks(reason, tried.to, pieces, tried.piece ?? undefined), able, found, shown, asked };
}

/** Where the moves of a question go: each with the letters of its answers, or with a question mark. @param {import("../net/messages.js").StepTold} step */
export function askedCells({ asked, answers }) {
  const cells = cellsOf(asked.filter(([q, r], n) => asked.findIndex((one) => one[0] === q && one[1] === r) === n));
  return cells.map((cell) => ({
    ...cell,
    letters: asked.length === answers.length ? asked.flatMap(([q, r], n) => (q === cell.q && r === cell.r ? letterOf(n) : [])).join(" ") : "?",
  }));
}

/** Of an answer, by its number. @param {number} n */
export const letterOf = (n) => "ABCD"[n];

/**
 * The piece that a step is about: the one that it names, or the only one that gets to a marked cell.
 * @param {LessonState} state @param {Props["pieces"]} pieces
 */
function aboutCells(state, pieces) {
  const { about, marked, wants, stage } = state.told.steps[state.at];
  if (state.isDone || state.actions.length || stage.game !== "hive") return [];
  const isMarked = (/** @type {number} */ q, /** @type {number} */ r) => marked.some((cell) => cell[0] === q && cell[1] === r);
  const able = wants === "play" ? new Set(stage.targets.filter(([, q, r]) => isMarked(q, r)).map(([piece]) => piece)) : new Set();
  const meant = about || (able.size === 1 ? [...able][0] : "");
  return pieces.filter((one) => one.id === meant).map(({ q, r }) => ({ q, r }));
}

/** @param {LessonState} state */
const shownCells = ({ shown }) => (shown?.do === "tap" ? cellsOf([shown.cell]) : []);

/** The piece that is shown, where it would go: from a reserve no arrow leads there. @param {LessonState} state */
const ghostOf = ({ shown }) => (shown?.do === "play" ? { piece: shown.piece, to: { q: shown.cell[0], r: shown.cell[1] } } : null);

/** The way that is shown. @param {LessonState} state @param {Props["pieces"]} pieces */
function arrowsOf({ shown }, pieces) {
  if (shown?.do !== "play") return [];
  const from = pieces.find((one) => one.id === shown.piece);
  const to = { q: shown.cell[0], r: shown.cell[1] };
  return from ? [{ from, to, kind: "hint" }] : [];
}

/** Bugs that may be sent onto another one. */
const CLIMBERS = new Set(["B", "M"]);

/** Why a piece cannot be played now; null if it can. @param {HiveStage} stage @param {string} piece */
export function stuckReason({ turn, stuck }, piece) {
  if (piece[0] !== turn) return { code: "NOT_YOUR_TURN", params: { piece, color: turn } };
  const why = stuck[piece];
  return why?.code ? { code: why.code, params: why.facts ?? {} } : null;
}

/**
 * @param {HTMLElement} root @param {() => LessonState} state
 * @param {{act(action: any): void, tries(): void, tell(remark: import("./lesson.js").Remark): void, idle?(): void, named?(): void}} on `tries`: something is chosen anew; `tell`: a reason that is no miss
 */
export function mountHiveStage(root, state, on) {
  /** @type {Tried} */
  let tried = { piece: null, to: null };
  let step = stepOf(state());
  let seen = placedOn(/** @type {HiveStage} */ (state().stage));
  /** @type {Props["last"]} */
  let last = null;
  /** @param {string} piece @param {{q: number, r: number}|null} to */
  const play = (piece, to) => {
    tried = { piece, to };
    // Without a cell somebody asks why a piece cannot move: any cell gets the reason.
    const { q, r } = to ?? { q: 0, r: 0 };
    on.act({ do: "play", piece, cell: [q, r] });
  };
  /** Whoever only tries to lift a bug misses nothing, and learns why it stays. @param {string} piece */
  function tellWhy(piece) {
    const reason = stuckReason(/** @type {HiveStage} */ (state().stage), piece);
    if (reason) on.tell({ words: whySentence(reason), reason });
  }
  /** A bug of one's own that was tapped while another is chosen, and that cannot be played. @param {string} chosen @param {{q: number, r: number}} to */
  function meantInstead(chosen, to) {
    const { stuck, pieces } = /** @type {HiveStage} */ (state().stage);
    const top = pieces.filter(([, q, r]) => q === to.q && r === to.r).at(-1)?.[0];
    return top && top !== chosen && stuck[top] && !CLIMBERS.has(chosen[1]) ? top : null;
  }
  const life = new AbortController();
  const help = mountBugHelp(root.parentElement ?? root, life.signal);
  const board = mountBoard(root, stageProps(state(), tried), {
    act: () => {
      help.hide();
      on.tries();
    },
    look: help.look,
    move: ({ piece, to }) => play(piece, to),
    refuse: (piece, to) => {
      const meant = to && meantInstead(piece, to);
      if (to && !meant) play(piece, to);
      else tellWhy(meant ?? piece);
    },
    idle: () => on.idle?.(),
    tap: (cell) => {
      // Whoever taps first the bug that is asked about has understood.
      const { about, wants } = stepOf(state());
      if (wants === "tap" && about && placedOn(/** @type {HiveStage} */ (state().stage)).some(({ id, q, r }) => id === about && q === cell.q && r === cell.r)) {
        on.named?.();
        return;
      }
      tried = { piece: null, to: cell };
      on.act({ do: "tap", cell: [cell.q, cell.r] });
    },
  });
  return {
    draw() {
      const isOther = step !== stepOf(state());
      step = stepOf(state());
      const pieces = placedOn(/** @type {HiveStage} */ (state().stage));
      // What was tried in the step before is no part of this one.
      if (isOther) tried = { piece: null, to: null };
      if (pieces !== seen) last = isOther || !state().actions.length ? null : answerOf(seen, pieces, /** @type {HiveStage} */ (step.stage).turn);
      seen = pieces;
      board.set(stageProps(state(), tried, last));
      if (isOther) board.fit();
    },
    focus: board.focus,
    destroy() {
      life.abort();
      board.destroy();
    },
  };
}
