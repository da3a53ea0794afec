// What an advised move is good for, as far as the queens show it.

import { t } from "../base/i18n.js";
import { around, keyOf } from "../hexes/geometry.js";
import { play, readMove } from "./position.js";

/** @typedef {import("./position.js").Placed} Placed */

/** How many sides of a queen are taken; 0 while she is in the reserve. @param {readonly Placed[]} pieces @param {string} color */
function sidesTaken(pieces, color) {
  const queen = pieces.find((one) => one.id === `${color}Q`);
  const taken = new Set(pieces.map((one) => keyOf(one.q, one.r)));
  return queen ? around(queen).filter((cell) => taken.has(keyOf(cell.q, cell.r))).length : 0;
}

/** In a sentence, or nothing. @param {readonly Placed[]} pieces before it @param {string} text the move */
export function purposeWords(pieces, text) {
  const move = readMove(text);
  if (!move || !pieces.length) return "";
  const own = move.piece[0];
  const other = own === "w" ? "b" : "w";
  const after = play({ pieces, last: null }, text).pieces;
  const sides = sidesTaken(after, other);
  if (sides === 6) return t("That takes the last free side of the other queen and wins.");
  if (sides > sidesTaken(pieces, other)) return t("That takes a side of the other queen.");
  if (sidesTaken(after, own) < sidesTaken(pieces, own)) return t("That frees a side of your queen.");
  return "";
}
