// Every state of the board, for development and for screenshots.

import { el, pageData } from "../base/dom.js";
import { mountBoard } from "../hive/board/board.js";
import { createLooks } from "../hive/looks.js";
import { createBoards } from "../hive/position.js";
import { sceneAt } from "../hive/scene.js";
import { whyMarks } from "../hive/why.js";
import { ask } from "../net/questions.js";

const data = pageData("data");
const root = /** @type {HTMLElement} */ (document.getElementById("gallery"));

/** @param {string} name @param {any} [more] */
function propsOf(name, more = {}) {
  const one = data[name];
  const line = { game_type: one.game_type, opening_queen: one.opening_queen, moves: one.moves };
  const looks = createLooks(ask);
  looks.put(line, one.look);
  const scene = sceneAt({ line, ply: one.moves.length, boards: createBoards(), looks });
  return {
    pieces: scene.pieces,
    reserves: scene.reserves,
    targets: one.look.ways.map((/** @type {import("../net/messages.js").Way} */ { piece, to: [q, r], kind }) => ({ piece, to: { q, r }, kind })),
    active: true,
    turn: scene.turn,
    own: scene.turn,
    last: scene.last,
    pinned: scene.pinned,
    gates: scene.gates,
    queenDue: one.look.queen_due,
    ...more,
  };
}

const many = propsOf("middle");
const states = {
  opening: propsOf("opening"),
  "middle game": many,
  "pins, gates, liberties": propsOf("middle", { overlays: { pinned: true, gates: true, liberties: true } }),
  stacks: propsOf("stacks"),
  "flat cells": propsOf("middle", { orientation: "flat", labels: "names" }),
  "turned by 60°": propsOf("middle", { rotation: 1, labels: "none" }),
  "queen due": propsOf("opening", { queenDue: true }),
  "not your turn": propsOf("middle", { active: false }),
  "why not: one hive": propsOf("middle", {
    marks: { bad: [{ q: 0, r: 0 }], parts: [many.pieces.slice(0, 9), many.pieces.slice(9, 12)] },
  }),
  "why not: gate": propsOf("stacks", {
    marks: whyMarks({ code: "GATE", params: { piece: "wB1", left: "bB1", right: "wB2" } }, { q: 0, r: 1 }, propsOf("stacks").pieces),
  }),
  pending: propsOf("middle", { pending: many.pieces[many.pieces.length - 1].id, active: false }),
  "arrows and hint": propsOf("middle", {
    arrows: [{ from: { q: 0, r: 0 }, to: { q: 2, r: -1 }, kind: "hint" }, { from: { q: -1, r: 0 }, to: { q: -1, r: 0 } }],
  }),
  finished: propsOf("sample", { active: false }),
};

for (const [title, props] of Object.entries(states)) {
  const box = el("div", { class: "gallery__board" });
  root.append(el("section", { class: "gallery__item", "data-state": title }, el("h2", {}, title), box));
  const board = mountBoard(box, /** @type {any} */ (props));
  Object.assign(box, { board, again: () => board.set(/** @type {any} */ (props)) });
}
root.dataset.ready = "yes";
Object.assign(window, { mountBoard, galleryProps: many });
