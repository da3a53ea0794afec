// What is said while somebody is waited for: offers and their answers, absences, first moves, lines of chat.

import assert from "node:assert/strict";
import { test } from "node:test";
import { formatWait } from "../../src/skep/web/static/base/clock.js";
import { offersOf } from "../../src/skep/web/static/hive/controls.js";
import { firstMoveCountdown, offerNews } from "../../src/skep/web/static/hive/offers.js";
import { FIRST_SCREEN } from "../../src/skep/web/static/hive/screen.js";
import { graceCountdown } from "../../src/skep/web/static/play/clocks.js";
import { claimCountdown, ownAbsence } from "../../src/skep/web/static/play/absence.js";
import { rematchWords, takesAlong } from "../../src/skep/web/static/play/rematch.js";
import { unreadLines } from "../../src/skep/web/static/play/unread.js";

/** @returns {any} a table of Hive with this status, as one of its players sees it */
const table = (/** @type {object} */ status, you = [0], moves = ["wS1", "bS1 wS1-"]) => {
  const confirmed = { moves, status: { game: "hive", ply: moves.length, turn: moves.length % 2, ...status }, way: null };
  return { game: { status: "live", seats: [], options: {} }, head: 9, you, confirmed, drawn: confirmed, connection: "open" };
};
const bars = (/** @type {any} */ at) => Object.entries(offersOf({ table: at, own: FIRST_SCREEN })).filter(([, shown]) => shown).map(([name]) => name);

test("an offer stands before both: to answer it, and to withdraw it", () => {
  assert.deepEqual(bars(table({ draw_offer: 0 }, [0])), ["asked-draw"]);
  assert.deepEqual(bars(table({ draw_offer: 0 }, [1])), ["offer-draw"]);
  assert.deepEqual(bars(table({ takeback_offer: 1 }, [0])), ["offer-takeback"]);
  assert.deepEqual(bars(table({ takeback_offer: 1 }, [])), []);
  assert.deepEqual(bars(table({ draw_offer: 0, outcome: { ranks: [1, 1], reason: "agreement" } }, [0])), []);
});

test("both hear what has become of an offer, each in their words", () => {
  const said = (/** @type {any} */ event, before = {}, after = {}) =>
    [[0], [1], []].map((you) => offerNews(event, table(before, you), table(after, you)));
  assert.deepEqual(said({ kind: "draw_answered", seat: 1, accept: false }), ["Your opponent declined the draw.", "You declined the draw.", null]);
  assert.deepEqual(said({ kind: "draw_withdrawn", seat: 0 }), ["You withdrew your offer of a draw.", "Your opponent withdrew the offer of a draw.", null]);
  assert.deepEqual(said({ kind: "takeback_answered", seat: 0, accept: false }), ["You said no: the move stands.", "Your opponent said no: the move stands.", null]);
  assert.deepEqual(said({ kind: "takeback_withdrawn", seat: 1 }), ["Your opponent asks no longer: the move stands.", "You ask no longer: the move stands.", null]);
  assert.deepEqual(said({ kind: "draw_answered", seat: 1, accept: true }), [null, null, null]);
  assert.deepEqual(said({ kind: "played", seat: 1, move: "" }, { draw_offer: 0 }), ["Your opponent played on: no draw.", "You played on: no draw.", null]);
  assert.deepEqual(said({ kind: "played", seat: 0, move: "" }, { draw_offer: 0 }, { draw_offer: 0 }), [null, null, null]);
});

test("a rematch is asked for, accepted, declined and withdrawn", () => {
  const words = (/** @type {any} */ rematch, you = [0]) => rematchWords(rematch && { type: "rematch", ...rematch }, you);
  assert.deepEqual([words(null).ask, words(null).refuse], ["Rematch", null]);
  assert.deepEqual([words({ offered_by: 0 }).canAsk, words({ offered_by: 0 }).refuse], [false, "Withdraw"]);
  assert.deepEqual([words({ offered_by: 1 }).ask, words({ offered_by: 1 }).isAsked], ["Accept the rematch", true]);
  assert.equal(words({ offered_by: 1, declined_by: 0 }).words, "You declined the rematch.");
  assert.equal(words({ offered_by: 0, declined_by: 1 }).words, "Your opponent declined the rematch.");
  assert.equal(words({ offered_by: 0, declined_by: 0 }).words, "You withdrew your offer of a rematch.");
  assert.equal(words({ offered_by: 1, declined_by: 1 }).words, "Your opponent withdrew the offer of a rematch.");
  assert.equal(words({ offered_by: 1, declined_by: 1 }).canAsk, true);
});

