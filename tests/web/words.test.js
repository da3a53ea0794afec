// Words in other languages: texts, parameters and plural forms from the catalogue.

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { forms, numberText, t, tn, tp, tpn, useWords } from "../../src/skep/web/static/base/i18n.js";
import { shownName } from "../../src/skep/web/static/base/people.js";
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

test("a name takes the form that the sentence asks for", () => {
  useWords({ texts: {
    "thing\u0004hat | the: the hat": "Hut | der: der Hut | dem: dem Hut",
    "{thing:the} and {others:the}": "{thing:der} mit {others:dem}; {thing}, {thing:nosuch}",
    "list\u0004{first} and {last}": "{first} und {last}",
  }, plural: "" });
  const hat = (/** @type {string} */ number) => forms("thing", "hat | the: the hat", number);
  assert.equal(t("{thing:the} and {others:the}", { thing: hat("1"), others: [hat("2"), hat("3")] }), "der Hut 1 mit dem Hut 2 und dem Hut 3; Hut 1, Hut 1");
  useWords({ texts: {}, plural: "" });
  assert.equal(t("{thing:the} and {others:the}", { thing: hat(""), others: ["Ada", "Ben", "Cem"] }), "the hat and Ada, Ben and Cem");
});

test("one English word, two elsewhere", () => {
  useWords({ texts: { "of a game\u0004End": "Schluss", End: "Aufhören", "a\u0004{n} x": ["{n} y", "{n} ys"] }, plural: "" });
  assert.equal(tp("of a game", "End"), "Schluss");
  assert.equal(t("End"), "Aufhören");
  assert.equal(tp("elsewhere", "End"), "End");
  assert.equal(tpn("a", "{n} x", "{n} xs", 2), "2 ys");
});

test("numbers are written with the point of the language", () => {
  assert.equal(numberText(1.25, 1), "1.3");
});

test("a name that nobody chose is said in the reader's language, a chosen one as it is", () => {
  useWords({ plural: "", texts: { "Guest {number}": "Gast {number}" } });
  assert.equal(shownName("Guest 1234"), "Gast 1234");
  for (const chosen of ["Guest", "Guest 12", "Guest 12345", "Guest Ada", "guest 1234", ""]) assert.equal(shownName(chosen), chosen);
  useWords({ plural: "", texts: {} });
  assert.equal(shownName("Guest 1234"), "Guest 1234");
});
