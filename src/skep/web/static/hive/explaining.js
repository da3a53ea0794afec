// "Why not?": asks for the rule that forbids a move, and has it said and marked.

import { t } from "../base/i18n.js";
import { around, keyOf } from "../hexes/geometry.js";
import { optionsOf } from "./game.js";
import { askWhy } from "./looks.js";
import { ruleAddress, whyMarks, whySentence } from "./why.js";

/** @typedef {{q: number, r: number}} Cell */
/** @typedef {import("./board/board.js").Placed} Placed */

/**
 * Somebody asks about a piece itself: a free cell beside it, for the reason lies in the piece.
 * @param {string} piece @param {readonly Placed[]} pieces @returns {Cell}
 */
function besideOf(piece, pieces) {
  const there = pieces.find((one) => one.id === piece);
  const taken = new Set(pieces.map((one) => keyOf(one.q, one.r)));
  const near = there ? around(there) : [];
  return near.find((cell) => !taken.has(keyOf(cell.q, cell.r))) ?? near[0] ?? { q: 0, r: 0 };
}

/**
 * @param {import("./screen.js").Desk} desk
 * @param {import("./looks.js").Ask} ask
 * @param {ReturnType<typeof import("./position.js").createBoards>} boards
 */
export function createExplaining({ state, dispatch, say }, ask, boards) {
  let questions = 0;

  return {
    /** What was said and marked is over, and so is a question that is not answered yet. */
    stop() {
      questions += 1;
      if (!state().own.why) return;
      dispatch({ type: "why", why: null });
      say("");
    },
    /** @param {string} piece @param {Cell|null} to */
    async explain(piece, to) {
      const { game, drawn: { moves } } = state().table;
      const { pieces } = boards.at(moves, moves.length);
      questions += 1;
      const question = questions;
      try {
        const { reason, throws: thrown } = await askWhy(ask, { ...optionsOf(game), moves }, piece, to ?? besideOf(piece, pieces));
        if (!reason || question !== questions || state().table.drawn.moves !== moves) return;
        // Whoever touches a pinned pillbug may want to throw with it.
        const throws = to ? [] : thrown;
        dispatch({ type: "why", why: { code: reason.code, marks: whyMarks(reason, to, pieces, piece, throws) } });
        say(whySentence(reason, throws), "why", true, { text: t("The rule"), address: ruleAddress(reason.code) });
      } catch {
        if (question === questions) say(t("No answer from the server. Try again."), "error");
      }
    },
  };
}
