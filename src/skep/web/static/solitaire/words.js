// Names and sentences of the solitaire.

import { pageLanguage, t, tn } from "../base/i18n.js";

/** @typedef {import("../net/messages.js").Attempt} Attempt */

/** @param {string|null} grade */
export function gradeName(grade) {
  switch (grade) {
    case "easy":
      return t("easy");
    case "medium":
      return t("medium");
    case "hard":
      return t("hard");
    case "expert":
      return t("expert");
    default:
      return "";
  }
}

/** @param {string} silhouette */
export function silhouetteName(silhouette) {
  switch (silhouette) {
    case "comb":
      return t("comb");
    case "boat":
      return t("boat");
    case "tower":
      return t("tower");
    case "fox":
      return t("fox");
    case "arrow":
      return t("arrow");
    case "pot":
      return t("pot");
    default:
      return t("shadow of a solution");
  }
}

/** Time that was taken, to the second. @param {number} ms */
export function clockText(ms) {
  const seconds = Math.floor(Math.max(0, ms) / 1000);
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** @param {number} joins @param {number|null} best */
export const joinsText = (joins, best) => (best === null ? String(joins) : `${joins}/${best}`);

/** How far somebody came, in few signs. @param {Attempt} attempt */
export function resultText({ solved, laid, size, joins, best, time_ms: time }) {
  const far = solved ? joinsText(joins, best) : t("{laid} of {size}", { laid, size });
  return `${far} · ${clockText(time)}`;
}

/** @param {number} n */
export const joinsWords = (n) => tn("{n} join", "{n} joins", n);

/** @param {number} n */
export const streakWords = (n) => tn("{n} day in a row", "{n} days in a row", n);

/** A date in the reader's own way. @param {string} day as 2026-11-16 @param {Intl.DateTimeFormatOptions} [options] */
export function dayText(day, options = { weekday: "long", day: "numeric", month: "long" }) {
  const [year, month, date] = day.split("-").map(Number);
  return new Intl.DateTimeFormat(pageLanguage(), options).format(new Date(year, month - 1, date));
}
