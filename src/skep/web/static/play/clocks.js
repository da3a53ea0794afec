// The clock of one seat. It shows what the server's times say and never counts by itself.

import { formatTime } from "../base/clock.js";
import { put, write } from "../base/dom.js";
import { pageLanguage, t } from "../base/i18n.js";

/** @typedef {import("../net/messages.js").Clock} Clock */

const TICK_MS = 100;
const LOW_MS = 20_000;

/** @param {Clock} clock @param {number} seat @param {number} now */
export function timeLeft(clock, seat, now) {
  const ran = clock.running === seat ? Math.max(0, now - clock.since_ms) : 0;
  return clock.left_ms[seat] - ran;
}

/**
 * After a long outage of the server nobody loses on time for a while. Told to who has none left of their own.
 * @param {Clock|null} clock @param {number|null} graceUntil @param {number} now
 * @returns {import("./countdown.js").Countdown|null}
 */
export function graceCountdown(clock, graceUntil, now) {
  if (!clock || graceUntil === null || clock.running === null || clock.running === undefined) return null;
  if (now >= graceUntil || timeLeft(clock, clock.running, now) > 0) return null;
  const until = new Date(graceUntil).toLocaleString(pageLanguage(), { weekday: "short", hour: "2-digit", minute: "2-digit" });
  return { until: graceUntil, words: () => t("The time is up, but the server was away: a move counts until {until}.", { until }) };
}

/** @typedef {{clock: Clock|null, seat: number, graceUntil?: number|null}} ClockProps */

/**
 * @param {HTMLElement} root
 * @param {ClockProps} first
 * @param {{now(): number}} on server time
 */
export function mountClock(root, first, on) {
  let { clock, seat, graceUntil = null } = first;
  let ticking = 0;

  function draw() {
    root.hidden = !clock;
    if (!clock) return;
    const own = timeLeft(clock, seat, on.now());
    const extra = own <= 0 && clock.running === seat && graceUntil !== null ? graceUntil - on.now() : null;
    const left = extra ?? own;
    write(root, formatTime(left));
    put(root, { "data-low": left < LOW_MS && clock.running === seat ? "yes" : null, title: extra === null ? null : t("Extra time") });
  }

  function stop() {
    clearInterval(ticking);
    ticking = 0;
  }

  /** @param {ClockProps} next */
  function set(next) {
    ({ clock, seat, graceUntil = null } = next);
    draw();
    const runs = clock?.running === seat;
    if (runs && !ticking) ticking = window.setInterval(draw, TICK_MS);
    else if (!runs) stop();
  }

  set(first);
  return { set, destroy: stop };
}
