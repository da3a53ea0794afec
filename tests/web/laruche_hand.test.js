// The hand and the spots of La Ruche: slots that stay, a honeycomb that fits, what a touch means, when the view steps.

import assert from "node:assert/strict";
import { test } from "node:test";

import { createCamera } from "../../src/skep/web/static/hexes/camera.js";
import { aimAt, isWithin, NEAR_PX } from "../../src/skep/web/static/laruche/aim.js";
import { boxWithRing, createSteps, OLD_VIEW_MS, QUIET_MS } from "../../src/skep/web/static/laruche/camera.js";
import { flipped } from "../../src/skep/web/static/laruche/fit.js";
import { aligned, combFor, poseIn, settled, slotTowards, tidied, turnedOver } from "../../src/skep/web/static/laruche/hand.js";
import { renumbered } from "../../src/skep/web/static/laruche/spots.js";

test("what stays in a hand keeps its slot, what comes takes a gap", () => {
  const slots = settled([], ["a", "b", "c", "d"]);
  const without = settled(slots, ["a", "c", "d"]);
  assert.deepEqual(without, ["a", null, "c", "d"]);
  assert.equal(settled(without, ["d", "c", "a"]), without);
  assert.deepEqual(settled(without, ["a", "c", "d", "e", "f"]), ["a", "e", "c", "d", "f"]);
  assert.deepEqual(tidied(without), ["a", "c", "d"]);
  assert.equal(tidied(slots), slots);
});

test("thirty tiles on a phone are rows of 8, 7, 8, 7, and all of them are seen", () => {
  for (const [count, width, height, rows, size] of /** @type {[number, number, number, number[], number][]} */ ([
    [30, 390, 184, [8, 7, 8, 7], 46], [30, 360, 174, [8, 7, 8, 7], 44], [20, 390, 184, [7, 6, 7], 53], [15, 390, 184, [6, 5, 4], 60], [10, 390, 184, [6, 4], 60],
  ])) {
    const comb = combFor(count, width, height);
    assert.deepEqual(comb.rows, rows, String(count));
    assert.ok(comb.size >= size, `${count}: ${comb.size}`);
    assert.equal(comb.places.length, count);
    for (const { x, y } of comb.places) {
      assert.ok(x - comb.size / 2 >= -0.1 && x + comb.size / 2 <= width + 0.1, `${count} is ${width} wide`);
      assert.ok(y + comb.size / Math.sqrt(3) <= height + 0.1, `${count} is ${height} tall`);
    }
  }
});

test("no two slots of a comb overlap, whatever its size", () => {
  for (const count of [1, 2, 5, 12, 13, 29, 30, 34]) {
    const { size, places } = combFor(count, 360, 174);
    for (const [n, a] of places.entries()) {
      for (const b of places.slice(n + 1)) assert.ok(Math.hypot(a.x - b.x, a.y - b.y) >= size - 0.2, String(count));
    }
  }
});

test("arrows lead from slot to slot and over gaps", () => {
  const comb = combFor(30, 390, 184);
  const slots = Array.from({ length: 30 }, (_, n) => (n === 1 || n === 8 ? null : `t${n}`));
  assert.equal(slotTowards(comb, slots, 0, "ArrowRight"), 2);
  assert.equal(slotTowards(comb, slots, 2, "ArrowLeft"), 0);
  assert.equal(slotTowards(comb, slots, 0, "ArrowDown"), 9);
  assert.equal(slotTowards(comb, slots, 0, "ArrowUp"), 0);
  assert.equal(slotTowards(comb, slots, 5, "End"), 29);
});

test("aligned tiles have the colour on top and follow each other by the next one", () => {
  const hand = ["RGBOVY", "ROYGBV", "RVOGYB"];
  const { slots, poses } = aligned(["RGBOVY", null, "ROYGBV", "RVOGYB"], {}, "Y");
  assert.deepEqual([...slots].sort(), hand.sort());
  for (const tile of hand) assert.equal(poseIn(poses, tile)[0], "Y");
  const next = slots.map((tile) => "ROYGBV".indexOf(poseIn(poses, String(tile))[1]));
  assert.deepEqual(next, [...next].sort());
});

