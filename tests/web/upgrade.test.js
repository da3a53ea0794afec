// A tab of an older build: which builds it follows, and what goes with it.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { followBuild, isOutdated, loadAgain, OWN_BUILD, takeUnderWay } from "../../src/skep/web/static/net/upgrade.js";

beforeEach(() => {
  const kept = new Map();
  globalThis.sessionStorage = /** @type {any} */ ({
    getItem: (/** @type {string} */ name) => kept.get(name) ?? null,
    setItem: (/** @type {string} */ name, /** @type {string} */ value) => void kept.set(name, value),
    removeItem: (/** @type {string} */ name) => void kept.delete(name),
  });
  globalThis.document = /** @type {any} */ ({ activeElement: null });
  globalThis.HTMLInputElement = globalThis.HTMLTextAreaElement = /** @type {any} */ (class {});
});

test("a module that no server serves is of no build, and follows none", () => {
  assert.equal(OWN_BUILD, null);
  assert.equal(isOutdated("b"), false);
});

test("another build is followed once, so that two servers do not send a tab to and fro", () => {
  assert.equal(isOutdated("a", "a"), false);
  assert.equal(isOutdated("", "a"), false);
  assert.equal(isOutdated("b", "a"), true);
  assert.equal(isOutdated("b", "a"), false); // the page came from the old server once more
  assert.equal(isOutdated("b", "b"), false);
});

test("whoever got the old page once more tries again a minute later", () => {
  assert.equal(isOutdated("b", "a", 1_000_000), true);
  assert.equal(isOutdated("b", "a", 1_059_999), false);
  assert.equal(isOutdated("b", "a", 1_060_000), true);
  assert.equal(isOutdated("b", "a", 1_060_001), false);
  sessionStorage.setItem("skep:build", "b"); // as an older build has kept it
  assert.equal(isOutdated("b", "a", 1_060_002), true);
});

test("a socket that stays open is enough: the build it named is looked at with each frame", () => {
  const asked = /** @type {string[]} */ ([]);
  let loads = 0;
  const follow = followBuild(() => (loads += 1), (build) => asked.push(build) === 3);
  const heartbeat = /** @type {any} */ ({ type: "heartbeat" });
  follow(heartbeat);
  follow(/** @type {any} */ ({ type: "tables", tables: [], build: "b" }));
  assert.equal(loads, 0);
  follow(heartbeat);
  assert.equal(loads, 1);
  follow(/** @type {any} */ ({ type: "refused", code: "WRONG_VERSION" }));
  follow(/** @type {any} */ ({ type: "welcome", build: "a" }));
  assert.deepEqual(asked, ["", "b", "b", "another", "a"]);
});

test("what is under way goes along, and is told once", () => {
  const pending = /** @type {import("../../src/skep/web/static/net/pending.js").Pending[]} */ ([{ id: "x-1", command: { kind: "play", move: "wS1", ply: 0 } }]);
  let loads = 0;
  loadAgain("g", { pending, own: { type: "premove" } }, () => (loads += 1));
  assert.equal(loads, 1);
  assert.deepEqual(takeUnderWay("other"), { pending: [] });
  assert.deepEqual(takeUnderWay("g"), { pending, own: { type: "premove" } });
  assert.deepEqual(takeUnderWay("g"), { pending: [] });
});

test("nonsense that is kept is nothing", () => {
  for (const text of ["{", "7", "null", '{"pending": 3}']) {
    sessionStorage.setItem("skep:under-way:g", text);
    assert.deepEqual(takeUnderWay("g"), { pending: [] });
  }
});

test("who types is not interrupted", () => {
  /** @type {Map<string, () => void>} */
  const listeners = new Map();
  const field = Object.assign(new /** @type {any} */ (HTMLInputElement)(), {
    value: "good l",
    form: null,
    addEventListener: (/** @type {string} */ name, /** @type {() => void} */ act) => void listeners.set(name, act),
  });
  globalThis.document = /** @type {any} */ ({ activeElement: field });
  let loads = 0;
  loadAgain("g", { pending: [] }, () => (loads += 1));
  assert.equal(loads, 0);
  field.value = "";
  listeners.get("blur")?.();
  return new Promise((done) => setTimeout(() => done(assert.equal(loads, 1)), 5));
});
