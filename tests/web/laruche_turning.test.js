import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { turnedOutline } from "../../src/skep/web/static/laruche/turning.js";

const symbols = readFileSync(new URL("../../src/skep/laruche/symbols.svg", import.meta.url), "utf8");
const outlines = [...symbols.matchAll(/ d="([^"]+)"/g)].map(([, outline]) => outline);

/** @param {number} sixths @returns {(x: number, y: number) => [number, number]} */
function by(sixths) {
  const [cos, sin] = [Math.cos((sixths * Math.PI) / 3), Math.sin((sixths * Math.PI) / 3)];
  return (x, y) => [x * cos + y * sin, y * cos - x * sin];
}

/** @param {string} outline */
const numbers = (outline) => (outline.match(/-?[\d.]+/g) ?? []).map(Number);

test("an outline is turned counterclockwise, on a screen whose y points down", () => {
  const east = "M80-40V40L40 0Z";
  assert.equal(turnedOutline(east, by(0)), "M 80 -40 L 80 40 L 40 0 Z");
  assert.equal(turnedOutline(east, by(3)), "M -80 40 L -80 -40 L -40 0 Z");
  const [x, y] = numbers(turnedOutline("M100 0", by(1)));
  assert.ok(Math.abs(x - 50) < 0.01 && Math.abs(y + 86.6) < 0.01, "from the east to the north-east");
});

test("more points after a move, arcs and mirrored curves are read", () => {
  assert.equal(turnedOutline("M10 0 20 5", by(3)), "M -10 0 L -20 -5");
  assert.equal(turnedOutline("M4-13A5 5 0 0 1 8-18", by(3)), "M -4 13 A5 5 0 0 1 -8 18");
  assert.equal(turnedOutline("M58-8Q64-15 65 0T72 8", by(3)), "M -58 8 Q -64 15 -65 0 T -72 -8");
});

test("every shape of the tiles is the same after six turns", () => {
  assert.ok(outlines.length > 30);
  for (const outline of outlines) {
    let turned = turnedOutline(outline, by(0));
    const before = numbers(turned);
    for (let n = 0; n < 6; n += 1) turned = turnedOutline(turned, by(1));
    const after = numbers(turned);
    assert.equal(after.length, before.length, outline);
    after.forEach((value, n) => assert.ok(Math.abs(value - before[n]) < 0.1, `${outline}: ${value}, ${before[n]}`));
  }
});
