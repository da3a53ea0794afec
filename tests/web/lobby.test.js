// The fields of a clock: a slider finds the usual value that is nearest to what was typed, and words say what is chosen.

import assert from "node:assert/strict";
import { test } from "node:test";
import { clockWords, nearestStep } from "../../src/skep/web/static/lobby/clock_fields.js";

test("the slider stands at the step nearest to the field", () => {
  const steps = [0.5, 1, 5, 10, 60, 180];
  assert.deepEqual([0.1, 0.9, 7, 10, 34, 500].map((value) => steps[nearestStep(steps, value)]), [0.5, 1, 5, 10, 10, 180]);
  assert.equal(nearestStep(steps, Number("")), 0);
  assert.equal(nearestStep(steps, NaN), 0);
});

test("what is chosen is said in few words", () => {
  const wish = { pace: "timed", minutes: "2.5", seconds: "0", days: "1" };
  assert.equal(clockWords(wish), "2.5 min");
  assert.equal(clockWords({ ...wish, seconds: "12" }), "2.5 min + 12 s");
  assert.equal(clockWords({ ...wish, pace: "daily" }), "1 day a move");
  assert.equal(clockWords({ ...wish, pace: "daily", days: "14" }), "14 days a move");
  assert.equal(clockWords({ ...wish, pace: "untimed" }), "no clock");
});
