// A match of La Ruche at a page: what the server said, tiles under way, who was first, what one screen adds.

import assert from "node:assert/strict";
import { test } from "node:test";

import { bestTurn, flipped, turned, wantedAt } from "../../src/skep/web/static/laruche/fit.js";
import { fittedLately, giftsFor, mayLay, mayLie, readyMs, rules, stallUntil, whoWasFirst } from "../../src/skep/web/static/laruche/model.js";
import { tableProps } from "../../src/skep/web/static/laruche/props.js";
import { createScreen } from "../../src/skep/web/static/laruche/screen.js";
import { spotsOf } from "../../src/skep/web/static/laruche/spots.js";
import { canFit, createTileSet } from "../../src/skep/web/static/laruche/tiles.js";
import { spotLabel, tileLabel } from "../../src/skep/web/static/laruche/words.js";
import { createReducer } from "../../src/skep/web/static/play/reducer.js";

/** @typedef {import("../../src/skep/web/static/net/messages.js").LaRucheStatus} Status */
/** @typedef {import("../../src/skep/web/static/net/messages.js").EventSent} EventSent */
/** @typedef {import("../../src/skep/web/static/net/messages.js").Effect} Effect */

const TILES = ["ROYGBV", "RGYBOV", "RGOVYB", "RYBGVO", "RBGVYO", "RVGOBY", "RGBYVO", "RYOVGB"];
const tiles = createTileSet(TILES);
/** @type {[[number, number], string][]} */
const TABLE = [[[0, 0], "ROYGBV"], [[1, 0], "GRYBOV"]];
const player = (count = 3) => ({
  name: "", bot: null, handicap_ms: 0, show: false, count, points: 0, ready_ms: 0, missed_until_ms: 0, away: false, stand_in: false,
});
/** @param {Partial<Status>} more @returns {Status} */
const status = (more = {}) => ({
  game: "laruche", phase: "play", round: 1, rounds: 3, now_ms: 0, next_deadline_ms: null, turn: null, turn_until_ms: null, paused: false,
  resumes_ms: null, pause_asked: [], ready: [], hand: ["RGOVYB", "RYBGVO", "RBGVYO"], help: "turn", gifts: [], players: [player(), player()], results: [], outcome: null, ...more,
});
/** @type {import("../../src/skep/web/static/net/messages.js").GameInfo} */
const game = {
  id: "g", game: "laruche", status: "live", options: {}, time: { pace: "untimed" }, speed: "untimed", rated: false, rules_version: 2,
  listed: false, seats: [{ who: "person", name: "Ann" }, { who: "person", name: "Bob" }], created_ms: 0,
};
const { first, reduce } = createReducer(rules);
const screen = createScreen(tiles);
const start = (more = {}, table = TABLE) => first({ game, you: [0], head: 5, view: { game: "laruche", table, status: status(more) } });

/** A pose of a tile that lies at a cell, and one that does not. @param {string} tile @param {import("../../src/skep/web/static/laruche/model.js").Match} match @param {string} key */
function posesAt(tile, match, key) {
  const all = [tile, flipped(tile)].flatMap((face) => [0, 1, 2, 3, 4, 5].map((n) => turned(face, n)));
  return { fitting: all.find((pose) => mayLie(match, key, pose)), other: all.find((pose) => !mayLie(match, key, pose)) };
}

