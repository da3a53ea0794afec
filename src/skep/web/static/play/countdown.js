// A sentence with the time that is left until something happens. It shows what the server's times say.

import { formatWait } from "../base/clock.js";
import { write } from "../base/dom.js";

/**
 * @typedef {object} Countdown
 * @property {number} until in server time
 * @property {(left: string) => string} words with the time that is left
 * @property {string} [past] what is said when it is over; without it nothing is
 */

const TICK_MS = 200;

/**
 * @param {HTMLElement} root hidden while there is nothing to wait for
 * @param {HTMLElement} text
 * @param {Countdown|null} first
 * @param {{now(): number, announce(words: string): void, past?(isPast: boolean): void}} on `past`: is it over?
 */
export function mountCountdown(root, text, first, on) {
  /** @type {Countdown|null} */
  let shown = null;
  let ticking = 0;
  /** What was said aloud: once when it begins, once when it is over. @type {string|null} */
  let said = null;

  function draw() {
    if (!shown) return;
    const left = shown.until - on.now();
    const isPast = left <= 0;
    root.hidden = isPast && shown.past === undefined;
    const words = isPast ? (shown.past ?? "") : shown.words(formatWait(left));
    write(text, words);
    on.past?.(isPast);
    const saying = `${shown.until} ${isPast}`;
    if (saying !== said && words) on.announce(words);
    said = saying;
  }

  function stop() {
    clearInterval(ticking);
    ticking = 0;
  }

  /** @param {Countdown|null} next */
  function set(next) {
    shown = next;
    if (next) {
      draw();
      if (!ticking) ticking = window.setInterval(draw, TICK_MS);
      return;
    }
    stop();
    said = null;
    root.hidden = true;
    write(text, "");
  }

  set(first);
  return { set, destroy: stop };
}
