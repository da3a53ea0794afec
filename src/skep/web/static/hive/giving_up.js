// What giving up means now: before both have moved a game is called off, afterwards it is lost.

import { t } from "../base/i18n.js";
import { shownName } from "../base/people.js";
import { isHotseat } from "./game.js";

/** From so many moves on it counts. */
export const PLIES_THAT_COUNT = 2;

/**
 * @param {import("./game.js").HiveTable} table
 * @returns {{title: string, text: string, yes: string}}
 */
export function givingUpWords(table) {
  const { moves } = table.confirmed;
  if (moves.length < PLIES_THAT_COUNT) {
    return { title: t("Call off this game?"), text: t("Not both have moved yet: nobody wins and nobody loses."), yes: t("Call it off") };
  }
  return { title: t("Give up this game?"), text: lossWords(table, moves.length % 2), yes: t("Give up") };
}

/** @param {import("./game.js").HiveTable} table @param {number} turn */
function lossWords(table, turn) {
  if (isHotseat(table)) {
    return turn === 0 ? t("It is White's turn: Black wins at once.") : t("It is Black's turn: White wins at once.");
  }
  const other = table.game.seats[1 - table.you[0]];
  if (other?.who === "engine") return t("The computer wins at once.");
  return other?.name ? t("{name} wins at once.", { name: shownName(other.name) }) : t("Your opponent wins at once.");
}
