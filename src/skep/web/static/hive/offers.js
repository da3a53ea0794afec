// What becomes of what the players of Hive ask each other, and how long a game waits for its first moves.

import { t } from "../base/i18n.js";
import { isLive } from "./game.js";

/** @typedef {import("./game.js").HiveTable} HiveTable */

/**
 * What is said when an offer has come to nothing; null where the bars or the board show it.
 * @param {import("../net/messages.js").Event} event @param {HiveTable} before @param {HiveTable} after
 * @returns {string|null}
 */
export function offerNews(event, before, after) {
  if (!after.you.length) return null;
  switch (event.kind) {
    case "takeback_answered":
      if (event.accept) return null;
      return after.you.includes(event.seat) ? t("You said no: the move stands.") : t("Your opponent said no: the move stands.");
    case "takeback_withdrawn":
      return after.you.includes(event.seat) ? t("You ask no longer: the move stands.") : t("Your opponent asks no longer: the move stands.");
    case "draw_answered":
      if (event.accept) return null;
      return after.you.includes(event.seat) ? t("You declined the draw.") : t("Your opponent declined the draw.");
    case "draw_withdrawn":
      return after.you.includes(event.seat) ? t("You withdrew your offer of a draw.") : t("Your opponent withdrew the offer of a draw.");
    case "played":
      return lapsed(before, after);
    default:
      return null;
  }
}

/** A move answers, too: whoever plays on has not agreed. @param {HiveTable} before @param {HiveTable} after */
function lapsed({ confirmed: { status: old }, you }, { confirmed: { status } }) {
  const isOver = (/** @type {number|null|undefined} */ was, /** @type {number|null|undefined} */ now) =>
    typeof was === "number" && typeof now !== "number";
  if (status.outcome) return null;
  if (isOver(old.draw_offer, status.draw_offer)) {
    return you.includes(Number(old.draw_offer)) ? t("Your opponent played on: no draw.") : t("You played on: no draw.");
  }
  if (isOver(old.takeback_offer, status.takeback_offer)) return t("The next move is played: the one before it stands.");
  return null;
}

/** A timed game that nobody begins is called off. @param {HiveTable} table @returns {{until: number, words(time: string): string}|null} */
export function firstMoveCountdown(table) {
  const { moves, status } = table.confirmed;
  const until = status.first_move_due_ms;
  if (until === undefined || !isLive(table) || table.drawn.moves.length > moves.length) return null;
  return { until, words: (time) => firstMoveWords(moves.length % 2, table.you, time) };
}

/** @param {number} turn @param {number[]} you @param {string} time */
function firstMoveWords(turn, you, time) {
  if (you.includes(turn)) return t("Make your first move within {time}, or the game is called off.", { time });
  return turn === 0
    ? t("White has {time} for the first move, or the game is called off.", { time })
    : t("Black has {time} for the first move, or the game is called off.", { time });
}
