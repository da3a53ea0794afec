// The time that counts, as a figure that runs by itself.

import { write } from "../base/dom.js";
import { clockText } from "./words.js";

const TICK_MS = 250;

/** @param {HTMLElement} root @param {() => number} timeMs */
export function mountTimer(root, timeMs) {
  const draw = () => write(root, clockText(timeMs()));
  const ticking = window.setInterval(draw, TICK_MS);
  draw();
  return { draw, destroy: () => clearInterval(ticking) };
}
