// What is told of a match of La Ruche.

import assert from "node:assert/strict";
import { test } from "node:test";

import { effectWords } from "../../src/skep/web/static/laruche/sentences.js";

/** @param {boolean} paused @param {number[]} you @returns {any} */
const match = (paused, you) => ({
  game: { seats: [{ who: "person", name: "Ann" }, { who: "person", name: "Ben" }] },
  you,
  confirmed: { status: { paused } },
});
/** @type {any} */
const asked = { kind: "pause_asked", seat: 0 };

test("who asks for a pause is told what it waits for, the others who asks", () => {
  assert.match(effectWords(match(false, [0]), asked) ?? "", /^You asked for a pause/);
  assert.equal(effectWords(match(false, [1]), asked), "Ann asks for a pause.");
});

test("who asks last has agreed: that is no new wish", () => {
  assert.equal(effectWords(match(true, [1]), asked), null);
  assert.equal(effectWords(match(true, [0]), asked), null);
});
