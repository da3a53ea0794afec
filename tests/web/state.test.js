// The reducer of the game page: confirmed comes from the server alone.

import assert from "node:assert/strict";
import { test } from "node:test";
import { firstState, MOST_PENDING, movesAfter, reduce, shownMoves } from "../../src/skep/web/static/game/state.js";

/** @typedef {import("../../src/skep/web/static/game/state.js").Action} Action */
/** @typedef {import("../../src/skep/web/static/net/messages.js").EventSent} EventSent */

/** @type {import("../../src/skep/web/static/net/messages.js").GameInfo} */
const game = {
  id: "g", game: "hive", status: "live", options: {}, time: { pace: "untimed" }, speed: "untimed", rated: false, rules_version: 1,
  listed: false, seats: [], created_ms: 0,
};
const statusAt = (/** @type {number} */ ply) => ({ game: /** @type {"hive"} */ ("hive"), ply, turn: ply % 2 });
const start = (moves = /** @type {string[]} */ ([])) =>
  firstState({ game, you: [0, 1], head: 1 + moves.length, view: { game: "hive", game_string: "", moves, status: statusAt(moves.length) } });
/** @returns {Action} */
const play = (/** @type {string} */ id, /** @type {string} */ move, /** @type {number} */ ply) => ({ type: "do", id, command: { kind: "play", move, ply } });
/** @returns {EventSent} */
const played = (/** @type {number} */ seq, /** @type {string} */ move) => ({ type: "event", seq, at_ms: 0, event: { kind: "played", seat: 0, move }, status: statusAt(seq - 1) });

test("a pending move is shown at once and confirmed by its event", () => {
  let state = reduce(start(), play("a", "wS1", 0));
  assert.deepEqual(shownMoves(state), ["wS1"]);
  assert.deepEqual(state.moves, []);
  state = reduce(state, played(2, "wS1"));
  assert.deepEqual(state.moves, ["wS1"]);
  assert.equal(state.pending.length, 0);
});

test("an acknowledgement before its event keeps the move pending", () => {
  let state = reduce(start(), play("a", "wS1", 0));
  state = reduce(state, { type: "ack", id: "a", seq: 2 });
  assert.deepEqual(shownMoves(state), ["wS1"]);
  state = reduce(state, played(2, "wS1"));
  assert.deepEqual(shownMoves(state), ["wS1"]);
});

test("a refused move disappears", () => {
  let state = reduce(start(), play("a", "wS1", 0));
  state = reduce(state, { type: "refused", id: "a", code: "STALE", message: "" });
  assert.deepEqual(shownMoves(state), []);
});

test("an event that is known already changes nothing", () => {
  const state = reduce(start(), played(2, "wS1"));
  assert.equal(reduce(state, played(2, "wS1")), state);
});

test("a gap is noticed and a welcome mends it", () => {
  let state = reduce(start(), played(4, "wS1"));
  assert.equal(state.gap, true);
  assert.deepEqual(state.moves, []);
  const events = [played(2, "wS1"), played(3, "bS1 wS1-")];
  state = reduce(state, { type: "welcome", version: 1, at_ms: 0, game, you: [0], head: 3, events, present: [0], spectators: 2 });
  assert.equal(state.gap, false);
  assert.deepEqual(state.moves, ["wS1", "bS1 wS1-"]);
  assert.equal(state.spectators, 2);
});

test("a heartbeat with a higher head is a gap", () => {
  assert.equal(reduce(start(), { type: "heartbeat", n: 1, head: 9, at_ms: 0 }).gap, true);
});

test("a takeback takes as many moves back as the server says", () => {
  const moves = ["wS1", "bS1 wS1-", "wQ -wS1"];
  /** @returns {import("../../src/skep/web/static/net/messages.js").TakebackAnswered} */
  const accepted = (/** @type {number} */ plies) => ({ kind: "takeback_answered", seat: 0, accept: true, plies });
  assert.deepEqual(movesAfter(moves, accepted(1)), moves.slice(0, 2));
  assert.deepEqual(movesAfter(moves, accepted(2)), moves.slice(0, 1));
  assert.equal(movesAfter(moves, { kind: "takeback_answered", seat: 0, accept: false }), moves);
});

test("looking back is kept while the game goes on, and ends at the newest move", () => {
  let state = start(["wS1", "bS1 wS1-"]);
  state = reduce(state, { type: "show", ply: 1 });
  assert.equal(state.shown, 1);
  state = reduce(state, played(4, "wQ -wS1"));
  assert.equal(state.shown, 1);
  assert.equal(reduce(state, { type: "show", ply: 3 }).shown, null);
  assert.equal(reduce(state, { type: "show", ply: -5 }).shown, 0);
});

test("no more than eight commands wait", () => {
  let state = start();
  for (let n = 0; n < 12; n += 1) state = reduce(state, play(String(n), "wS1", n));
  assert.equal(state.pending.length, MOST_PENDING);
});