test("turning all over twice changes nothing", () => {
  const slots = ["RGBOVY", null, "ROYGBV"];
  const once = turnedOver(slots, {});
  assert.equal(once.RGBOVY, flipped("RGBOVY"));
  assert.deepEqual(turnedOver(slots, once), { RGBOVY: "RGBOVY", ROYGBV: "ROYGBV" });
});

test("a spot keeps its number as long as it lives; a new one takes the lowest that is free", () => {
  const first = renumbered([], ["a", "b", "c"]);
  const second = renumbered(first, ["c", "a", "d", "e"]);
  assert.deepEqual(second, ["a", "d", "c", "e"]);
  assert.equal(renumbered(second, ["e", "d", "c", "a"]), second);
  assert.deepEqual(renumbered(second, ["a"]), ["a"]);
});

test("a touch means the spot it is in, before any that is nearer by its middle", () => {
  const marks = [{ key: "a", x: 0, y: 0 }, { key: "b", x: 86.6, y: 0 }];
  assert.ok(isWithin(43, 0, 50) && !isWithin(44, 0, 50) && isWithin(0, 49, 50) && !isWithin(40, 40, 50));
  assert.equal(aimAt({ x: 43, y: 0 }, marks, 50), "a");
  assert.equal(aimAt({ x: 43.4, y: 0 }, marks, 50), "b");
});

test("beside small spots the nearest one counts, within a finger's breadth", () => {
  const marks = [{ key: "a", x: 0, y: 0 }, { key: "b", x: 60, y: 0 }];
  assert.equal(aimAt({ x: 25, y: 0 }, marks, 15), "a");
  assert.equal(aimAt({ x: 31, y: 0 }, marks, 15), "b");
  assert.equal(aimAt({ x: 0, y: NEAR_PX + 1 }, marks, 15), null);
  assert.equal(aimAt({ x: 0, y: 0 }, [], 15), null);
});

/** A view of 390×300 px on one cell and its surroundings, and a clock to set. */
function steps() {
  const camera = createCamera();
  camera.resize(390, 300);
  camera.fit(boxWithRing([{ q: 0, r: 0 }]));
  const clock = { ms: 10_000 };
  return { camera, clock, steps: createSteps(camera, () => clock.ms), view: { width: 390, height: 300 } };
}
const far = [{ q: 0, r: 0 }, { q: 6, r: 0 }];

test("the view stands still while all live spots are seen, and steps a ring when one is not", () => {
  const { camera, steps: view, view: size } = steps();
  const before = camera.transform;
  assert.equal(view.follow([{ q: 1, r: 0 }], [{ q: 0, r: 0 }, { q: 1, r: 0 }], size, false), false);
  assert.equal(camera.transform, before);
  assert.equal(view.follow([{ q: 6, r: 0 }], far, size, false), true);
  const stepped = camera.transform;
  assert.notEqual(stepped, before);
  assert.equal(view.follow([{ q: 7, r: 0 }], [...far, { q: 7, r: 0 }], size, false), false);
  assert.equal(camera.transform, stepped);
});

test("it does not step with a tile held, nor within 600 ms of a touch", () => {
  const { clock, steps: view, view: size } = steps();
  assert.equal(view.follow([{ q: 6, r: 0 }], far, size, true), false);
  view.touched();
  clock.ms += QUIET_MS - 1;
  assert.equal(view.follow([{ q: 6, r: 0 }], far, size, false), false);
  assert.equal(view.quietFor(false), 1);
  clock.ms += 1;
  assert.equal(view.follow([{ q: 6, r: 0 }], far, size, false), true);
});

test("a touch within 150 ms of a step counts by the view before it", () => {
  const { camera, clock, steps: view, view: size } = steps();
  const [at, radius] = [camera.toScreen(300, 100), view.radius()];
  view.follow([{ q: 6, r: 0 }], far, size, false);
  clock.ms += OLD_VIEW_MS - 1;
  const old = view.toScreen(300, 100);
  assert.ok(Math.hypot(old.x - at.x, old.y - at.y) < 0.01);
  assert.ok(Math.abs(view.radius() - radius) < 0.01);
  clock.ms += 1;
  assert.deepEqual(view.toScreen(300, 100), camera.toScreen(300, 100));
  assert.ok(view.radius() < radius);
});
