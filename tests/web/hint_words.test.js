// Hints speak as people do: no numbers, and of two that are alike the one that is meant is told by its place.

import assert from "node:assert/strict";
import { test } from "node:test";

import { hintSentence } from "../../src/skep/web/static/hive/hint_words.js";
import { createBoards, EMPTY } from "../../src/skep/web/static/hive/position.js";
import { moveSentence } from "../../src/skep/web/static/hive/sentences.js";
import { plainForms } from "../../src/skep/web/static/hive/words.js";

/** @type {any} */
const white = { own: "w", layout: { orientation: "pointy", rotation: 0, mirror: false } };
const black = { ...white, own: "b" };
const LINE = ["wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-", "wA1 -wQ", "bA1 bQ-"];
const { pieces } = createBoards().at(LINE, LINE.length);

/** @param {string} text @param {any} [told] @param {readonly string[]} [more] moves before it */
const hint = (text, told = white, more = []) =>
  hintSentence(text, more.length ? createBoards().at([...LINE, ...more], LINE.length + more.length).pieces : pieces, told);

test("a new bug is one of several, the queen is yours", () => {
  assert.equal(hintSentence("wA1", EMPTY.pieces, white), "Begin with an ant.");
  assert.equal(hintSentence("wQ", EMPTY.pieces, white), "Begin with your queen.");
  assert.equal(hint("wA2 \\wQ"), "Place an ant north-west of your queen.");
  assert.equal(hint("bG1 bS1/", black), "Place a grasshopper north-west of your queen.");
});

test("a bug that is alone needs no more than its name", () => {
  assert.equal(hint("wA1 bA1-"), "Move your ant to the cell east of the black ant.");
  assert.equal(hint("wA1 bQ/"), "Move your ant to the cell north-east of the black queen.");
});

test("of two that are alike the place tells which", () => {
  const two = ["wA2 wQ\\", "bA2 bQ/"];
  assert.equal(hint("wA2 bA1-", white, two), "Your ant south-east of your queen goes to the cell east of the black ant.");
  assert.equal(hint("wA1 bQ\\", white, two), "Your ant west of your queen goes to the cell south-east of the black queen.");
  const beetles = ["wB1 -wA1", "bA1 -wB1", "wB2 wQ\\", "bA1 bQ-"];
  assert.equal(hint("wB2 wQ", white, beetles), "Your beetle south-east of your queen climbs onto your queen.");
  assert.equal(hint("wB1 wA1", white, beetles.slice(0, 2)), "Move your beetle onto your ant.");
});

test("what is thrown may be the other side's", () => {
  assert.equal(hint("bA1 wA1\\"), "Throw the black ant to the cell south-west of your queen.");
});

test("nothing to do but pass", () => {
  assert.match(hint("pass"), /pass/);
});

test("a number is said only where two could be meant", () => {
  const nameOf = plainForms(["wA1", "wS1", "wS2", "bQ"]);
  assert.equal(moveSentence("wA1 -wS1", false, white.layout, nameOf), "The white ant goes to the cell west of the white spider 1.");
  assert.equal(moveSentence("wS2 bQ-", false, white.layout, nameOf), "The white spider 2 goes to the cell east of the black queen.");
});
