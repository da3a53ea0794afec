import assert from "node:assert/strict";
import { test } from "node:test";

import { purposeWords } from "../../src/skep/web/static/hive/purpose.js";
import { createBoards } from "../../src/skep/web/static/hive/position.js";

const LINE = ["wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-", "wA1 -wQ", "bA1 bQ-"];

test("a hint says what a move does to the queens", () => {
  const { pieces } = createBoards().at(LINE, LINE.length);
  assert.match(purposeWords(pieces, "wA1 bQ/"), /takes a side of the other queen/);
  assert.match(purposeWords(pieces, "wA1 wS1\\"), /frees a side of your queen/);
  assert.equal(purposeWords(pieces, "wG1 -wA1"), "");
  assert.equal(purposeWords(pieces, "pass"), "");
  assert.equal(purposeWords([], "wS1"), "");
});

test("the last free side wins", () => {
  const around = [["wS1", 1, 0], ["wG1", 0, 1], ["bA1", -1, 1], ["bS1", -1, 0], ["wB1", 0, -1]];
  const pieces = [...around, ["bQ", 0, 0], ["wA1", 3, -1]].map(([id, q, r]) => ({ id, q, r, level: 0 }));
  assert.match(purposeWords(/** @type {any} */ (pieces), "wA1 bQ/"), /last free side of the other queen and wins/);
});
