// A game of Hive at a page: confirmed comes from the server alone; what one screen adds to it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { isMyTurn, movesAfter, ownColor, pendingMove, rules } from "../../src/skep/web/static/hive/game.js";
import { fateOf } from "../../src/skep/web/static/hive/premove.js";
import { FIRST_SCREEN, reduceScreen } from "../../src/skep/web/static/hive/screen.js";
import { isWorthAsking, NO_THOUGHTS, reduceThoughts } from "../../src/skep/web/static/hive/thoughts.js";
import { MOST_PENDING } from "../../src/skep/web/static/net/pending.js";
import { createReducer } from "../../src/skep/web/static/play/reducer.js";

/** @typedef {import("../../src/skep/web/static/play/reducer.js").TableAction} Action */
/** @typedef {import("../../src/skep/web/static/hive/screen.js").ScreenAction} ScreenAction */
/** @typedef {import("../../src/skep/web/static/net/messages.js").EventSent} EventSent */

/** @type {import("../../src/skep/web/static/net/messages.js").GameInfo} */
const game = {
  id: "g", game: "hive", status: "live", options: {}, time: { pace: "untimed" }, speed: "untimed", rated: false, rules_version: 1,
  listed: false, seats: [], created_ms: 0,
};
const { first, reduce } = createReducer(rules);
const statusAt = (/** @type {number} */ ply) => ({ game: /** @type {"hive"} */ ("hive"), ply, turn: ply % 2 });
const start = (moves = /** @type {string[]} */ ([]), you = [0, 1]) =>
  first({ game, you, head: 1 + moves.length, view: { game: "hive", game_string: "", moves, status: statusAt(moves.length) } });
/** @returns {Action} */
const play = (/** @type {string} */ id, /** @type {string} */ move, /** @type {number} */ ply) => ({ type: "do", id, command: { kind: "play", move, ply } });
/** @returns {EventSent} */
const played = (/** @type {number} */ seq, /** @type {string} */ move) => ({ type: "event", seq, at_ms: 0, event: { kind: "played", seat: 0, move }, status: statusAt(seq - 1) });

test("a pending move is shown at once and confirmed by its event", () => {
  let table = reduce(start(), play("a", "wS1", 0));
  assert.deepEqual(table.drawn.moves, ["wS1"]);
  assert.equal(pendingMove(table), "wS1");
  assert.deepEqual(table.confirmed.moves, []);
  table = reduce(table, played(2, "wS1"));
  assert.deepEqual(table.confirmed.moves, ["wS1"]);
  assert.equal(pendingMove(table), null);
  assert.equal(table.pending.length, 0);
});

test("an acknowledgement before its event keeps the move pending", () => {
  let table = reduce(start(), play("a", "wS1", 0));
  table = reduce(table, { type: "ack", id: "a", seq: 2 });
  assert.deepEqual(table.drawn.moves, ["wS1"]);
  assert.equal(table.pending.length, 1);
  table = reduce(table, played(2, "wS1"));
  assert.deepEqual(table.drawn.moves, ["wS1"]);
  assert.equal(table.pending.length, 0);
});

test("a refused move disappears", () => {
  let table = reduce(start(), play("a", "wS1", 0));
  table = reduce(table, { type: "refused", id: "a", code: "STALE", message: "" });
  assert.deepEqual(table.drawn.moves, []);
});

test("an event that is known already changes nothing", () => {
  const table = reduce(start(), played(2, "wS1"));
  assert.equal(reduce(table, played(2, "wS1")), table);
});

