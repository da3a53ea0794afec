// A move that is advised, told as people speak: no piece has a number; where two are alike, their places tell them apart.

import { capital, t } from "../base/i18n.js";
import { around, keyOf } from "../hexes/geometry.js";
import { isPlacement, play, readMove } from "./position.js";
import { anyNoun, ownNoun, pieceNoun } from "./rule_words.js";
import { besideWords, directionOf } from "./words.js";

/** @typedef {import("./position.js").Placed} Placed */
/** @typedef {import("./position.js").Cell} Cell */
/** @typedef {import("./words.js").Layout} Layout */
/** Who is told, and how the board lies before them. @typedef {{own: string, layout: Layout}} Told */

const ALONE = "QMLP"; // bugs of which a side has one

/** The kind of a piece, such as wA. @param {string} id */
const kindOf = (id) => id.slice(0, 2);

/** What lies on top: all that one sees. @param {readonly Placed[]} pieces */
function onTop(pieces) {
  /** @type {Map<string, Placed>} */
  const tops = new Map();
  for (const one of pieces) {
    const key = keyOf(one.q, one.r);
    if (one.level >= (tops.get(key)?.level ?? 0)) tops.set(key, one);
  }
  return tops;
}

/** @param {string} id @param {string} own */
const nameOf = (id, own) => (id[0] === own ? ownNoun(id[1]) : pieceNoun(kindOf(id)));

/**
 * A neighbour to tell a cell by: best one that has no like, a queen before others.
 * @param {Cell} cell @param {Map<string, Placed>} tops @param {string} own @returns {Placed|null}
 */
function landmark(cell, tops, own) {
  const near = around(cell).flatMap(({ q, r }) => tops.get(keyOf(q, r)) ?? []);
  const alike = (/** @type {Placed} */ one) => [...tops.values()].filter(({ id }) => kindOf(id) === kindOf(one.id)).length;
  const rank = (/** @type {Placed} */ one) => 4 * alike(one) + (one.id[1] === "Q" ? 0 : 2) + (one.id[0] === own ? 0 : 1);
  return near.sort((one, other) => rank(one) - rank(other))[0] ?? null;
}

/** Where a cell is, such as "north of your queen". @param {Cell} cell @param {Map<string, Placed>} tops @param {Told} told */
function placeWords(cell, tops, { own, layout }) {
  const mark = landmark(cell, tops, own);
  return mark && besideWords(directionOf(layout, [cell.q - mark.q, cell.r - mark.r]), nameOf(mark.id, own));
}

/** @param {string} text the move @param {readonly Placed[]} pieces before it @param {Told} told */
export function hintSentence(text, pieces, told) {
  const move = readMove(text);
  if (!move) return t("There is nothing to do but pass.");
  const { own } = told;
  const isPlaced = isPlacement({ pieces, last: null }, text);
  const piece = isPlaced && !ALONE.includes(move.piece[1]) ? anyNoun(move.piece[1]) : nameOf(move.piece, own);
  if (!move.reference) return t("Begin with {piece:the}.", { piece });
  const to = /** @type {Cell} */ (play({ pieces, last: null }, text).last?.to);
  const rest = onTop(pieces.filter(({ id }) => id !== move.piece));
  const where = placeWords(to, rest, told);
  if (isPlaced) return t("Place {piece:the} {where}.", { piece, where: where ?? "" });
  const under = rest.get(keyOf(to.q, to.r));
  const from = fromWords(move.piece, pieces, told);
  if (under) {
    const onto = nameOf(under.id, own);
    // NOTE: {from} is a text such as "north-east of your queen": of two beetles the one that is meant
    return from ? capital(t("{piece:the} {from} climbs onto {under:the}.", { piece, from, under: onto })) : t("Move {piece:the} onto {under:the}.", { piece, under: onto });
  }
  if (move.piece[0] !== own) return t("Throw {piece:the} to the cell {where}.", { piece, where: where ?? "" });
  if (!from) return t("Move {piece:the} to the cell {where}.", { piece, where: where ?? "" });
  // NOTE: {from} and {where} are texts such as "north-east of your queen": of two ants the one that is meant, and the cell to which it goes
  return capital(t("{piece:the} {from} goes to the cell {where}.", { piece, from, where: where ?? "" }));
}

/** Which one of two that are alike is meant; nothing where there is but one. @param {string} id @param {readonly Placed[]} pieces @param {Told} told */
function fromWords(id, pieces, told) {
  const tops = onTop(pieces);
  const piece = [...tops.values()].find((one) => one.id === id);
  const isAlone = [...tops.values()].every((one) => one.id === id || kindOf(one.id) !== kindOf(id));
  return piece && !isAlone ? placeWords(piece, tops, told) : null;
}
