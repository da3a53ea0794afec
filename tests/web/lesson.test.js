// A lesson as it goes, without a page or a server.

import assert from "node:assert/strict";
import test from "node:test";

import { answerOf, askedCells, placedOn } from "../../src/skep/web/static/school/hive_stage.js";
import { begin, reduceLesson } from "../../src/skep/web/static/school/lesson.js";
import { hintWords, ruleAddress, verdictWords } from "../../src/skep/web/static/school/words.js";

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

test("a reason that is no miss goes when another bug is chosen", () => {
  const remark = { words: "First the queen.", reason: { code: "QUEEN_BY_FOURTH", params: {} } };
  const told = reduceLesson(begin(/** @type {any} */ (LESSON)), { type: "remark", remark });
  assert.equal(verdictWords(told), "First the queen.");
  assert.equal(ruleAddress(told), "/rules/hive#rule-queen-by-fourth");
  assert.equal(told.misses, 0);
  const anew = reduceLesson(told, { type: "tries" });
  assert.equal(verdictWords(anew), "");
});

/** @type {any} */
const LESSON = {
  game: "hive", course: "hive-first", lesson: "finish",
  steps: [{ id: "two", task: "win", par: 2, hint: "Which one has to go first?", miss: "Look for another first move.", stage: { game: "hive", pieces: [] }, answers: [], asked: [] }],
};
/** @param {string} kind @param {object} [facts] @returns {any} */
const judged = (kind, facts = {}) => ({ verdict: { kind, code: kind === "wrong" ? "WIN_GONE" : null, facts }, stage: { game: "hive", pieces: [] }, found: [] });

test("after the first of two moves neither the hint nor the answer speaks of the first", () => {
  const missed = reduceLesson(begin(LESSON), { type: "judged", action: {}, judged: judged("wrong", { moves: 2 }) });
  assert.equal(verdictWords(missed), "Look for another first move.");
  assert.equal(hintWords(missed, "dealt"), "Which one has to go first?");
  const second = reduceLesson(missed, { type: "judged", action: {}, judged: judged("right") });
  const again = reduceLesson(second, { type: "judged", action: {}, judged: judged("wrong", { moves: 1 }) });
  assert.match(verdictWords(again), /wins at once/);
  assert.match(hintWords(again, "dealt"), /^Count the free sides/);
});

test("a hint to a tile looks at the face that is up", () => {
  const state = begin(/** @type {any} */ ({ ...LESSON, steps: [{ ...LESSON.steps[0], task: "lay", stage: { game: "laruche", hand: ["ROYGBV"] } }] }));
  assert.equal(hintWords(state, "dealt"), "Which one has to go first?");
  assert.match(hintWords(state, "wrong"), /^Turn the tile over/);
  assert.match(hintWords(state, "right"), /right face/);
});

test("moves of a question are lettered by their cells", () => {
  assert.deepEqual(askedCells(/** @type {any} */ ({ asked: [[1, 0], [1, 0], [0, 1]], answers: ["a", "b", "c"] })), [{ q: 1, r: 0, letters: "A B" }, { q: 0, r: 1, letters: "C" }]);
  assert.deepEqual(askedCells(/** @type {any} */ ({ asked: [[1, 0]], answers: ["a", "b"] })), [{ q: 1, r: 0, letters: "?" }]);
});

test("a board gets the same pieces for the same stage, and the answer of the other side is found", () => {
  /** @type {any} */
  const stage = { pieces: [["wQ", 0, 0, 0], ["bQ", 1, 0, 0]] };
  assert.equal(placedOn(stage), placedOn(stage));
  /** @type {any} */
  const after = { pieces: [["wQ", 0, 1, 0], ["bQ", 2, 0, 0]] };
  assert.deepEqual(answerOf(placedOn(stage), placedOn(after), "w")?.to, { q: 2, r: 0 });
});
