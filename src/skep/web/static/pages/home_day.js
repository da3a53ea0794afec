// The puzzle of the day, small, on the home page: whose day it is only the browser knows.

import { partsIn, put, write } from "../base/dom.js";
import { t } from "../base/i18n.js";
import { pictureOf } from "../laruche/drawing.js";
import { look } from "../net/questions.js";
import { gradeName, streakWords } from "../solitaire/words.js";

/** @typedef {import("../net/messages.js").DayTold} DayTold */

/** How it stands for whoever looks. @param {Pick<DayTold, "yours"|"streak">} day */
export function standing({ yours, streak }) {
  const row = streak.days ? streakWords(streak.days) : null;
  if (yours?.solved) return [yours.gold ? t("gold") : t("solved"), row].filter(Boolean).join(" · ");
  if (yours && !yours.is_over) return t("{laid} of {size}", { laid: yours.laid, size: yours.size });
  return row ?? t("play it today");
}

/** @param {HTMLElement} root of the template's card */
export async function mountHomeDay(root) {
  const part = partsIn(root);
  /** @type {DayTold|null} */
  const day = await look("/api/solitaire/day", { utc_offset_min: -new Date().getTimezoneOffset() }).catch(() => null);
  if (day) {
    part("day-tiles").replaceChildren(...day.tiles.map((tile) => pictureOf(tile, tile, true)));
    write(part("day-grade"), t("Solitaire, {grade}", { grade: gradeName(day.grade) }));
    write(part("day-streak"), standing(day));
  }
  put(root, { "data-state": day ? "ready" : "none", "data-solved": Boolean(day?.yours?.solved) });
}
