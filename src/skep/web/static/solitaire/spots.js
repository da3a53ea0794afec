// Where a tile of the solitaire can be laid, and in which order tiles that were taken back can lie again.

import { cellKey, contacts, fits, isDead, turned, wantedAt } from "../laruche/fit.js";
import { handOf, neededContacts } from "./model.js";

/** @typedef {import("./model.js").Solo} Solo */
/** @typedef {import("../laruche/spots.js").Spot} Spot */
/** @typedef {readonly [string, string]} Placement cell and pose */

const STEPS = [[1, 0], [1, -1], [0, -1], [-1, 0], [-1, 1], [0, 1]];
const ANYTHING = [null, null, null, null, null, null];

/** Does a tile fit somehow, bee up? @param {string} tile @param {import("../laruche/fit.js").Wanted} wanted */
export const canFit = (tile, wanted) => [0, 1, 2, 3, 4, 5].some((sixths) => fits(turned(tile, sixths), wanted));

/** @param {string} key @param {import("../laruche/fit.js").Wanted} wanted @param {boolean} isLive @returns {Spot} */
function spotAt(key, wanted, isLive) {
  const [q, r] = key.split(",").map(Number);
  return { key, q, r, wanted, contacts: contacts(wanted), isLive };
}

/** The empty cells that matter; one is live while a tile of the hand fits it. @param {Solo} solo @returns {Spot[]} */
export function spotsOf(solo) {
  const { table, puzzle } = solo;
  if (!table.size) return [...(puzzle.shape ?? ["0,0"])].map((key) => spotAt(key, ANYTHING, true));
  const needed = neededContacts(solo);
  const hand = handOf(solo);
  /** @type {Map<string, Spot>} */
  const found = new Map();
  for (const cell of table.keys()) {
    const [q, r] = cell.split(",").map(Number);
    for (const [dq, dr] of STEPS) {
      const key = cellKey(q + dq, r + dr);
      if (table.has(key) || found.has(key) || (puzzle.shape && !puzzle.shape.has(key))) continue;
      const wanted = wantedAt(table, q + dq, r + dr);
      if (contacts(wanted) < needed) continue;
      found.set(key, spotAt(key, wanted, !isDead(wanted) && hand.some((tile) => canFit(tile, wanted))));
    }
  }
  return [...found.values()];
}

/** Is there nothing left that could be laid, though tiles are left? @param {Solo} solo @param {readonly Spot[]} spots */
export const isStuck = (solo, spots) => handOf(solo).length > 0 && !spots.some((spot) => spot.isLive);

/**
 * Tiles that were taken back, in an order in which they can be laid again; null where there is none.
 * They fitted before, so only how many tiles they touch matters.
 * @param {Solo} solo @param {readonly Placement[]} lifted
 * @returns {Placement[]|null}
 */
export function orderBack(solo, lifted) {
  const table = new Map(solo.table);
  const left = [...lifted];
  /** @type {Placement[]} */
  const order = [];
  while (left.length) {
    const needed = neededContacts({ puzzle: solo.puzzle, table });
    const next = left.findIndex(([key, pose]) => {
      const [q, r] = key.split(",").map(Number);
      const wanted = wantedAt(table, q, r);
      return !table.has(key) && contacts(wanted) >= needed && fits(pose, wanted);
    });
    if (next < 0) return null;
    const [placement] = left.splice(next, 1);
    order.push(placement);
    table.set(...placement);
  }
  return order;
}