test("a rematch of several waits for everybody who is there", () => {
  const names = ["Ann", "Ben", "Cleo", "Drone"];
  const words = (/** @type {any} */ rematch, /** @type {number[]} */ you) =>
    rematchWords({ type: "rematch", offered_by: 0, ...rematch }, you, (seat) => names[seat], [0, 1, 2]);
  assert.equal(words({}, [0]).words, "You offered a rematch. It waits for Ben and Cleo.");
  assert.deepEqual([words({ accepted: [1] }, [1]).ask, words({ accepted: [1] }, [1]).canAsk], ["Rematch accepted", false]);
  assert.equal(words({ accepted: [1] }, [1]).words, "Ann offers a rematch. It waits for Cleo.");
  assert.equal(words({ accepted: [1] }, [2]).isAsked, true);
  assert.equal(words({ declined: [2] }, [2]).words, "You declined the rematch.");
  assert.equal(words({ declined: [2] }, [1]).words, "Ann offers a rematch.");
  assert.equal(words({ accepted: [1], declined: [2], next_game: "x" }, [2]).words, "The rematch has begun without you.");
  assert.deepEqual([[], [0], [1], [2]].map((you) => takesAlong({ type: "rematch", offered_by: 0, accepted: [1] }, you)), [true, true, true, false]);
});

test("first moves are counted down for who is to make them and for the other", () => {
  const words = (/** @type {any} */ at) => firstMoveCountdown(at)?.words("0:40");
  const due = { first_move_due_ms: 60_000 };
  assert.match(words(table(due, [0], [])) ?? "", /^Make your first move within 0:40/);
  assert.match(words(table(due, [1], [])) ?? "", /^White has 0:40/);
  assert.match(words(table(due, [0], ["wS1"])) ?? "", /^Black has 0:40/);
  assert.equal(words(table({}, [0], [])), undefined);
  const moved = { ...table(due, [0], []), drawn: table(due, [0], ["wS1"]).drawn };
  assert.equal(words(moved), undefined); // their move is on its way
});

test("an absence is counted down for who may claim and for who is cut off", () => {
  const claim = { seat: 0, from_ms: 5000 };
  assert.equal(claimCountdown({ claim, you: [0], connection: "open" })?.until, 5000);
  assert.equal(claimCountdown({ claim, you: [1], connection: "open" }), null);
  assert.equal(claimCountdown({ claim, you: [0], connection: "lost" }), null);
  assert.equal(ownAbsence({ claimAfter: 60_000, connection: "lost", lostAt: 1000 }, true)?.until, 61_000);
  assert.equal(ownAbsence({ claimAfter: 60_000, connection: "lost", lostAt: 1000 }, false), null);
  assert.equal(ownAbsence({ claimAfter: null, connection: "lost", lostAt: 1000 }, true), null);
  assert.equal(ownAbsence({ claimAfter: 60_000, connection: "open", lostAt: null }, true), null);
});

test("a wait is shown in whole seconds, and never as less than it is", () => {
  assert.deepEqual([600_000, 59_001, 1000, 999, 1, 0, -5].map(formatWait), ["10:00", "1:00", "0:01", "0:01", "0:01", "0:00", "0:00"]);
});

test("lines of the others that came after the last one seen are unread", () => {
  /** @returns {any} */
  const line = (/** @type {number} */ n, /** @type {number} */ seat) => ({ n, seat });
  assert.deepEqual(unreadLines([line(1, 1), line(4, 0), line(7, 1)], [0], 1).map(({ n }) => n), [7]);
});

test("after a long outage the one whose time is up sees until when a move counts", () => {
  const clock = { left_ms: [5_000, 90_000], since_ms: 0, running: 0 };
  const grace = (/** @type {number} */ now, /** @type {number|null} */ until = 60_000) => graceCountdown(/** @type {any} */ (clock), until, now);
  assert.equal(grace(4_000), null); // there is time left
  assert.equal(grace(6_000)?.until, 60_000);
  assert.match(grace(6_000)?.words("") ?? "", /the server was away: a move counts until/);
  assert.equal(grace(61_000), null);
  assert.equal(grace(6_000, null), null);
});
