// What may be played in the newest position, as the server tells it with every move: to the side to move its
// moves, to the one that waits what it may choose for later.

import { isLive, isMyTurn, isTheirTurn, pendingMove } from "./game.js";

/** @typedef {import("./game.js").HiveTable} HiveTable */
/** @typedef {import("../net/messages.js").HiveChoices} HiveChoices */
/** @typedef {import("./board/board.js").Target} Target */
/**
 * @typedef {object} Choices
 * @property {readonly Target[]} targets
 * @property {readonly string[]} pinned
 * @property {readonly string[]} throwers of the pinned: what can throw though it cannot go
 * @property {boolean} mustPass
 * @property {boolean} queenDue
 */

/** @type {WeakMap<HiveChoices, Choices>} */
const read = new WeakMap();

/** @param {HiveChoices} sent @returns {Choices} */
export function choicesOf(sent) {
  let choices = read.get(sent);
  if (!choices) {
    choices = { targets: targetsOf(sent), pinned: sent.pinned, throwers: sent.throwers ?? [], mustPass: sent.must_pass, queenDue: sent.queen_due };
    read.set(sent, choices);
  }
  return choices;
}

/** @param {HiveChoices} sent @returns {Target[]} */
function targetsOf({ moves, placeable, places }) {
  /** @type {Target[]} */
  const targets = [];
  for (const [piece, kinds] of Object.entries(moves)) {
    for (const [kind, cells] of Object.entries(kinds)) {
      for (const [q, r] of cells) targets.push({ piece, to: { q, r }, kind });
    }
  }
  for (const piece of placeable) for (const [q, r] of places) targets.push({ piece, to: { q, r }, kind: "place" });
  return targets;
}

/** Of the position that is drawn; null: not known, or nobody here plays. @param {HiveTable} table */
function known(table) {
  const { choices } = table.confirmed.status;
  return choices && !pendingMove(table) ? choicesOf(choices) : null;
}

/** For the side to move. @param {HiveTable} table */
export const choicesNow = (table) => (isMyTurn(table) ? known(table) : null);

/** For later, while the other side thinks. @param {HiveTable} table */
export const choicesAhead = (table) => (isTheirTurn(table) ? known(table) : null);

/** Is everything known that somebody here may choose from? @param {HiveTable} table */
export const areKnown = (table) =>
  !pendingMove(table) && (!isLive(table) || table.you.length === 0 || Boolean(table.confirmed.status.choices));