/** The first live spot that a tile of the hand fits. @param {ReturnType<typeof start>} table */
function found(table) {
  for (const spot of spotsOf(table.drawn.table, false, tiles)) {
    for (const tile of table.drawn.status.hand) {
      const { fitting } = posesAt(tile, table.drawn, spot.key);
      if (spot.isLive && fitting) return { spot, tile, fitting };
    }
  }
  throw new Error("no tile fits anywhere");
}
/** @param {string} id @param {{q: number, r: number}} spot @param {string} pose @returns {import("../../src/skep/web/static/play/reducer.js").TableAction} */
const lay = (id, spot, pose) => ({ type: "do", id, command: { kind: "lay", round: 1, cell: [spot.q, spot.r], pose } });
/** @param {number} seq @param {Effect[]} effects @param {Partial<Status>} more @returns {EventSent} */
const sent = (seq, effects, more = {}) => ({ type: "event", seq, at_ms: seq * 1000, event: { kind: "time_passed" }, effects, status: status(more) });
/** @param {number} seat @param {{q: number, r: number}} spot @param {string} pose @returns {Effect} */
const laid = (seat, spot, pose) => ({ kind: "laid", seat, cell: /** @type {any} */ ([spot.q, spot.r]), pose, contacts: 2, by_table: false });

test("a tile lies at once, waits, and is confirmed by its event", () => {
  const before = start();
  const { spot, tile, fitting } = found(before);
  let table = reduce(before, lay("a", spot, fitting));
  assert.equal(table.drawn.table.get(spot.key), fitting);
  assert.ok(table.drawn.waiting.has(spot.key));
  assert.ok(!table.drawn.status.hand.includes(tile));
  assert.ok(table.confirmed.status.hand.includes(tile));
  table = reduce(table, sent(6, [laid(0, spot, fitting)], { hand: status().hand.filter((one) => one !== tile) }));
  assert.equal(table.pending.length, 0);
  assert.equal(table.confirmed.table.get(spot.key), fitting);
  assert.equal(table.drawn.waiting.size, 0);
  assert.equal(table.confirmed.laidBy.get(spot.key), 0);
});

test("who comes second slides back at once, and it is known who was first", () => {
  const before = start();
  const { spot, tile, fitting } = found(before);
  let table = reduce(before, lay("a", spot, fitting));
  let own = screen.reduce(screen.first(before), { type: "do" }, table, before);
  const other = "RVGOBY";
  const taken = reduce(table, sent(6, [laid(1, spot, other)]));
  own = screen.reduce(own, { type: "event" }, taken, table);
  assert.equal(taken.misfits.length, 1);
  assert.ok(taken.drawn.status.hand.includes(tile));
  assert.deepEqual(own.slid, { tile, key: spot.key, by: 1, n: 1, id: "a" });
  table = reduce(taken, { type: "refused", id: "a", code: "TAKEN", message: "", params: {} });
  own = screen.reduce(own, { type: "refused" }, table, taken);
  assert.equal(own.slid?.n, 1, "it slides once");
  assert.equal(table.pending.length, 0);
  assert.equal(whoWasFirst(table.confirmed, spot.key), 1);
});

test("a refusal alone makes it slide back too", () => {
  const before = start();
  const { spot, tile, fitting } = found(before);
  const table = reduce(before, lay("a", spot, fitting));
  const refused = reduce(table, { type: "refused", id: "a", code: "TOO_SOON", message: "", params: {} });
  const own = screen.reduce(screen.first(before), { type: "refused" }, refused, table);
  assert.deepEqual(own.slid, { tile, key: spot.key, by: null, n: 1, id: "a" });
});

test("a tile that does not fit stays in the hand while the server counts the miss", () => {
  const before = start();
  const { spot, tile } = found(before);
  const { other } = posesAt(tile, before.drawn, spot.key);
  const table = reduce(before, lay("a", spot, String(other)));
  assert.ok(!table.drawn.table.has(spot.key));
  assert.ok(table.drawn.status.hand.includes(tile));
  assert.equal(screen.reduce(screen.first(before), { type: "do" }, table, before).slid, null);
});

