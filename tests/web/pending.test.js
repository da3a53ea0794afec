// Commands under way: what is drawn is confirmed with these applied again.

import assert from "node:assert/strict";
import { test } from "node:test";
import { acknowledged, MOST_PENDING, NOTHING_PENDING, reapplied, stillPending, withCommand, without } from "../../src/skep/web/static/net/pending.js";

/** @returns {import("../../src/skep/web/static/net/messages.js").Lay} */
const lay = (/** @type {number} */ q) => ({ kind: "lay", round: 1, cell: [q, 0], pose: "rgbrgb" });
const always = () => true;
const cellOf = (/** @type {any} */ command) => command.cell[0];

/** @param {number[]} cells */
const waiting = (...cells) => cells.reduce((pending, q) => withCommand(pending, `id${q}`, lay(q)), NOTHING_PENDING);

/** A table on which a cell can be taken once. @param {readonly number[]} taken @param {any} command */
const take = (taken, command) => (taken.includes(cellOf(command)) ? null : [...taken, cellOf(command)]);

test("no more than eight wait", () => {
  const pending = waiting(0, 1, 2, 3, 4, 5, 6, 7);
  assert.equal(pending.length, MOST_PENDING);
  assert.equal(withCommand(pending, "more", lay(9)), pending);
});

test("all that is pending is applied in its order", () => {
  assert.deepEqual(reapplied([9], waiting(3, 1, 2), take).drawn, [9, 3, 1, 2]);
  const confirmed = [9];
  assert.equal(reapplied(confirmed, NOTHING_PENDING, take).drawn, confirmed);
});

test("what no longer fits is left out and named, the rest stays", () => {
  const { drawn, misfits } = reapplied([1], waiting(3, 1, 2), take);
  assert.deepEqual(drawn, [1, 3, 2]);
  assert.deepEqual(misfits.map((one) => one.id), ["id1"]);
});

test("an acknowledgement waits for its event, whichever comes first", () => {
  const pending = waiting(1, 2);
  const stored = acknowledged(pending, "id1", 5, 4);
  assert.equal(stored.length, 2);
  assert.deepEqual(stillPending(stored, 5, always).map((one) => one.id), ["id2"]);
  assert.deepEqual(acknowledged(pending, "id1", 5, 5).map((one) => one.id), ["id2"]);
  assert.deepEqual(acknowledged(pending, "id1", null, 4).map((one) => one.id), ["id2"]); // it made no event
  assert.equal(acknowledged(pending, "other", 9, 4), pending);
});

test("an event may settle a command before it is acknowledged", () => {
  const pending = waiting(1, 2);
  assert.deepEqual(stillPending(pending, 7, (command) => cellOf(command) !== 1).map((one) => one.id), ["id2"]);
  assert.equal(stillPending(pending, 7, always), pending);
});

test("a refusal takes one away, an unknown one nothing", () => {
  const pending = waiting(1, 2);
  assert.deepEqual(without(pending, "id2").map((one) => one.id), ["id1"]);
  assert.equal(without(pending, null), pending);
});
