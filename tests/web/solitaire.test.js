// The solitaire at a page: what the server said, tiles under way, spots, what was taken back, the day and its texts.

import assert from "node:assert/strict";
import { test } from "node:test";

import { bestTurn, turned, wantedAt } from "../../src/skep/web/static/laruche/fit.js";
import { createReducer } from "../../src/skep/web/static/play/reducer.js";
import { daysOf, monthFrom } from "../../src/skep/web/static/solitaire/calendar.js";
import { playWords, streakText, yoursWords } from "../../src/skep/web/static/solitaire/day_card.js";
import { dealOptions } from "../../src/skep/web/static/solitaire/deal_form.js";
import { createLamp } from "../../src/skep/web/static/solitaire/lamp.js";
import { handOf, isGold, joinsOf, mayLie, mayTurn, neededContacts, rules, timeMs } from "../../src/skep/web/static/solitaire/model.js";
import { poseOn } from "../../src/skep/web/static/solitaire/props.js";
import { screen } from "../../src/skep/web/static/solitaire/screen.js";
import { headline, newsWords, outcomeWords, refusalWords } from "../../src/skep/web/static/solitaire/sentences.js";
import { challengeLink, shareText } from "../../src/skep/web/static/solitaire/sharing.js";
import { isStuck, orderBack, spotsOf } from "../../src/skep/web/static/solitaire/spots.js";
import { clockText, dayText, resultText } from "../../src/skep/web/static/solitaire/words.js";

/** @typedef {import("../../src/skep/web/static/net/messages.js").SolitaireStatus} Status */
/** @typedef {import("../../src/skep/web/static/net/messages.js").SolitaireView} View */
/** @typedef {import("../../src/skep/web/static/net/messages.js").Attempt} Attempt */

const TILES = ["ROYGBV", "RGYBOV", "RGOVYB", "RYBGVO", "RBGVYO", "RVGOBY"];
/** @type {import("../../src/skep/web/static/net/messages.js").GameInfo} */
const game = {
  id: "g", game: "solitaire", status: "live", options: {}, time: { pace: "untimed" }, speed: "untimed", rated: false, rules_version: 2,
  listed: false, seats: [{ who: "person", name: "Ann" }], created_ms: 0,
};
/** @param {Partial<Status>} more @returns {Status} */
const status = (more = {}) => ({
  game: "solitaire", hand: [], start_ms: 0, undos: 0, hints: 0, solved: false, time_ms: null, outcome: null, now_ms: 0, laid: 0, joins: 0,
  counted_ms: 0, running_since_ms: 0, taken_hints: [], share: null, ...more,
});
/** @param {Partial<View>} more @returns {View} */
const view = (more = {}) => ({
  game: "solitaire", table: [], shape: null, status: status(), tiles: TILES, deal: "012345", grade: "easy", best: 9, reading: "third", strict: false,
  silhouette: "none", day: null, number: null, ...more,
});
const { first, reduce } = createReducer(rules);
const start = (/** @type {Partial<View>} */ more = {}) => first({ game, you: [0], head: 1, view: view(more) });
/** @param {number} seq @param {any} event @param {any[]} effects @param {Partial<Status>} more @returns {any} */
const sent = (seq, event, effects, more = {}) => ({ type: "event", seq, at_ms: seq * 1000, event, effects, status: status(more) });

/** A table of so many tiles, each laid where it first fits. @param {number} count @param {Partial<View>} more */
function grown(count, more = {}) {
  let solo = rules.first(view(more));
  for (let n = 0; n < count; n += 1) {
    const way = ways(solo)[0];
    assert.ok(way, "the tiles of this test can be laid");
    solo = /** @type {import("../../src/skep/web/static/solitaire/model.js").Solo} */ (rules.apply(solo, { kind: "put", cell: cellOf(way.key), pose: way.pose }));
  }
  return solo;
}
/** @param {string} key @returns {[number, number]} */
const cellOf = (key) => /** @type {[number, number]} */ (key.split(",").map(Number));
/** @param {import("../../src/skep/web/static/solitaire/model.js").Solo} solo */
const ways = (solo) => spotsOf(solo).flatMap((spot) => handOf(solo).flatMap((tile) => {
  const pose = spot.contacts ? bestTurn(tile, spot.wanted) : tile;
  return mayLie(solo, spot.key, pose) ? [{ key: spot.key, pose, tile }] : [];
}));

