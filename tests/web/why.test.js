// Why a move is not possible, in words and marks; and what giving up means.

import assert from "node:assert/strict";
import { test } from "node:test";
import { givingUpWords } from "../../src/skep/web/static/hive/giving_up.js";
import { whyMarks, whySentence } from "../../src/skep/web/static/hive/why.js";

const OCCUPIED = { code: "CELL_OCCUPIED", params: { piece: "wS1", occupant: "wG1" } };
const PINNED = { code: "ONE_HIVE", params: { piece: "wP", parts: [[[0, 0]], [[2, 0]]] } };

test("names stand in a sentence with their article", () => {
  assert.equal(whySentence(OCCUPIED), "The white spider 1 needs an empty cell, but the white grasshopper 1 lies there.");
});

test("a game that is over was won or drawn", () => {
  assert.equal(whySentence({ code: "GAME_OVER", params: { queens: ["wQ"] } }), "The game is over.");
  assert.match(whySentence({ code: "GAME_OVER", params: { queens: [] } }), /^The game is drawn/);
});

test("a pinned pillbug says what it can throw, and the board marks it", () => {
  assert.match(whySentence(PINNED, ["wA1", "bQ"]), /fall apart\. But it can throw: choose the white ant 1 and the black queen\.$/);
  assert.match(whySentence(PINNED), /fall apart\.$/);
  const pieces = [{ id: "wA1", q: 2, r: 0 }, { id: "wP", q: 1, r: 0 }];
  assert.deepEqual(whyMarks(PINNED, null, pieces, "wP", ["wA1"]).able, [{ q: 2, r: 0 }]);
});

/** @param {number} plies @param {number[]} you @param {object[]} seats */
const table = (plies, you, seats) => /** @type {any} */ ({ you, game: { seats }, confirmed: { moves: Array(plies).fill("wS1") } });
const ADA = { who: "person", name: "Ada" };

test("giving up says what happens now", () => {
  const engine = { who: "engine", level: 3 };
  assert.match(givingUpWords(table(1, [0], [ADA, engine])).text, /nobody wins and nobody loses/);
  assert.equal(givingUpWords(table(1, [0], [ADA, engine])).title, "Call off this game?");
  assert.equal(givingUpWords(table(2, [0], [ADA, engine])).text, "The computer wins at once.");
  assert.equal(givingUpWords(table(5, [1], [ADA, { who: "person", name: "Ben" }])).text, "Ada wins at once.");
  assert.equal(givingUpWords(table(5, [0, 1], [ADA, ADA])).text, "It is Black's turn: White wins at once.");
});
