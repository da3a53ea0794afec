import assert from "node:assert/strict";
import { test } from "node:test";

import { coachWords } from "../../src/skep/web/static/school/coach.js";

test("facts stand in the sentence, bugs by the name that the page gives them", () => {
  const facts = { bug: "ant", sides: 4 };
  assert.equal(coachWords({ key: "k", sentence: "Your {bug}: {sides} sides, {what}", facts }), "Your ant: 4 sides, {what}");
});