test("the first tile goes to the middle, the second touches one, the third two; by the other reading the fourth", () => {
  assert.deepEqual(spotsOf(grown(0)).map((spot) => spot.key), ["0,0"]);
  assert.deepEqual([0, 1, 2].map((n) => neededContacts(grown(n))), [0, 1, 2]);
  assert.deepEqual([0, 1, 2].map((n) => neededContacts(grown(n, { reading: "fourth" }))), [0, 1, 1]);
  assert.equal(spotsOf(grown(1)).length, 6);
  assert.ok(spotsOf(grown(2)).every((spot) => spot.contacts >= 2));
  assert.ok(spotsOf(grown(2, { reading: "fourth" })).some((spot) => spot.contacts === 1));
});

test("a spot is live while a tile of the hand fits it, bee up", () => {
  const solo = grown(3);
  for (const spot of spotsOf(solo)) {
    const fits = handOf(solo).some((tile) => [0, 1, 2, 3, 4, 5].some((n) => mayLie(solo, spot.key, turned(tile, n))));
    assert.equal(spot.isLive, fits, spot.key);
  }
});

test("joins are the edges that touch", () => {
  assert.deepEqual([0, 1, 2].map((n) => joinsOf(grown(n).table)), [0, 0, 1]);
  assert.ok(joinsOf(grown(4).table) >= 5);
});

test("a shape has spots within it alone, and its first tile is turned by hand", () => {
  /** @type {[number, number][]} */
  const shape = [[0, 0], [1, 0], [2, 0], [0, 1], [1, 1], [2, 1]];
  const table = start({ shape, silhouette: "shadow" });
  assert.equal(spotsOf(table.drawn).length, 6);
  assert.ok(mayTurn(table));
  let own = screen.first(table);
  own = screen.reduce(own, { type: "turn", tile: TILES[1], sixths: 2 }, table, table);
  assert.equal(poseOn({ table, own }, TILES[1], "1,0"), turned(TILES[1], 2));
  const laid = reduce(table, { type: "do", id: "a", command: { kind: "put", cell: [0, 0], pose: TILES[0] } });
  assert.ok(!mayTurn(laid));
  assert.deepEqual(spotsOf(laid.drawn).map((spot) => spot.key).sort(), ["0,1", "1,0"]);
  assert.ok(!mayTurn(start()), "without a shape it does not matter");
});

test("a tile lies at once, waits, and is confirmed by its event", () => {
  let table = start();
  table = reduce(table, { type: "do", id: "a", command: { kind: "put", cell: [0, 0], pose: TILES[0] } });
  assert.deepEqual([...table.drawn.table], [["0,0", TILES[0]]]);
  assert.ok(table.drawn.waiting.has("0,0"));
  assert.equal(table.confirmed.table.size, 0);
  table = reduce(table, sent(2, { kind: "put_down", cell: [0, 0], pose: TILES[0] }, [{ kind: "put_down", cell: [0, 0], pose: TILES[0], left: 5, joins: 0 }]));
  assert.equal(table.pending.length, 0);
  assert.equal(table.confirmed.table.size, 1);
  assert.equal(handOf(table.drawn).length, 5);
  assert.equal(newsWords(start().confirmed, table.confirmed), "Laid: 1 of 6, 0 joins.");
});

test("what a tap takes back can be laid again by one undo; what undo takes back cannot", () => {
  const solo = grown(4);
  const placed = [...solo.table];
  const table = start({ table: placed.map(([key, pose]) => [cellOf(key), pose]) });
  const gone = placed.slice(2);
  const effects = gone.map(([key, pose]) => ({ kind: "taken_back", cell: cellOf(key), pose }));
  const tapped = reduce(table, sent(2, { kind: "taken_back", cell: cellOf(gone[0][0]) }, effects, { undos: 1 }));
  const own = screen.reduce(screen.first(table), sent(2, { kind: "taken_back", cell: cellOf(gone[0][0]) }, effects), tapped, table);
  assert.deepEqual(own.lifted, gone);
  const order = orderBack(tapped.drawn, own.lifted);
  assert.equal(order?.length, 2);
  let again = tapped.drawn;
  for (const [key, pose] of order ?? []) {
    const next = rules.apply(again, { kind: "put", cell: cellOf(key), pose });
    assert.ok(next);
    again = next;
  }
  assert.deepEqual(new Map([...again.table].sort()), new Map([...solo.table].sort()));
  const undone = reduce(table, sent(2, { kind: "taken_back", cell: null }, effects.slice(1)));
  assert.deepEqual(screen.reduce(screen.first(table), sent(2, { kind: "taken_back", cell: null }, effects.slice(1)), undone, table).lifted, []);
});

test("tiles that cannot be laid again in any order are not offered", () => {
  const solo = grown(2);
  assert.equal(orderBack(solo, [["9,9", TILES[5]]]), null);
  assert.deepEqual(orderBack(solo, []), []);
});

