// The line to a game when the network is gone: noticed by its silence, let go of at once, tried again.

import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";

/** A line whose other end answers only what the test says; a goodbye over it is never answered. */
class Line extends EventTarget {
  static OPEN = 1;
  /** @type {Line[]} */
  static made = [];
  readyState = 0;
  /** @type {string[]} */
  sent = [];
  /** @type {(() => void)|null} */
  onopen = null;
  /** @type {((event: {data: string}) => void)|null} */
  onmessage = null;
  /** @type {(() => void)|null} */
  onclose = null;

  constructor() {
    super();
    Line.made.push(this);
  }

  send(/** @type {string} */ text) {
    this.sent.push(text);
  }

  close() {
    this.readyState = 2; // closing, for as long as the browser has patience
  }

  open() {
    this.readyState = Line.OPEN;
    this.onopen?.();
    this.hear({ type: "welcome" });
  }

  hear(/** @type {object} */ frame) {
    this.onmessage?.({ data: JSON.stringify(frame) });
  }
}

const given = /** @type {any} */ (globalThis);
const page = Object.assign(new EventTarget(), { hidden: false });
const { openSocket } = await import("../../src/skep/web/static/net/socket.js");

/** @type {string[]} */
let states = [];
/** @type {ReturnType<typeof openSocket>|null} */
let line = null;

beforeEach(() => {
  mock.timers.enable({ apis: ["setTimeout", "Date"] });
  const shell = Object.assign(new EventTarget(), {
    setTimeout: (/** @type {() => void} */ act, /** @type {number} */ ms) => setTimeout(act, ms),
  });
  Object.assign(given, { window: shell, document: page, location: { protocol: "http:", host: "here" }, WebSocket: Line });
  Line.made = [];
  states = [];
  line = openSocket("g", { have: () => 0, key: "", waiting: () => [], frame() {}, state: (state) => states.push(state) });
  Line.made[0].open();
});

afterEach(() => {
  line?.destroy();
  mock.timers.reset();
});

const last = () => Line.made[Line.made.length - 1];

test("silence is noticed within 12 s, without waiting for the browser's goodbye", () => {
  assert.equal(states.at(-1), "open");
  mock.timers.tick(10_000);
  assert.equal(states.at(-1), "open"); // one heartbeat may be late
  mock.timers.tick(1_999);
  assert.ok(states.includes("lost"));
  mock.timers.tick(1_000);
  assert.equal(Line.made.length, 2);
  last().open();
  assert.equal(states.at(-1), "open");
});

test("every frame keeps the line alive", () => {
  for (let n = 0; n < 10; n += 1) {
    mock.timers.tick(5_000);
    last().hear({ type: "heartbeat", n });
  }
  assert.equal(states.at(-1), "open");
  assert.equal(Line.made.length, 1);
});

test("offline drops it at once, and what still comes over the old line is not heard", () => {
  given.window.dispatchEvent(new Event("offline"));
  assert.equal(states.at(-1), "lost");
  assert.equal(Line.made[0].onmessage, null);
  assert.equal(line?.send(/** @type {any} */ ({ type: "pong", n: 1 })), false);
});

test("online tries again at once, however often it failed before", () => {
  for (let n = 0; n < 8; n += 1) {
    last().onclose?.();
    mock.timers.tick(12_000);
  }
  last().onclose?.();
  const before = Line.made.length;
  given.window.dispatchEvent(new Event("online"));
  assert.equal(Line.made.length, before + 1);
  last().open();
  assert.equal(states.at(-1), "open");
});

test("a line that opens but never answers is given up too", () => {
  given.window.dispatchEvent(new Event("offline"));
  given.window.dispatchEvent(new Event("online"));
  const before = Line.made.length;
  mock.timers.tick(12_000);
  mock.timers.tick(1_000);
  assert.equal(Line.made.length, before + 1);
});

test("a page that slept looks at the clock when it is seen again", () => {
  const slept = mock.method(Date, "now", () => 3_600_000);
  page.dispatchEvent(new Event("visibilitychange"));
  slept.mock.restore();
  assert.equal(Line.made.length, 2);
});

test("a page that is closed tries nothing more", () => {
  line?.destroy();
  given.window.dispatchEvent(new Event("online"));
  mock.timers.tick(60_000);
  assert.equal(Line.made.length, 1);
});
