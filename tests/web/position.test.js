// Where pieces lie after a line of moves.

import assert from "node:assert/strict";
import { test } from "node:test";
import { createBoards, EMPTY, fullReserve, play, writeMove } from "../../src/skep/web/static/hive/position.js";
import { cellAt, centreOf, neighbourTowards } from "../../src/skep/web/static/hexes/geometry.js";

/** @param {string[]} moves */
const after = (moves) => moves.reduce((board, text) => play(board, text), EMPTY);

test("the six directions", () => {
  const ends = { "-wS1": [-1, 0], "wS1-": [1, 0], "/wS1": [-1, 1], "wS1/": [1, -1], "\\wS1": [0, -1], "wS1\\": [0, 1] };
  for (const [where, [q, r]] of Object.entries(ends)) {
    const { q: atQ, r: atR } = after(["wS1", `bS1 ${where}`]).pieces[1];
    assert.deepEqual([atQ, atR], [q, r], where);
  }
});

test("a beetle on top is one level higher, and comes down again", () => {
  const up = after(["wS1", "bB1 wS1-", "wQ -wS1", "bB1 wS1"]);
  assert.equal(up.pieces.find((piece) => piece.id === "bB1")?.level, 1);
  const down = play(up, "bB1 wS1/");
  assert.equal(down.pieces.find((piece) => piece.id === "bB1")?.level, 0);
  assert.deepEqual(down.last?.from, { q: 0, r: 0 });
});

// Written by the server: placements, slides, jumps, climbs on and off stacks, throws.
const GAME = String.raw`wM;bG1 \wM;wA1 /wM;bP -bG1;wQ wM-;bM \bG1;wP wM\;bQ -bM;wA1 \bQ;bB1 bG1/;wA2 /wM;bM wP\;wA2 /bQ;bM wQ\;
wA3 /wP;wA2 bP\;wA3 /wA1;wP bM/;wA2 bQ/;bA1 /bP;wB1 -wA1;bA1 wA2/;bM wP-;bA2 /bP;wS1 \wP;bA2 /wA3;wS1 bB1/;bA3 /bP;wB1 wA3;bA3 \wA1;
wB1 bA2;bS1 /bP;wS2 wS1/;bS1 wM\;wS2 \bA1;bB2 bS1\;wB2 -wA3;bS2 /bP;wB2 /bA3;bB2 wQ\;wQ \wP;bA3 wS1\;wQ bA3-;bM wQ\;wM /bS2;
bS1 bB1\;wB2 wA3;bG2 bP\;wB2 bQ;bG2 \wA1;wB1 wA3\;bA2 \wQ`.replaceAll("\n", "").split(";");

test("a move is written as the server writes it", () => {
  let board = EMPTY;
  for (const text of GAME) {
    const next = play(board, text);
    assert.ok(next.last?.to);
    assert.equal(writeMove(board.pieces, next.last.piece, next.last.to), text);
    board = next;
  }
  assert.ok(GAME.length > 50);
});

test("a pass moves nothing", () => {
  const board = after(["wS1"]);
  assert.equal(play(board, "pass").pieces, board.pieces);
});

test("boards are remembered along a line and forgotten where it turns", () => {
  const boards = createBoards();
  const line = ["wS1", "bS1 wS1-", "wQ -wS1"];
  const second = boards.at(line, 2);
  assert.equal(boards.at(line, 2), second);
  const other = boards.at(["wS1", "bS1 wS1/"], 2);
  assert.notEqual(other, second);
  assert.deepEqual(other.last?.to, { q: 1, r: -1 });
});

test("the reserve follows the set", () => {
  assert.equal(fullReserve("Base", "w").length, 11);
  assert.equal(fullReserve("Base+MLP", "b").length, 14);
  assert.ok(fullReserve("Base+L", "b").includes("bL"));
});

test("a cell is found again under its centre, in every layout", () => {
  for (const orientation of /** @type {("pointy"|"flat")[]} */ (["pointy", "flat"])) {
    for (let rotation = 0; rotation < 6; rotation += 1) {
      for (const mirror of [false, true]) {
        const layout = { orientation, rotation, mirror };
        for (const cell of [{ q: 0, r: 0 }, { q: 3, r: -5 }, { q: -2, r: 7 }]) {
          assert.deepEqual(cellAt(layout, centreOf(layout, cell)), cell);
        }
      }
    }
  }
});

test("keys lead to the neighbour that lies that way on the screen", () => {
  const layout = { orientation: /** @type {"pointy"} */ ("pointy"), rotation: 0, mirror: false };
  const origin = { q: 0, r: 0 };
  assert.deepEqual(neighbourTowards(layout, origin, 0, 1), { q: 1, r: 0 });
  assert.deepEqual(neighbourTowards(layout, origin, 120, 1), { q: 0, r: -1 });
  const up = [neighbourTowards(layout, origin, 90, 15), neighbourTowards(layout, origin, 90, -15)];
  assert.notDeepEqual(up[0], up[1]);
});
