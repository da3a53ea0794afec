// Words in other languages: texts, parameters and plural forms from the catalogue.

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { t, tn, useWords } from "../../src/skep/web/static/base/i18n.js";
import { evaluationWords } from "../../src/skep/web/static/hive/evaluation.js";

afterEach(() => useWords({ texts: {}, plural: "" }));

test("without a catalogue the source speaks", () => {
  assert.equal(t("Hello {name}", { name: "Ada" }), "Hello Ada");
  assert.equal(tn("{n} move", "{n} moves", 1), "1 move");
  assert.equal(tn("{n} move", "{n} moves", 0), "0 moves");
});

test("a language with three forms", () => {
  // As in Polish: one; two to four but not twelve to fourteen; the rest.
  const form = (/** @type {number} */ n) => (n === 1 ? 0 : n % 10 >= 2 && n % 10 <= 4 && (n % 100 < 10 || n % 100 >= 20) ? 1 : 2);
  const plural = Array.from({ length: 200 }, (_, n) => form(n)).join("");
  useWords({ texts: { "{n} move": ["{n} ruch", "{n} ruchy", "{n} ruchów"] }, plural });
  for (const [n, word] of /** @type {[number, string][]} */ ([[1, "ruch"], [3, "ruchy"], [12, "ruchów"], [1002, "ruchy"], [1012, "ruchów"]])) {
    assert.equal(tn("{n} move", "{n} moves", n), `${n} ${word}`);
  }
});

test("a missing text stays as it is", () => {
  useWords({ texts: { a: "b" }, plural: "" });
  assert.equal(t("a"), "b");
  assert.equal(t("c"), "c");
});

test("a score is told from white's side", () => {
  const thought = { score: 150, chance: 0.7, depth: 5, line: [] };
  assert.equal(evaluationWords(thought, 0), "White is ahead (+1.5)");
  assert.equal(evaluationWords(thought, 1), "Black is ahead (−1.5)");
  assert.equal(evaluationWords({ ...thought, score: 10 }, 0), "Even (+0.1)");
  assert.equal(evaluationWords({ ...thought, score: -30000, ends_in: 3 }, 0), "Black wins in 2");
});
