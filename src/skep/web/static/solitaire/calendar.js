// A month of puzzles: each day a cell of the comb, and how it went.

import { el } from "../base/dom.js";
import { t } from "../base/i18n.js";
import { dayText, gradeName, resultText } from "./words.js";

/** @typedef {import("../net/messages.js").CalendarTold} CalendarTold */
/** @typedef {import("../net/messages.js").CalendarDay} CalendarDay */

/** Another month, as 2026-11. @param {string} month @param {number} by */
export function monthFrom(month, by) {
  const [year, number] = month.split("-").map(Number);
  const count = year * 12 + (number - 1) + by;
  return `${Math.floor(count / 12)}-${String((count % 12) + 1).padStart(2, "0")}`;
}

/** The days of a month, and how many cells are before the first in a week that begins on Monday. @param {string} month */
export function daysOf(month) {
  const [year, number] = month.split("-").map(Number);
  const count = new Date(year, number, 0).getDate();
  return { lead: (new Date(year, number - 1, 1).getDay() + 6) % 7, days: Array.from({ length: count }, (_, n) => `${month}-${String(n + 1).padStart(2, "0")}`) };
}

/** @param {CalendarDay} day */
function stateWords(day) {
  switch (day.state) {
    case "gold":
      return t("gold");
    case "solved":
      return t("solved");
    case "begun":
      return t("begun");
    case "given up":
      return t("not finished");
    default:
      return t("not played");
  }
}

/** @param {CalendarDay} day */
function dayLabel(day) {
  const parts = [dayText(day.day), gradeName(day.grade), stateWords(day)];
  if (day.attempt?.is_over) parts.push(resultText(day.attempt));
  return parts.filter(Boolean).join(", ");
}

/** @param {CalendarDay|undefined} day @param {string} date @param {string} shown */
function cell(day, date, shown) {
  const number = String(Number(date.slice(8)));
  if (!day) return el("li", { class: "month__day" }, el("span", { "aria-hidden": "true" }, number));
  return el("li", { class: "month__day", "data-state": day.state, "data-on-time": day.on_time ? "yes" : null },
    el("a", { href: `/today?day=${date}`, "aria-label": dayLabel(day), title: dayLabel(day), "aria-current": date === shown ? "date" : null }, number));
}

/** @param {HTMLElement} root @param {CalendarTold} told @param {string} shown the day that is looked at */
export function drawMonth(root, told, shown) {
  const { lead, days } = daysOf(told.month);
  const known = new Map(told.days.map((day) => [day.day, day]));
  const blanks = Array.from({ length: lead }, () => el("li", { "aria-hidden": "true" }));
  // 2024 began on a Monday.
  const names = Array.from({ length: 7 }, (_, n) => el("li", { class: "month__weekday", "aria-hidden": "true" }, dayText(`2024-01-0${n + 1}`, { weekday: "narrow" })));
  root.replaceChildren(...names, ...blanks, ...days.map((date) => cell(known.get(date), date, shown)));
}
