// The coach beside a first match of La Ruche: what it says when, and what it says at the end.

import assert from "node:assert/strict";
import { test } from "node:test";

import { spotsOf } from "../../src/skep/web/static/laruche/spots.js";
import { createTileSet } from "../../src/skep/web/static/laruche/tiles.js";
import { adviceWords, afterRemark, fitIn, helpNow, NOTHING_SEEN, praiseWords, quietWords, remarkNow } from "../../src/skep/web/static/school/laruche_coach.js";

/** @typedef {import("../../src/skep/web/static/school/laruche_coach.js").Sight} Sight */

const TILES = ["ROYGBV", "RGYBOV", "RGOVYB", "RYBGVO", "RBGVYO", "RVGOBY", "RGBYVO", "RYOVGB"];
const tiles = createTileSet(TILES);
// Side by side by one edge: two spots, of which one asks for two colours and the other for one colour twice, or not.
const LIVE = spotsOf(new Map([["0,0", "ROYGBV"], ["1,0", "GRYBOV"]]), false, tiles);
const WITH_DEAD = [...LIVE, { key: "9,9", q: 9, r: 9, wanted: /** @type {import("../../src/skep/web/static/laruche/fit.js").Wanted} */ (["R", "R", null, null, null, null]), contacts: 2, isLive: false }];

/** @param {Partial<Sight>} more @returns {Sight} */
const sight = (more = {}) => ({
  isPlay: true, hand: ["RGOVYB", "RYBGVO", "RBGVYO", "RVGOBY"], held: null, poses: {}, spots: LIVE, gifts: 0, rival: { name: "Larva", count: 7 }, ...more,
});
const begun = { ...NOTHING_SEEN, lays: 1, saidAt: 1, said: ["begin"] };

test("before the race the coach says what the first tile is for", () => {
  assert.match(quietWords("setup"), /tap one of yours, then a spot/);
  assert.match(quietWords("play"), /^I watch/);
});

test("play begins with a tile and a spot that takes it", () => {
  const remark = remarkNow(sight(), NOTHING_SEEN);
  assert.equal(remark?.key, "begin");
  assert.deepEqual(remark?.fit, fitIn(sight()));
  assert.ok(remark?.fit && LIVE.some(({ key }) => key === remark.fit?.spot));
});

test("after a remark three tiles of one's own lie before the next", () => {
  const urgent = sight({ hand: ["RGOVYB"], gifts: 1 });
  for (const lays of [1, 2, 3]) assert.equal(remarkNow(urgent, { ...begun, lays }), null);
  const later = remarkNow(urgent, { ...begun, lays: 4 });
  assert.equal(later?.key, "gift");
  assert.equal(afterRemark({ ...begun, lays: 4 }, /** @type {any} */ (later)).saidAt, 4);
});

test("of several things the most urgent is said, each of them once", () => {
  const seen = { ...begun, lays: 4 };
  const all = sight({ hand: ["RGOVYB", "RYBGVO"], rival: { name: "Larva", count: 2 }, spots: WITH_DEAD });
  assert.match(remarkNow(all, seen)?.words ?? "", /Only 2 tiles left/);
  assert.match(remarkNow(all, { ...seen, said: ["begin", "few"] })?.words ?? "", /Larva has only 2 tiles left/);
  assert.match(remarkNow(all, { ...seen, said: ["begin", "few", "rival"] })?.words ?? "", /striped spot is dead/);
  assert.equal(remarkNow(all, { ...seen, said: ["begin", "few", "rival", "dead"] }), null);
});

test("who lays nothing for long is shown where a tile goes", () => {
  const fit = /** @type {{tile: string, spot: string}} */ (fitIn(sight()));
  const help = helpNow(sight({ held: fit.tile, poses: { [fit.tile]: fit.tile } }));
  assert.deepEqual(help?.fit, fit);
  assert.match(help?.words ?? "", /glowing spot/);
  const useless = TILES.find((tile) => fitIn(sight({ hand: [tile] })) === null);
  if (useless) assert.equal(helpNow(sight({ hand: [...sight().hand, useless], held: useless }))?.key, "another");
  const none = helpNow(sight({ spots: [] }));
  assert.equal(none?.key, "nothing");
  assert.equal(none?.fit, null);
});

test("nothing is said before play and of an empty hand", () => {
  for (const one of [sight({ isPlay: false }), sight({ hand: [] })]) {
    assert.equal(remarkNow(one, NOTHING_SEEN), null);
    assert.equal(helpNow(one), null);
  }
});

test("one praise and one piece of advice fit how it went", () => {
  const seen = { ...begun, lays: 6 };
  assert.match(praiseWords(seen, { won: true, left: 0 }), /first without tiles/);
  assert.match(praiseWords({ ...seen, threes: 1 }, { won: false, left: 3 }), /three neighbours/);
  assert.match(praiseWords(seen, { won: false, left: 1 }), /Not one miss/);
  assert.match(praiseWords({ ...seen, misses: 1 }, { won: false, left: 1 }), /Only 1 tile was left/);
  assert.match(praiseWords({ ...seen, misses: 1 }, { won: false, left: 5 }), /whole round/);
  assert.match(adviceWords({ ...seen, misses: 3 }, { won: true, left: 0 }), /missed 3 times/);
  assert.match(adviceWords(seen, { won: true, left: 0 }), /other faces/);
  assert.match(adviceWords({ ...seen, flips: 2 }, { won: true, left: 0 }), /Try the next one/);
  assert.match(adviceWords({ ...seen, flips: 2 }, { won: false, left: 2 }), /Look for a spot first/);
});