test("in turns a tile touches one other, and only whose turn it is sees spots", () => {
  const mine = start({ phase: "setup", turn: 0 }, [[[0, 0], "ROYGBV"]]);
  assert.ok(mayLay(mine));
  assert.equal(screen.first(mine).numbers.length, 6);
  const theirs = start({ phase: "setup", turn: 1 }, [[[0, 0], "ROYGBV"]]);
  assert.ok(!mayLay(theirs));
  assert.equal(screen.first(theirs).numbers.length, 0);
  const empty = start({ phase: "setup", turn: 0 }, []);
  assert.deepEqual(screen.first(empty).numbers, ["0,0"]);
  assert.ok(mayLie(empty.drawn, "0,0", "RGOVYB"));
});

test("a new deal empties the table; a new round gives a hand without gaps", () => {
  const before = start();
  const { spot, tile, fitting } = found(before);
  const played = reduce(before, sent(6, [laid(0, spot, fitting)], { hand: status().hand.filter((one) => one !== tile) }));
  let own = screen.reduce(screen.first(before), { type: "event" }, played, before);
  assert.ok(own.slots.includes(null));
  const dealt = reduce(played, sent(7, [{ kind: "dealt", round: 2, first: 1, hands: [null, null], redeal: false }], { round: 2, phase: "setup", turn: 1 }));
  own = screen.reduce(own, { type: "event" }, dealt, played);
  assert.equal(dealt.confirmed.table.size, 0);
  assert.deepEqual(own.slots, status().hand);
});

test("a tile that is given arrives with its giver; what is held may be gone", () => {
  const before = start();
  const held = screen.reduce(screen.first(before), { type: "hold", tile: "RGOVYB" }, before, before);
  assert.equal(held.held, "RGOVYB");
  const after = reduce(before, sent(6, [{ kind: "given", seat: 1, to: 0, tile: "RVGOBY" }], { hand: ["RYBGVO", "RBGVYO", "RVGOBY"] }));
  const own = screen.reduce(held, { type: "event" }, after, before);
  assert.equal(own.held, null);
  assert.deepEqual(own.arrived, { tile: "RVGOBY", from: 1, n: 1 });
  assert.deepEqual(own.slots, ["RVGOBY", "RYBGVO", "RBGVYO"]);
});

test("a tile that fitted a moment ago was late, and is no miss", () => {
  const before = start();
  const { spot, fitting } = found(before);
  // A tile of somebody else that lies beside it since, with a colour that does not go with it.
  const beside = spotsOf(before.drawn.table, false, tiles).concat([{ ...spot, q: spot.q + 1, key: `${spot.q + 1},${spot.r}` }, { ...spot, q: spot.q - 1, key: `${spot.q - 1},${spot.r}` }])
    .find((one) => !before.confirmed.table.has(one.key) && Math.abs(one.q - spot.q) === 1 && one.r === spot.r);
  assert.ok(beside);
  const poses = [0, 1, 2, 3, 4, 5].map((n) => turned("RVGOBY", n));
  const after = poses.map((pose) => reduce(before, sent(6, [laid(1, beside, pose)]))).find((table) => !mayLie(table.confirmed, spot.key, fitting));
  assert.ok(after);
  assert.ok(fittedLately(after.confirmed, spot.key, fitting, 6000 + 1500));
  assert.ok(!fittedLately(after.confirmed, spot.key, fitting, 6000 + 1501));
  assert.ok(!fittedLately(before.confirmed, spot.key, turned(fitting, 1), 6000));
});

test("no more tiles are given than are there", () => {
  const gifts = [{ kind: /** @type {"triple"} */ ("triple"), left: 3, until_ms: 9, bound_to: null }, { kind: /** @type {"bee"} */ ("bee"), left: 1, until_ms: 9, bound_to: null }];
  assert.equal(giftsFor(start({ gifts }), 1), 3);
});

