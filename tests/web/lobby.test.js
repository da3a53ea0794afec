// The fields of a clock: a slider finds the usual value that is nearest to what was typed; forms keep what was chosen.

import assert from "node:assert/strict";
import { test } from "node:test";
import { nearestStep } from "../../src/skep/web/static/lobby/clock_fields.js";
import { readKept } from "../../src/skep/web/static/lobby/sheets.js";

test("the slider stands at the step nearest to the field", () => {
  const steps = [0.5, 1, 5, 10, 60, 180];
  assert.deepEqual([0.1, 0.9, 7, 10, 34, 500].map((value) => steps[nearestStep(steps, value)]), [0.5, 1, 5, 10, 10, 180]);
  assert.equal(nearestStep(steps, Number("")), 0);
  assert.equal(nearestStep(steps, NaN), 0);
});

test("a form reads only what a form has kept", () => {
  const kept = { fields: { level: "4", mosquito: true }, touched: ["level"] };
  assert.deepEqual(readKept(JSON.stringify(kept)), kept);
  for (const text of ["", "null", "4", "{", '{"fields": {}}', '{"fields": 3, "touched": []}']) assert.equal(readKept(text), null, text);
});
