// The view of a table: all of it is seen, and nothing that lies over it hides a live spot.

import assert from "node:assert/strict";
import { test } from "node:test";
import { centreOf } from "../../src/skep/web/static/hexes/geometry.js";
import { createCamera } from "../../src/skep/web/static/hexes/camera.js";
import { createSteps } from "../../src/skep/web/static/laruche/camera.js";
import { framed, isCovered, LAYOUT } from "../../src/skep/web/static/laruche/framing.js";

/** @typedef {{q: number, r: number}} Cell */

const STEPS = [[1, 0], [1, -1], [0, -1], [-1, 0], [-1, 1], [0, 1]];
const TABLES = { "390×664": [390, 299], "360×640": [360, 288], "390×844": [390, 440], "844×390": [490, 390], "1440×900": [1000, 850] };

/** @param {{width: number, height: number}} view */
const over = ({ width, height }) => [
  { left: 0, top: 0, right: width, bottom: 44 },
  { left: 0, top: height - 94, right: 150, bottom: height },
  { left: width - 56, top: height - 56, right: width, bottom: height },
];

/** @param {number} seed */
function chance(seed) {
  let state = seed;
  return () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 2147483648;
  };
}

/** A table as it grows, and the cells beside two tiles or more. @param {number} count @param {() => number} random */
function grown(count, random) {
  const laid = new Map([["0,0", { q: 0, r: 0 }], ["1,0", { q: 1, r: 0 }]]);
  const spots = () => {
    /** @type {Map<string, {cell: Cell, n: number}>} */
    const found = new Map();
    for (const { q, r } of laid.values()) {
      for (const [dq, dr] of STEPS) {
        const key = `${q + dq},${r + dr}`;
        if (!laid.has(key)) found.set(key, { cell: { q: q + dq, r: r + dr }, n: (found.get(key)?.n ?? 0) + 1 });
      }
    }
    return [...found.values()].filter(({ n }) => n > 1).map(({ cell }) => cell);
  };
  while (laid.size < count) {
    const open = spots();
    const cell = open[Math.floor(random() * open.length)];
    laid.set(`${cell.q},${cell.r}`, cell);
  }
  return { tiles: [...laid.values()], spots: spots() };
}

for (const [name, [width, height]] of Object.entries(TABLES)) {
  test(`at ${name} no live spot lies under a note, the tile held or a button`, () => {
    const random = chance(7);
    const view = { width, height };
    for (let count = 2; count <= 60; count += 2) {
      const { tiles, spots } = grown(count, random);
      const live = spots.filter(() => random() < 0.5);
      const look = framed([...tiles, ...live], live, view, over(view));
      for (const cell of live) assert.ok(!isCovered(cell, look, over(view)), `${count} tiles, ${cell.q},${cell.r}`);
      for (const cell of [...tiles, ...live]) {
        const { x, y } = centreOf(LAYOUT, cell);
        const [sx, sy, half] = [x * look.scale + look.x, y * look.scale + look.y, 87 * look.scale];
        assert.ok(sx >= half - 1 && sx <= width - half + 1 && sy >= half && sy <= height - half, `${count} tiles, ${cell.q},${cell.r}`);
      }
    }
  });
}

test("the view steps when a live spot comes under something, and stands still otherwise", () => {
  const view = { width: 390, height: 299 };
  const camera = createCamera();
  camera.resize(view.width, view.height);
  let now = 10_000;
  const steps = createSteps(camera, () => now, over);
  const { tiles, spots } = grown(12, chance(3));
  steps.show(spots, [...tiles, ...spots], view);
  assert.equal(steps.follow(spots, [...tiles, ...spots], view, false), false);
  const corner = camera.toScreen(0, 0);
  camera.pan(40 - corner.x, view.height - 40 - corner.y); // the first tile's place is under the tile that is held
  const here = [{ q: 0, r: 0 }];
  assert.equal(steps.follow(here, here, view, true), false, "never with a tile held");
  steps.touched();
  assert.equal(steps.follow(here, here, view, false), false, "never under a hand");
  now += 1000;
  assert.equal(steps.follow(here, here, view, false), true);
  assert.equal(isCovered(here[0], { scale: camera.scale, ...camera.toScreen(0, 0) }, over(view)), false);
});
