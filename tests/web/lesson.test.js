// A lesson as it goes, without a page or a server.

import assert from "node:assert/strict";
import test from "node:test";

import { begin, reduceLesson } from "../../src/skep/web/static/school/lesson.js";

/** @type {any} */
const told = { course: "hive-first", lesson: "win", steps: [{ id: "one", stage: { game: "hive" } }] };
const wrong = { verdict: { kind: "wrong", code: "GATE", facts: {} }, stage: {}, found: [] };

test("what is chosen anew takes away what was wrong before, and the miss still counts", () => {
  const missed = reduceLesson(begin(told), { type: "judged", action: {}, judged: /** @type {any} */ (wrong) });
  assert.equal(missed.verdict?.kind, "wrong");
  const anew = reduceLesson(missed, { type: "tries" });
  assert.equal(anew.verdict, null);
  assert.equal(anew.misses, 1);
  assert.equal(reduceLesson(anew, { type: "tries" }), anew);
});
