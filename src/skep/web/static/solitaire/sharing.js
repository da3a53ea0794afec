// What is sent to others of a finished solitaire, and the links that lead back here.

import { el } from "../base/dom.js";

/** @typedef {import("./model.js").Solo} Solo */

/** The symbols of the text: what a tile touched when it was laid. @type {Record<string, string>} */
const SYMBOLS = { "🟨": "two", "🟧": "three", "🟥": "four", "💡": "hint" };

/** How far the clock here is ahead of UTC, in minutes: the day is the reader's own. */
export const todayOffset = () => -new Date().getTimezoneOffset();

/** @param {string} origin @param {string} day as 2026-11-16 */
export const dayLink = (origin, day) => `${origin}/today?day=${day}`;

/** The same tiles for somebody else. @param {string} origin @param {string} game @param {string} key */
export const challengeLink = (origin, game, key) => `${origin}/today?${new URLSearchParams({ beat: game, ...(key ? { key } : {}) })}`;

/** @param {Solo} solo @param {string} origin */
export function shareText({ puzzle, status }, origin) {
  const options = new URLSearchParams({ deal: puzzle.deal, reading: puzzle.reading, silhouette: puzzle.silhouette });
  const link = puzzle.day === null ? `${origin}/today?${options}` : dayLink(origin, puzzle.day);
  return `${status.share ?? ""}\n${link}`;
}

/** The second line of a text as cells, since not every device has the signs. @param {HTMLElement} root @param {string} share */
export function drawSymbols(root, share) {
  const cells = [...(share.split("\n")[1] ?? "")].filter((sign) => sign in SYMBOLS);
  root.replaceChildren(...cells.map((sign) => el("i", { "data-symbol": SYMBOLS[sign] })));
}
