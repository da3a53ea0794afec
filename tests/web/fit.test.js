// The rule of the page gives the answers of skep.laruche.fit.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import {
  bestTurn, canLay, cellKey, contacts, differences, faceOf, fits, flipped, hasBee, isDead, tileOf, turned, wantedAt,
} from "../../src/skep/web/static/laruche/fit.js";
import { canFit } from "../../src/skep/web/static/laruche/tiles.js";

/**
 * @typedef {import("../../src/skep/web/static/laruche/fit.js").Color} Color
 * @typedef {{ around: (string | null)[], held: string, wanted: string, differs: [number, Color, Color][], best: string, dead: boolean }} Vector
 * @typedef {{ tile: string, bee: string, blank: string }} Faces
 */

/** @type {{ spots: Vector[], tiles: Faces[] }} */
const cases = JSON.parse(readFileSync(new URL("../cases/laruche/fit.json", import.meta.url), "utf8"));
const STEPS = [[1, 0], [1, -1], [0, -1], [-1, 0], [-1, 1], [0, 1]];

/** @param {string} text */
const spot = (text) => [...text].map((letter) => (letter === "." ? null : /** @type {Color} */ (letter)));

test("spots with one to six neighbours are there, some fit and some do not", () => {
  assert.deepEqual(new Set(cases.spots.map((each) => contacts(spot(each.wanted)))), new Set([1, 2, 3, 4, 5, 6]));
  const fitting = cases.spots.filter((each) => each.differs.length === 0).length;
  assert.ok(fitting > 50 && fitting < cases.spots.length - 50);
  assert.ok(cases.spots.some((each) => each.dead));
});

test("what a spot asks for, what differs and the best turn are those of Python", () => {
  for (const each of cases.spots) {
    const table = new Map(
      each.around.flatMap((pose, direction) => {
        const [q, r] = STEPS[direction];
        return pose === null ? [] : [[cellKey(4 + q, r - 7), pose]];
      }),
    );
    const wanted = wantedAt(table, 4, -7);
    assert.deepEqual(wanted, spot(each.wanted), each.wanted);
    const found = differences(each.held, wanted).map(({ direction, own, theirs }) => [direction, own, theirs]);
    assert.deepEqual(found, each.differs, `${each.held} on ${each.wanted}`);
    assert.equal(fits(each.held, wanted), each.differs.length === 0);
    assert.equal(bestTurn(each.held, wanted), each.best, `${each.held} on ${each.wanted}`);
    assert.equal(isDead(wanted), each.dead, each.wanted);
    const may = each.differs.length === 0 && contacts(wanted) >= 2;
    assert.equal(canLay(table, 4, -7, each.held), may);
    table.set(cellKey(4, -7), each.held);
    assert.equal(canLay(table, 4, -7, each.held), false);
  }
});

test("faces, flips and tiles are those of Python", () => {
  assert.equal(cases.tiles.length, 60);
  for (const { tile, bee, blank } of cases.tiles) {
    assert.equal(faceOf(bee), tile);
    assert.ok(hasBee(bee, tile));
    assert.ok(!hasBee(blank, tile));
    assert.equal(flipped(bee), blank);
    assert.equal(flipped(blank), bee);
    assert.equal(tileOf(bee), tileOf(blank));
    for (let sixths = -6; sixths <= 6; sixths += 1) assert.equal(tileOf(turned(bee, sixths)), tileOf(blank));
  }
  assert.equal(new Set(cases.tiles.map(({ tile }) => tileOf(tile))).size, 60);
});

test("a tile can fit somehow exactly where one of its twelve poses fits", () => {
  const names = permutations("OYGBV").map((rest) => `R${rest}`);
  let tried = 0;
  for (const name of names) {
    for (let code = 0; code < 7 ** 3; code += 1) {
      const colors = [code % 7, Math.floor(code / 7) % 7, Math.floor(code / 49)].map((n) => "ROYGBV"[n] ?? null);
      for (const places of [[0, 1, 2], [0, 2, 4], [5, 3, 1]]) {
        const wanted = [null, null, null, null, null, null].map((_, at) => (places.includes(at) ? colors[places.indexOf(at)] : null));
        const poses = [name, flipped(name)].flatMap((face) => [0, 1, 2, 3, 4, 5].map((sixths) => turned(face, sixths)));
        const some = poses.some((pose) => fits(pose, /** @type {any} */ (wanted)));
        assert.equal(canFit(name, /** @type {any} */ (wanted)), some, `${name} ${wanted}`);
        tried += 1;
      }
    }
  }
  assert.equal(tried, 120 * 343 * 3);
});

/** @param {string} letters @returns {string[]} */
function permutations(letters) {
  if (letters.length < 2) return [letters];
  return [...letters].flatMap((letter) => permutations(letters.replace(letter, "")).map((rest) => letter + rest));
}
