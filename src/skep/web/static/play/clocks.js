// The clock of one seat. It shows what the server's times say and never counts by itself.

import { formatTime } from "../base/clock.js";
import { put, write } from "../base/dom.js";

/** @typedef {import("../net/messages.js").Clock} Clock */

const TICK_MS = 100;
const LOW_MS = 20_000;

/** @param {Clock} clock @param {number} seat @param {number} now */
export function timeLeft(clock, seat, now) {
  const ran = clock.running === seat ? Math.max(0, now - clock.since_ms) : 0;
  return clock.left_ms[seat] - ran;
}

/**
 * @param {HTMLElement} root
 * @param {{clock: Clock|null, seat: number}} first
 * @param {{now(): number}} on server time
 */
export function mountClock(root, first, on) {
  let { clock, seat } = first;
  let ticking = 0;

  function draw() {
    root.hidden = !clock;
    if (!clock) return;
    const left = timeLeft(clock, seat, on.now());
    write(root, formatTime(left));
    put(root, { "data-low": left < LOW_MS && clock.running === seat ? "yes" : null });
  }

  function stop() {
    clearInterval(ticking);
    ticking = 0;
  }

  /** @param {{clock: Clock|null, seat: number}} next */
  function set(next) {
    ({ clock, seat } = next);
    draw();
    const runs = clock?.running === seat;
    if (runs && !ticking) ticking = window.setInterval(draw, TICK_MS);
    else if (!runs) stop();
  }

  set(first);
  return { set, destroy: stop };
}