test("a hint is for the table that it was given for", () => {
  const table = start();
  const event = sent(2, { kind: "hint_asked" }, [{ kind: "hinted", cell: [0, 0], pose: turned(TILES[2], 1) }], { hints: 1 });
  const hinted = reduce(table, event);
  const own = screen.reduce(screen.first(table), event, hinted, table);
  assert.deepEqual(own.hint, { key: "0,0", pose: turned(TILES[2], 1), tile: TILES[2] });
  assert.equal(poseOn({ table: hinted, own }, TILES[2], "0,0"), turned(TILES[2], 1));
  const other = reduce(hinted, { type: "do", id: "a", command: { kind: "put", cell: [0, 0], pose: TILES[0] } });
  assert.equal(screen.reduce(own, { type: "do" }, other, hinted).hint, null);
  assert.equal(screen.first(start(), { hint: own.hint }).hint, own.hint, "it is kept over a visit");
  assert.equal(screen.first(start({ table: [[[0, 0], TILES[0]]] }), { hint: own.hint }).hint, null);
});

test("the clock: it runs from when it was started, stands while paused, and the result has the last word", () => {
  const table = start({ status: status({ counted_ms: 5000, running_since_ms: 1000 }) });
  assert.equal(timeMs(table, 3500), 7500);
  const paused = reduce(table, { type: "do", id: "a", command: { kind: "stop_clock" } });
  assert.ok(paused.drawn.isStopped);
  assert.equal(timeMs(start({ status: status({ counted_ms: 5000, running_since_ms: null }) }), 9999), 5000);
  assert.equal(timeMs(start({ status: status({ time_ms: 4000, outcome: { ranks: [1], reason: "solved" } }) }), 9999), 4000);
});

test("stuck is when tiles are left and no spot is live", () => {
  const solo = grown(3);
  assert.ok(!isStuck(solo, spotsOf(solo)));
  assert.ok(isStuck(solo, spotsOf(solo).map((spot) => ({ ...spot, isLive: false }))));
  assert.ok(!isStuck({ ...solo, puzzle: { ...solo.puzzle, tiles: [] } }, []));
});

test("how it ended, in words", () => {
  const ended = (/** @type {Partial<Status>} */ more, /** @type {Partial<View>} */ and = {}) =>
    rules.first(view({ ...and, status: status({ outcome: { ranks: [1], reason: "solved" }, time_ms: 1, ...more }) }));
  assert.equal(outcomeWords(start().confirmed), null);
  const gold = ended({ solved: true, joins: 9, laid: 6 });
  assert.ok(isGold(gold));
  assert.equal(outcomeWords(gold)?.title, "Gold!");
  assert.equal(outcomeWords(ended({ solved: true, joins: 8, laid: 6 }))?.reason, "All 6 laid with 8 joins. The best is 9.");
  assert.equal(outcomeWords(ended({ laid: 5 }))?.title, "5 of 6");
  // Strict, and something fits: then somebody has ended it.
  assert.equal(outcomeWords(ended({ laid: 0 }, { strict: true }))?.reason, "You ended it here.");
  const shut = ended({ laid: 5 }, { strict: true, shape: [] });
  assert.match(outcomeWords(shut)?.reason ?? "", /Nothing fits any more/);
  assert.equal(outcomeWords(ended({ solved: true, joins: 9, laid: 6, hints: 6 }))?.title, "Solved!");
  assert.equal(headline(rules.first(view({ day: "2026-11-27", number: 12 }))), "La Ruche #12 · easy · best today 9");
  assert.equal(refusalWords({ code: "NOT_PAUSED" }), "");
  assert.equal(refusalWords({ code: "GAME_OVER" }), null);
});

test("the text to share ends with a link to that day, or to the same deal", () => {
  const share = "La Ruche #12 · 23/23 · 4:10 · ↩2\n🟨🟨🟧";
  const day = rules.first(view({ day: "2026-11-27", number: 12, status: status({ share }) }));
  assert.equal(shareText(day, "https://skep.example"), `${share}\nhttps://skep.example/today?day=2026-11-27`);
  const free = rules.first(view({ status: status({ share }), reading: "fourth" }));
  assert.equal(shareText(free, "https://skep.example").split("\n")[2], "https://skep.example/today?deal=012345&reading=fourth&silhouette=none");
  assert.equal(challengeLink("https://skep.example", "abc", "k y"), "https://skep.example/today?beat=abc&key=k+y");
});

