// The puzzle of the day, small, on the home page: whose day it is only the browser knows.

import { partsIn, put, write } from "../base/dom.js";
import { t, tn } from "../base/i18n.js";
import { pictureOf } from "../laruche/drawing.js";

/** @typedef {import("../net/messages.js").DayTold} DayTold */

/** @param {DayTold["grade"]} grade */
function gradeWords(grade) {
  if (grade === "easy") return t("easy");
  if (grade === "medium") return t("medium");
  return grade === "hard" ? t("hard") : t("expert");
}

/** How it stands for whoever looks. @param {DayTold} day */
export function standing({ yours, streak }) {
  if (yours?.gold) return t("gold");
  if (yours?.solved) return t("solved");
  if (yours && !yours.is_over) return t("begun");
  return streak.days ? tn("{n} day in a row", "{n} days in a row", streak.days) : t("play it today");
}

/** @param {HTMLElement} root of the template's card */
export async function mountDayCard(root) {
  const part = partsIn(root);
  const offset = -new Date().getTimezoneOffset();
  const answer = await fetch(`/api/solitaire/day?utc_offset_min=${offset}`).catch(() => null);
  if (!answer?.ok) {
    put(root, { "data-state": "none" });
    return;
  }
  /** @type {DayTold} */
  const day = await answer.json();
  part("day-tiles").replaceChildren(...day.tiles.map((tile) => pictureOf(tile, tile, true)));
  write(part("day-grade"), t("Solitaire, {grade}", { grade: gradeWords(day.grade) }));
  write(part("day-streak"), standing(day));
  put(root, { "data-state": "ready", "data-solved": Boolean(day.yours?.solved) });
}
