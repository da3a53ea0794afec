// A move chosen while the other side thinks: kept at this screen, and played as soon as it is one's turn.

import { t } from "../base/i18n.js";
import { choicesNow } from "./choices.js";

/** @typedef {{piece: string, to: {q: number, r: number}, ply: number}} Premove */
/** @typedef {import("./board/board.js").Target} Target */
/** @typedef {{is: "kept"} | {is: "due", target: Target} | {is: "lost"}} Fate */

/**
 * @param {Premove} premove
 * @param {readonly string[]} moves
 * @param {{targets: readonly Target[]}|null} choices what may be played now; null: not known yet
 * @returns {Fate}
 */
export function fateOf({ piece, to, ply }, moves, choices) {
  if (moves.length === ply) return { is: "kept" };
  if (moves.length !== ply + 1) return { is: "lost" };
  if (!choices) return { is: "kept" };
  const target = choices.targets.find((one) => one.piece === piece && one.to.q === to.q && one.to.r === to.r);
  return target ? { is: "due", target } : { is: "lost" };
}

/**
 * @param {import("./screen.js").Desk} desk
 * @param {(target: Target) => void} play
 */
export function createPremove({ state, dispatch, say }, play) {
  function forget() {
    if (!state().own.premove) return;
    dispatch({ type: "premove", premove: null });
    say("");
  }

  return {
    forget,
    /** @param {Target} target */
    choose({ piece, to }) {
      dispatch({ type: "premove", premove: { piece, to, ply: state().table.drawn.moves.length } });
      say(t("This will be played when it is your turn. Escape takes it back."));
    },
    /** It may be one's turn now. */
    settle() {
      const { table, own } = state();
      if (!own.premove) return;
      const fate = fateOf(own.premove, table.drawn.moves, choicesNow(table));
      if (fate.is === "kept") return;
      forget();
      if (fate.is === "due") play(fate.target);
      else say(t("The move you had chosen is no longer possible."), "error");
    },
  };
}
