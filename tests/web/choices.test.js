// What may be chosen, as the server tells it with every move.

import assert from "node:assert/strict";
import { test } from "node:test";
import { areKnown, choicesAhead, choicesNow, choicesOf } from "../../src/skep/web/static/hive/choices.js";
import { rules } from "../../src/skep/web/static/hive/game.js";
import { createReducer } from "../../src/skep/web/static/play/reducer.js";

/** @type {import("../../src/skep/web/static/net/messages.js").HiveChoices} */
const sent = {
  moves: { wQ: { slide: [[0, -1], [-1, 1]] }, wB1: { climb: [[1, 0]], slide: [[2, 0]] } },
  placeable: ["wA1", "wG1"],
  places: [[-2, 0], [-2, 1]],
  pinned: ["bS1"],
  must_pass: false,
  queen_due: true,
};
/** @type {import("../../src/skep/web/static/net/messages.js").GameInfo} */
const game = {
  id: "g", game: "hive", status: "live", options: {}, time: { pace: "untimed" }, speed: "untimed", rated: false, rules_version: 1,
  listed: false, seats: [], created_ms: 0,
};
const { first, reduce } = createReducer(rules);

/** @param {number[]} you @param {string[]} moves @param {object} [more] of the status */
const tableOf = (you, moves, more = { choices: sent }) =>
  first({ game, you, head: 1 + moves.length, view: { game: "hive", game_string: "", moves, status: { game: "hive", ply: moves.length, turn: moves.length % 2, ...more } } });

test("every piece with every cell it may go to, each with its kind", () => {
  const { targets, pinned, mustPass, queenDue } = choicesOf(sent);
  assert.deepEqual(targets.map(({ piece, to, kind }) => `${piece} ${to.q},${to.r} ${kind}`), [
    "wQ 0,-1 slide", "wQ -1,1 slide", "wB1 1,0 climb", "wB1 2,0 slide",
    "wA1 -2,0 place", "wA1 -2,1 place", "wG1 -2,0 place", "wG1 -2,1 place",
  ]);
  assert.deepEqual([pinned, mustPass, queenDue], [["bS1"], false, true]);
  assert.equal(choicesOf(sent), choicesOf(sent)); // read once
});

test("the same choices are for now or for later, by whose turn it is", () => {
  const mine = tableOf([0], []);
  assert.equal(choicesNow(mine), choicesOf(sent));
  assert.equal(choicesAhead(mine), null);
  const theirs = tableOf([1], []);
  assert.equal(choicesNow(theirs), null);
  assert.equal(choicesAhead(theirs), choicesOf(sent));
  assert.equal(choicesAhead(tableOf([0, 1], [])), null); // both at one screen: nobody waits
});

test("while a move is under way nothing is known of the next", () => {
  const table = reduce(tableOf([0, 1], []), { type: "do", id: "a", command: { kind: "play", move: "wS1", ply: 0 } });
  assert.equal(choicesNow(table), null);
  assert.equal(areKnown(table), false);
});

test("whoever has nothing to choose waits for nothing", () => {
  assert.equal(areKnown(tableOf([0], [])), true);
  assert.equal(areKnown(tableOf([0], [], {})), false);
  assert.equal(areKnown(tableOf([], [], {})), true); // watches
  assert.equal(areKnown(tableOf([0], ["wS1"], { outcome: { ranks: [1, 2], reason: "resignation" } })), true);
});

test("a move is told with its way, which lasts until the next", () => {
  const way = { kind: "slide", path: /** @type {[number, number][]} */ ([[0, 0], [1, -1], [2, -1]]) };
  /** @returns {import("../../src/skep/web/static/net/messages.js").EventSent} */
  const sentEvent = (/** @type {number} */ seq, /** @type {any} */ event) => ({ type: "event", seq, at_ms: 0, event });
  let table = reduce(tableOf([0, 1], ["wS1", "bS1 wS1-"]), sentEvent(4, { kind: "played", seat: 0, move: "wA1 bS1/", way }));
  assert.equal(table.drawn.way, way);
  table = reduce(table, sentEvent(5, { kind: "draw_offered", seat: 0 }));
  assert.equal(table.drawn.way, way);
  const pending = reduce(table, { type: "do", id: "a", command: { kind: "play", move: "bQ bS1-", ply: 3 } });
  assert.equal(pending.drawn.way, null);
  table = reduce(table, sentEvent(6, { kind: "takeback_answered", seat: 1, accept: true, plies: 1 }));
  assert.equal(table.drawn.way, null);
});
