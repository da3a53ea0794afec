// What stays chosen at a board of Hive when its state changes.

import assert from "node:assert/strict";
import test from "node:test";

import { createChoice } from "../../src/skep/web/static/hive/board/choice.js";
import { createView } from "../../src/skep/web/static/hive/board/view.js";

/** @type {any} */
const PROPS = {
  pieces: [], active: true, ghost: null,
  targets: [{ piece: "wQ", to: { q: 0, r: 0 }, kind: "place" }, { piece: "wG1", to: { q: 0, r: 0 }, kind: "place" }],
};

function chosenQueen() {
  const view = createView(PROPS);
  /** @type {string[]} */
  const played = [];
  const choice = createChoice(view, { move: ({ piece }) => played.push(piece) }, { draw() {}, putBack() {}, carried() {}, confirm() {} });
  choice.select("wQ");
  return { view, choice, played };
}

test("a hint lets go of what was chosen before: who taps it follows it", () => {
  const { view, choice, played } = chosenQueen();
  view.props = { ...PROPS, ghost: { piece: "wG1", to: { q: 0, r: 0 } } };
  choice.review(PROPS);
  assert.equal(view.selected, null);
  choice.act({ q: 0, r: 0 });
  assert.deepEqual(played, ["wG1"]);
});

test("the same hint again leaves a later choice alone", () => {
  const { view, choice } = chosenQueen();
  const before = { ...PROPS, ghost: { piece: "wG1", to: { q: 0, r: 0 } } };
  view.props = { ...PROPS, ghost: { piece: "wG1", to: { q: 0, r: 0 } } };
  choice.review(before);
  assert.equal(view.selected, "wQ");
});

test("a move that is taken back lets go of what was chosen", () => {
  const { view, choice } = chosenQueen();
  choice.review({ ...PROPS, pieces: [{ id: "wQ", q: 0, r: 0, level: 0 }] });
  assert.equal(view.selected, null);
});