test("a gap is noticed and a welcome mends it", () => {
  let table = reduce(start(), played(4, "wS1"));
  assert.equal(table.gap, true);
  assert.deepEqual(table.confirmed.moves, []);
  const events = [played(2, "wS1"), played(3, "bS1 wS1-")];
  table = reduce(table, { type: "welcome", version: 1, at_ms: 0, game, you: [0], head: 3, events, present: [0], spectators: 2 });
  assert.equal(table.gap, false);
  assert.deepEqual(table.confirmed.moves, ["wS1", "bS1 wS1-"]);
  assert.equal(table.spectators, 2);
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

test("no more than eight commands wait", () => {
  let table = start();
  for (let n = 0; n < 12; n += 1) table = reduce(table, play(String(n), "wS1", n));
  assert.equal(table.pending.length, MOST_PENDING);
});

test("whose turn it is counts a pending move; the side in front follows the seats", () => {
  const white = start([], [0]);
  assert.equal(isMyTurn(white), true);
  assert.equal(isMyTurn(reduce(white, play("a", "wS1", 0))), false);
  assert.deepEqual([ownColor(white, false), ownColor(white, true)], ["w", "b"]);
  assert.deepEqual([ownColor(start([], [1]), false), ownColor(start([], [1]), true)], ["b", "w"]);
  assert.equal(ownColor(start(["wS1"], [0, 1]), false), "b"); // both at one screen: who is to move
  assert.equal(ownColor(start(["wS1"], []), false), "w"); // who watches sits behind white
});

// --- what the screen adds

/** A table and its screen through actions. @param {ReturnType<typeof start>} table @param {(Action|ScreenAction)[]} actions */
function through(table, ...actions) {
  let [now, screen] = [table, FIRST_SCREEN];
  for (const action of actions) {
    const before = now;
    now = reduce(now, /** @type {Action} */ (action));
    screen = reduceScreen(screen, action, now, before);
  }
  return screen;
}

test("looking back is kept while the game goes on, and ends at the newest move", () => {
  const table = start(["wS1", "bS1 wS1-"]);
  assert.equal(through(table, { type: "show", ply: 1 }).shown, 1);
  assert.equal(through(table, { type: "show", ply: 1 }, played(4, "wQ -wS1")).shown, 1);
  assert.equal(through(table, { type: "show", ply: 1 }, played(4, "wQ -wS1"), { type: "show", ply: 3 }).shown, null);
  assert.equal(through(table, { type: "show", ply: -5 }).shown, 0);
  assert.equal(through(table, { type: "show", ply: 1 }, play("a", "wQ -wS1", 2)).shown, null);
});

test("a reason goes with the next move, and when another position is looked at", () => {
  /** @type {ScreenAction} */
  const why = { type: "why", why: { code: "GATE", marks: { bad: [] } } };
  const table = start(["wS1", "bS1 wS1-"]);
  assert.equal(through(table, why).why?.code, "GATE");
  assert.equal(through(table, why, played(4, "wQ -wS1")).why, null);
  assert.equal(through(table, why, { type: "show", ply: 0 }).why, null);
  assert.equal(through(table, why, { type: "present", present: [0], spectators: 0 }).why?.code, "GATE");
});

test("a move chosen ahead is played, kept or lost", () => {
  const target = { piece: "bQ", to: { q: 1, r: 0 }, kind: "slide" };
  const premove = { piece: "bQ", to: { q: 1, r: 0 }, ply: 4 };
  assert.equal(fateOf(premove, Array(4).fill("pass"), null).is, "kept");
  assert.equal(fateOf(premove, Array(5).fill("pass"), null).is, "kept"); // what may be played is not known yet
  assert.deepEqual(fateOf(premove, Array(5).fill("pass"), { targets: [target] }), { is: "due", target });
  assert.equal(fateOf(premove, Array(5).fill("pass"), { targets: [] }).is, "lost");
  assert.equal(fateOf(premove, Array(3).fill("pass"), { targets: [target] }).is, "lost"); // a move was taken back
});

test("the engine is asked one thing at a time, and nothing twice", () => {
  const answer = { type: /** @type {"analysis"} */ ("analysis"), id: "a", ply: 4, depth: 3, nodes: 1, score: 1, line: ["pass"], done: true };
  let thoughts = reduceThoughts(NO_THOUGHTS, { type: "think", isOn: true });
  assert.equal(isWorthAsking(thoughts, 4, false), false);
  assert.equal(isWorthAsking(thoughts, 4, true), true);
  thoughts = reduceThoughts(thoughts, { type: "asked", id: "a", ply: 4 });
  assert.equal(isWorthAsking(thoughts, 4, true), false);
  assert.equal(isWorthAsking(reduceThoughts(thoughts, { type: "connection", state: "lost" }), 4, true), true);
  const refused = reduceThoughts(thoughts, { type: "refused", id: "a", code: "BUSY", message: "" });
  assert.equal(isWorthAsking(refused, 4, true), false); // not in a circle
  assert.equal(isWorthAsking(reduceThoughts(refused, { type: "hint" }), 4, true), true); // but when somebody asks again
  thoughts = reduceThoughts(thoughts, answer);
  assert.equal(isWorthAsking(thoughts, 4, true), false);
  assert.equal(isWorthAsking(thoughts, 5, true), true);
  assert.equal(reduceThoughts(thoughts, { type: "moved" }).answer, null);
});
