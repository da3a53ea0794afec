// The reducer of live games, at a game that it has never seen: six seats, no turns, everybody at once.

import assert from "node:assert/strict";
import { test } from "node:test";
import { createReducer } from "../../src/skep/web/static/play/reducer.js";

/** @typedef {import("../../src/skep/web/static/play/reducer.js").TableAction} Action */
/** @typedef {{taken: Record<string, number>, phase: string}} Meadow whose cell is whose */

/** @type {import("../../src/skep/web/static/play/reducer.js").Rules<Meadow>} */
const rules = {
  first: (view) => /** @type {any} */ (view).meadow,
  after(meadow, frame) {
    const event = /** @type {any} */ (frame.event);
    const status = /** @type {any} */ (frame.status);
    const taken = event.kind === "laid" ? { ...meadow.taken, [event.cell]: event.seat } : meadow.taken;
    return { taken, phase: status?.phase ?? meadow.phase };
  },
  stands: (meadow, command) => /** @type {any} */ (meadow).taken[/** @type {any} */ (command).cell] !== 2,
  apply(meadow, command) {
    const { cell } = /** @type {any} */ (command);
    return cell in meadow.taken ? null : { ...meadow, taken: { ...meadow.taken, [cell]: 2 } };
  },
  isNews: (before, after) => before.phase !== after.phase,
};
const { first, reduce } = createReducer(rules);

const seats = Array.from({ length: 6 }, (_, n) => ({ who: "person", name: `P${n}` }));
/** @type {import("../../src/skep/web/static/net/messages.js").GameInfo} */
const game = {
  id: "g", game: "meadow", status: "live", options: {}, time: { pace: "untimed" }, speed: "untimed", rated: false, rules_version: 1,
  listed: false, seats, created_ms: 0,
};
const start = () => first({ game, you: [2], head: 1, view: /** @type {any} */ ({ meadow: { taken: {}, phase: "round" } }) });
/** @returns {Action} */
const lay = (/** @type {number} */ q) => ({ type: "do", id: `id${q}`, command: { kind: "lay", round: 1, cell: [q, 0], pose: "" } });
/** @returns {Action} */
const laid = (/** @type {number} */ seq, /** @type {number} */ seat, /** @type {number} */ q, phase = "round") => ({
  type: "event", seq, at_ms: 0, event: { kind: "laid", seat, round: 1, cell: [q, 0], pose: "" }, status: /** @type {any} */ ({ phase }),
});
/** @param {Action[]} actions */
const after = (...actions) => actions.reduce(reduce, start());

test("several commands wait at once and are drawn, while others play", () => {
  const table = after(lay(1), lay(2), laid(2, 4, 9), lay(3));
  assert.deepEqual(table.confirmed.taken, { "9,0": 4 });
  assert.deepEqual(table.drawn.taken, { "9,0": 4, "1,0": 2, "2,0": 2, "3,0": 2 });
  assert.equal(table.pending.length, 3);
  assert.equal(table.game.seats.length, 6);
});

test("a spot that somebody else took is theirs, and the misfit is named until it is refused", () => {
  let table = after(lay(1), lay(2), laid(2, 5, 1));
  assert.deepEqual(table.drawn.taken, { "1,0": 5, "2,0": 2 });
  assert.deepEqual(table.misfits.map((one) => one.id), ["id1"]);
  assert.equal(table.pending.length, 2);
  table = reduce(table, { type: "refused", id: "id1", code: "SPOT_TAKEN", message: "" });
  assert.deepEqual([table.pending.length, table.misfits.length], [1, 0]);
});

test("events settle their own commands in any order with the acknowledgements", () => {
  let table = after(lay(1), lay(2), { type: "ack", id: "id2", seq: 3 });
  assert.equal(table.pending.length, 2);
  table = [laid(2, 2, 1), laid(3, 2, 2)].reduce(reduce, table);
  assert.deepEqual([table.pending.length, table.head], [0, 3]);
  assert.equal(table.drawn, table.confirmed);
  assert.equal(reduce(table, { type: "ack", id: "id1", seq: 2 }), table);
});

test("a snapshot replaces what is confirmed; what waits is applied to it again", () => {
  const view = /** @type {any} */ ({ meadow: { taken: { "1,0": 0 }, phase: "round" } });
  const table = after(lay(1), lay(2), { type: "welcome", version: 1, at_ms: 0, game, you: [2], head: 8, view });
  assert.deepEqual(table.drawn.taken, { "1,0": 0, "2,0": 2 });
  assert.deepEqual([table.head, table.misfits.length], [8, 1]);
});

test("a notice about the table goes with the next news, any other stays", () => {
  const passing = { text: "here", kind: "hint", isPassing: true };
  const lasting = { text: "there", kind: "error", isPassing: false };
  assert.equal(after({ type: "notice", notice: passing }, laid(2, 0, 1)).notice, passing);
  assert.equal(after({ type: "notice", notice: passing }, laid(2, 0, 1, "over")).notice, null);
  assert.equal(after({ type: "notice", notice: lasting }, laid(2, 0, 1, "over")).notice, lasting);
});

test("the connection remembers since when it is lost", () => {
  let table = after({ type: "connection", state: "lost", at: 100 }, { type: "connection", state: "connecting", at: 200 });
  assert.equal(table.lostAt, 100);
  table = reduce(table, { type: "connection", state: "open", at: 300 });
  assert.deepEqual([table.lostAt, table.connection], [null, "open"]);
});

test("lines of chat are kept in their order, each once, and can be taken back", () => {
  /** @returns {Action} */
  const said = (/** @type {number} */ n) => ({ type: "said", n, seat: 0, name: "P0", at_ms: 0, text: String(n) });
  const table = after(said(2), said(1), said(2));
  assert.deepEqual(table.chat.map((line) => line.n), [1, 2]);
  assert.deepEqual(reduce(table, { type: "unsaid", n: 1 }).chat.map((line) => line.n), [2]);
});
