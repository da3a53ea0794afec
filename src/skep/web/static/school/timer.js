// How long an exercise has taken. Off until somebody wants it, and then for every one that follows.

import { put, write } from "../base/dom.js";

const KEY = "skep-practice-timer";
const SECOND_MS = 1000;

/** @param {number} ms */
export function timeWords(ms) {
  const seconds = Math.floor(ms / SECOND_MS);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

function isWanted() {
  try {
    return localStorage.getItem(KEY) === "yes";
  } catch {
    return false;
  }
}

/** @param {HTMLElement} button switches it on and off @param {HTMLElement} shown @param {AbortSignal} signal */
export function mountTimer(button, shown, signal) {
  let from = Date.now();
  /** @type {number|null} */
  let stopped = null;
  let isOn = isWanted();

  function draw() {
    put(button, { "aria-pressed": String(isOn) });
    put(shown, { hidden: !isOn });
    write(shown, timeWords((stopped ?? Date.now()) - from));
  }

  button.addEventListener("click", () => {
    isOn = !isOn;
    try {
      localStorage.setItem(KEY, isOn ? "yes" : "no");
    } catch {
      // then it is off again on the next page
    }
    draw();
  }, { signal });
  const ticking = setInterval(draw, SECOND_MS / 4);
  signal.addEventListener("abort", () => clearInterval(ticking));
  draw();

  return {
    start() {
      [from, stopped] = [Date.now(), null];
      draw();
    },
    stop() {
      stopped ??= Date.now();
      draw();
    },
  };
}