test("gifts are counted for each seat, and a tile that is given leaves the hand at once", () => {
  const gifts = [{ kind: /** @type {"triple"} */ ("triple"), left: 2, until_ms: 9, bound_to: 1 }, { kind: /** @type {"bee"} */ ("bee"), left: 1, until_ms: 9, bound_to: null }];
  const table = start({ gifts });
  assert.deepEqual([giftsFor(table, 0), giftsFor(table, 1), giftsFor(table, 2)], [0, 3, 1]);
  const given = reduce(table, { type: "do", id: "g", command: { kind: "give", round: 1, tile: "RGOVYB", to: 1 } });
  assert.deepEqual(given.drawn.status.hand, ["RYBGVO", "RBGVYO"]);
  assert.deepEqual(given.confirmed.status.hand, status().hand);
});

test("after a miss and with a handicap one waits until the later of both", () => {
  const waiting = { ...player(), ready_ms: 300, missed_until_ms: 900 };
  assert.equal(readyMs(start({ players: [waiting, player()] })), 900);
  assert.equal(readyMs(start({ players: [waiting, player()], phase: "setup", turn: 0 })), 0);
});

test("who comes to a table that stalls knows when it ends, unless another deadline may be meant", () => {
  const agreed = (/** @type {Record<string, any>} */ options, /** @type {Partial<Status>} */ more = {}) => {
    const table = start({ now_ms: 50_000, next_deadline_ms: 58_000, ...more });
    return stallUntil({ confirmed: table.confirmed, game: { ...game, options } });
  };
  assert.equal(agreed({}), 58_000);
  assert.equal(agreed({ stall_ms: 0 }), null);
  assert.equal(agreed({ bee_gift: true, gift_ms: 5000 }), 58_000);
  assert.equal(agreed({ bee_gift: true, gift_ms: 8000 }), null);
  assert.equal(agreed({ triple_gift: "split" }), null);
  assert.equal(agreed({}, { players: [player(), { ...player(), away: true }] }), null);
  assert.equal(agreed({}, { phase: "break" }), null);
  const after = reduce(start(), sent(6, [laid(1, { q: 0, r: 1 }, TILES[2])]));
  assert.equal(stallUntil({ confirmed: after.confirmed, game }), 6000 + 60_000);
});

test("a tile under the pointer is held too, over a spot or not: the view stands still", () => {
  const table = start();
  const state = { table, own: screen.first(table) };
  assert.equal(tableProps(state, null, null).isHeld, false);
  assert.equal(tableProps(state, null, null, "RGOVYB").isHeld, true);
  const held = screen.reduce(state.own, { type: "hold", tile: "RGOVYB" }, table, table);
  assert.equal(tableProps({ table, own: held }, null, null).isHeld, true);
});

test("a spot is dead when every tile that fits lies already", () => {
  const [a, b, c] = TILES;
  const wanted = wantedAt(new Map([["1,0", a], ["0,1", b]]), 0, 0);
  const fitting = TILES.filter((tile) => canFit(tile, wanted));
  assert.ok(fitting.length);
  assert.ok(tiles.isOpen(wanted, new Set([c].filter((tile) => !fitting.includes(tile)))));
  assert.ok(!tiles.isOpen(wanted, new Set(fitting)));
});

test("the bee is up on the face that names the tile, however it is turned", () => {
  assert.ok(tiles.hasBee(turned("RGYBOV", 2)));
  assert.ok(!tiles.hasBee(flipped("RGYBOV")));
  assert.equal(tiles.nameOf(turned(flipped("RGYBOV"), 4)), "RGYBOV");
});

test("tiles and spots have names", () => {
  assert.equal(tileLabel("ROYGBV", "ROYGBV", 3), "tile 3 bee: red orange yellow green blue violet");
  assert.equal(tileLabel(flipped("ROYGBV"), "ROYGBV", 3), "tile 3: red violet blue green yellow orange");
  const spot = { key: "0,0", q: 0, r: 0, wanted: /** @type {any} */ (["B", "R", null, null, null, null]), contacts: 2, isLive: true };
  assert.equal(spotLabel(spot, 5), "spot 5: red north-east, blue east");
  assert.equal(bestTurn("ROYGBV", spot.wanted).length, 6);
});