test("times, results and dates", () => {
  assert.deepEqual([0, 59_999, 250_000, 3_725_000].map(clockText), ["0:00", "0:59", "4:10", "1:02:05"]);
  /** @type {Attempt} */
  const attempt = { game: "g", is_over: true, solved: true, laid: 12, size: 12, joins: 22, best: 23, gold: false, time_ms: 250_000, undos: 0, hints: 0, grade: "easy" };
  assert.equal(resultText(attempt), "22/23 · 4:10");
  assert.equal(resultText({ ...attempt, solved: false, laid: 11 }), "11 of 12 · 4:10");
  assert.equal(dayText("2026-11-16"), "Monday, November 16");
});

test("the card of a day says where one stands", () => {
  /** @type {Attempt} */
  const attempt = { game: "g", is_over: false, solved: false, laid: 5, size: 12, joins: 6, best: 23, gold: false, time_ms: 1000, undos: 0, hints: 0, grade: "easy" };
  const told = (/** @type {Attempt|null} */ yours) => /** @type {import("../../src/skep/web/static/net/messages.js").DayTold} */ (/** @type {unknown} */ ({ yours, best: 23 }));
  assert.deepEqual([playWords(told(null)), yoursWords(told(null))], ["Play", "Best today: 23 joins"]);
  assert.deepEqual([playWords(told(attempt)), yoursWords(told(attempt))], ["Go on", "You are at 5 of 12."]);
  const ended = { ...attempt, is_over: true, laid: 11 };
  assert.deepEqual([playWords(told(ended)), yoursWords(told(ended))], ["See your hive", "Ended: 11 of 12 · 0:01"]);
  assert.equal(yoursWords(told({ ...ended, solved: true, gold: true, joins: 23 })), "Gold: 23/23 · 0:01");
  assert.equal(streakText({ days: 3, longest: 5, at_risk: true }), "3 days in a row: solve today's to keep it");
  assert.equal(streakText({ days: 0, longest: 0, at_risk: false }), "Solve today's puzzle to begin a streak.");
});

test("a month begins on Monday and leads to its neighbours", () => {
  assert.deepEqual([monthFrom("2026-12", 1), monthFrom("2026-01", -1), monthFrom("2026-11", 0)], ["2027-01", "2025-12", "2026-11"]);
  const { lead, days } = daysOf("2026-11");
  assert.deepEqual([lead, days.length, days[0], days[29]], [6, 30, "2026-11-01", "2026-11-30"]);
  assert.equal(daysOf("2028-02").days.length, 29);
});

test("a free deal asks only for what goes together", () => {
  const form = (/** @type {Record<string, string>} */ values) => {
    const data = new FormData();
    for (const [name, value] of Object.entries(values)) data.set(name, value);
    return dealOptions(data);
  };
  assert.deepEqual(form({ size: "9", grade: "hard", silhouette: "none", reading: "fourth", strict: "on" }),
    { size: 9, grade: "hard", silhouette: "none", reading: "fourth", strict: true });
  assert.deepEqual(form({ size: "9", grade: "hard", silhouette: "fox" }), { size: 12, grade: "any", silhouette: "fox", reading: "third", strict: false });
  assert.deepEqual(form({ size: "9", grade: "hard", silhouette: "shadow" }), { size: 9, grade: "any", silhouette: "shadow", reading: "third", strict: false });
});

test("the lamp asks once for a table, tells the newest answer alone, and nothing when it is off", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  Object.assign(globalThis, { window: globalThis });
  /** @type {((answer: any) => void)[]} */
  const answers = [];
  /** @type {string[]} */
  const shown = [];
  const lamp = createLamp(() => new Promise((resolve) => answers.push(resolve)), "g", (light) => shown.push(light));
  const [one, other] = [new Map([["0,0", TILES[0]]]), new Map([["0,0", TILES[1]]])];
  lamp.follow({ isOn: false, head: 1, table: one });
  context.mock.timers.tick(1000);
  assert.equal(answers.length, 0);
  lamp.follow({ isOn: true, head: 1, table: one });
  lamp.follow({ isOn: true, head: 1, table: one });
  context.mock.timers.tick(1000);
  lamp.follow({ isOn: true, head: 2, table: other });
  context.mock.timers.tick(1000);
  assert.equal(answers.length, 2);
  answers[0]({ head: 1, solvable: false });
  answers[1]({ head: 2, solvable: true });
  await Promise.resolve();
  await Promise.resolve();
  assert.deepEqual(shown, ["asking", "asking", "yes"]);
});

test("the rule of fitting is that of the game", () => {
  const solo = grown(3);
  for (const [key, pose] of solo.table) {
    const others = new Map(solo.table);
    others.delete(key);
    const [q, r] = cellOf(key);
    assert.equal(bestTurn(pose, wantedAt(others, q, r)), pose);
  }
});
