// The card of a day: its tiles, what is known of it, and the way to its table.

import { el, put, write } from "../base/dom.js";
import { t, tn } from "../base/i18n.js";
import { pictureOf } from "../laruche/drawing.js";
import { drawStandings } from "./standings.js";
import { dayText, gradeName, resultText, streakWords } from "./words.js";

/** @typedef {import("../net/messages.js").DayTold} DayTold */

/** Tiles as a honeycomb of two rows. @param {HTMLElement} root @param {readonly string[]} tiles */
export function drawTiles(root, tiles) {
  const half = Math.ceil(tiles.length / 2);
  const row = (/** @type {readonly string[]} */ some) => el("div", { class: "deal__row" }, ...some.map((tile) => pictureOf(tile, tile, true)));
  root.replaceChildren(row(tiles.slice(0, half)), row(tiles.slice(half)));
}

/** How it stands with the person here, in a line. @param {DayTold} told */
export function yoursWords({ yours, best }) {
  if (!yours) return best === null ? "" : t("Best today: {n} joins", { n: best });
  if (!yours.is_over) return t("You are at {laid} of {size}.", { laid: yours.laid, size: yours.size });
  if (yours.gold) return t("Gold: {result}", { result: resultText(yours) });
  return yours.solved ? t("Solved: {result}", { result: resultText(yours) }) : t("Ended: {result}", { result: resultText(yours) });
}

/** What the button does. @param {DayTold} told */
export function playWords({ yours }) {
  if (!yours) return t("Play");
  return yours.is_over ? t("See your hive") : t("Go on");
}

/** @param {DayTold["streak"]} streak */
export function streakText({ days, longest, at_risk: isAtRisk }) {
  if (!days) return longest ? t("No streak now; the longest was {n}.", { n: longest }) : t("Solve today's puzzle to begin a streak.");
  return isAtRisk ? t("{days}: solve today's to keep it", { days: streakWords(days) }) : streakWords(days);
}

/** @param {(name: string) => HTMLElement} part @param {DayTold} told */
export function drawDay(part, told) {
  write(part("day-title"), told.is_today ? t("Today") : dayText(told.day));
  const what = [told.is_today ? dayText(told.day) : null, told.number === null ? null : t("La Ruche #{n}", { n: told.number }), gradeName(told.grade)];
  write(part("day-what"), what.filter(Boolean).join(" · "));
  drawTiles(part("day-tiles"), told.tiles);
  write(part("day-yours"), yoursWords(told));
  write(part("day-best"), told.yours && told.best !== null ? t("best today {n}", { n: told.best }) : "");
  write(part("day-play"), playWords(told));
  put(part("day"), { "data-gold": told.yours?.gold ? "yes" : null, "data-day": told.day });
  write(part("streak"), streakText(told.streak));
  write(part("day-late"), told.is_today ? "" : t("An older day fills your calendar, not your streak."));
  write(part("day-played"), told.played === 0 ? "" : tn("{n} person has played it.", "{n} people have played it.", told.played));
  drawStandings(part("standings"), told);
}
