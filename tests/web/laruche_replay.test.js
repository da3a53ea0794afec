// A finished match as moments: hands, tables, rounds, misses and races, from the rows of its log.

import assert from "node:assert/strict";
import { test } from "node:test";

import { countsOver, momentAt, momentsOf } from "../../src/skep/web/static/laruche/replay.js";

const DEALT = { kind: "dealt", round: 1, first: 0, hands: [["ROYGBV", "ROYGVB"], ["ROYBGV", "ROYBVG"]], redeal: false };
/** @param {number} seat @param {number[]} cell @param {string} pose */
const laid = (seat, cell, pose) => ({ kind: "laid", seat, cell, pose, contacts: 2, by_table: false });
/** @param {number} atMs @param {...object} effects */
const row = (atMs, ...effects) => ({ at_ms: atMs, row: {}, effects });
/** @param {object[]} rows */
const read = (...rows) => momentsOf(/** @type {any} */ ({ options: {}, seats: [], rows }));

test("tiles leave the hands that laid or gave them, and time counts from the first deal", () => {
  const { moments } = read(
    row(900),
    row(1000, DEALT, { kind: "turn", seat: 0, until_ms: 9 }),
    row(1500, laid(0, [0, 0], "GBVROY")),
    row(1700, { kind: "given", seat: 1, to: 0, tile: "ROYBVG" }),
  );
  assert.deepEqual(moments.map(({ t }) => t), [0, 500, 700]);
  assert.deepEqual(moments[1].hands, [["ROYGVB"], ["ROYBGV", "ROYBVG"]]);
  assert.equal(moments[1].table.get("0,0"), "GBVROY");
  assert.equal(moments[0].table.size, 0, "what was before stays as it was");
  assert.deepEqual(moments[2].hands, [["ROYGVB", "ROYBVG"], ["ROYBGV"]]);
  assert.deepEqual(countsOver(moments, { round: 1, first: 0, last: 2, from: 0, to: 700 })[0], [{ t: 0, count: 2 }, { t: 500, count: 1 }, { t: 700, count: 2 }]);
});

test("a round ends with its last tile, not with the break after it", () => {
  const { moments, rounds } = read(
    row(0, DEALT),
    row(100, { kind: "round_ended", round: 1, reason: "stalled", counts: [2, 2], ranks: [1, 1], points: [3, 1] }),
    row(9000, { kind: "stand_in", seat: 0, active: true }),
    row(9500, { ...DEALT, round: 2 }),
  );
  assert.deepEqual(rounds.map(({ round, from, to }) => [round, from, to]), [[1, 0, 100], [2, 9500, 9500]]);
  assert.deepEqual(moments.map(({ points }) => points[0]), [0, 3, 3, 3]);
});

test("the moment of a time is the last that is not after it", () => {
  const { moments } = read(row(0, DEALT), row(100, laid(0, [0, 0], "ROYGBV")), row(300, laid(1, [1, 0], "ROYBGV")));
  assert.deepEqual([0, 99, 100, 299, 300, 9999].map((t) => momentAt(moments, t)), [0, 0, 1, 1, 2, 2]);
});

test("a race is a spot for which another's next tile fitted too", () => {
  // Two tiles lie side by side; the spot over them asks for what they show there.
  const start = [row(0, DEALT, { kind: "play_began" }), row(10, laid(0, [0, 0], "ROYGBV")), row(2000, laid(0, [1, 0], "YROGBV"))];
  const asks = { southWest: "R", southEast: "V" };
  const fitting = `OG${asks.southEast}${asks.southWest}BY`;
  const near = read(...start, row(5000, laid(0, [1, -1], fitting)), row(5600, laid(1, [5, 5], `GO${fitting.slice(2)}`)));
  const spot = near.moments[3];
  assert.equal(spot.race?.loser ?? null, 1);
  assert.equal(spot.race?.ms, 600);
  const late = read(...start, row(5000, laid(0, [1, -1], fitting)), row(6600, laid(1, [5, 5], `GO${fitting.slice(2)}`)));
  assert.equal(late.moments[3].race, null, "too late to have been on the way");
  const own = read(...start, row(5000, laid(0, [1, -1], fitting)), row(5600, laid(0, [5, 5], `GO${fitting.slice(2)}`)));
  assert.equal(own.moments[3].race, null, "nobody races with themselves");
});
