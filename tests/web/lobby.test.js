// The fields of a clock: a slider finds the usual value that is nearest to what was typed.

import assert from "node:assert/strict";
import { test } from "node:test";
import { nearestStep } from "../../src/skep/web/static/lobby/clock_fields.js";

test("the slider stands at the step nearest to the field", () => {
  const steps = [0.5, 1, 5, 10, 60, 180];
  assert.deepEqual([0.1, 0.9, 7, 10, 34, 500].map((value) => steps[nearestStep(steps, value)]), [0.5, 1, 5, 10, 10, 180]);
  assert.equal(nearestStep(steps, Number("")), 0);
  assert.equal(nearestStep(steps, NaN), 0);
});
