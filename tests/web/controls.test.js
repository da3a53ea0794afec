// What can be done at a table of Hive and why not; what is said to who taps without having chosen; names of cells.

import assert from "node:assert/strict";
import { test } from "node:test";
import { enabled } from "../../src/skep/web/static/hive/controls.js";
import { FIRST_SCREEN } from "../../src/skep/web/static/hive/screen.js";
import { nothingChosenWords } from "../../src/skep/web/static/hive/sentences.js";
import { stackName } from "../../src/skep/web/static/hive/words.js";

const ADA = { who: "person", name: "Ada" };
const BEN = { who: "person", name: "Ben" };
const ENGINE = { who: "engine", level: 3 };
const LINE = ["wS1", "bS1 wS1-", "wQ -wS1"];

/** @returns {any} @param {{plies?: number, seats?: object[], you?: number[], status?: object, connection?: string, shown?: number|null}} at */
function state({ plies = 3, seats = [ADA, ENGINE], you = [0], status = {}, connection = "open", shown = null }) {
  const confirmed = { moves: LINE.slice(0, plies), status, way: null };
  const table = { game: { status: "live", seats, options: {} }, head: 9, you, confirmed, drawn: confirmed, connection };
  return { table, own: { ...FIRST_SCREEN, shown } };
}

test("a button that cannot be used says why", () => {
  assert.equal(enabled(state({ seats: [ADA, BEN] })).draw, true);
  assert.equal(enabled(state({ seats: [ADA, BEN], plies: 1 })).draw, "A draw can be offered when both have moved.");
  assert.equal(enabled(state({ seats: [ADA, BEN], status: { draw_offer: 0 } })).draw, "You offered a draw.");
  assert.equal(enabled(state({})).draw, "The computer does not agree to draws.");
  assert.equal(enabled(state({ status: { outcome: { ranks: [1, 2], reason: "time" } } })).draw, "The game is over.");
  assert.equal(enabled(state({ seats: [ADA, BEN] })).hint, "No help from the computer while you play against somebody.");
  assert.equal(enabled(state({})).hint, "A hint is given when it is your turn.");
  assert.equal(enabled(state({ plies: 2 })).hint, true);
  assert.equal(enabled(state({ plies: 1, you: [1] })).takeback, "There is no move of yours to take back.");
  assert.equal(enabled(state({ plies: 1 })).takeback, true);
  assert.equal(enabled(state({ plies: 2, connection: "lost" })).hint, "You are offline. Try again when the connection is back.");
});

test("a tap on an empty cell says what to do first, or whose turn it is", () => {
  assert.equal(nothingChosenWords(state({ plies: 2 })), "Choose a bug first: on the table or in your reserve.");
  assert.equal(nothingChosenWords(state({})), "It is Black's turn.");
  assert.equal(nothingChosenWords(state({ plies: 2, shown: 1 })), null);
  assert.equal(nothingChosenWords(state({ you: [] })), null);
});

test("a pinned piece that can throw is called so", () => {
  assert.equal(stackName([{ id: "wP" }], true, true), "white pillbug, pinned, can throw");
  assert.equal(stackName([{ id: "wP" }], true), "white pillbug, pinned");
});
