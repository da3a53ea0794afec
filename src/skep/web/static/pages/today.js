// The puzzle of the day, older days, free deals, and what others ask one to beat.

import { pageData, partsIn, put, write } from "../base/dom.js";
import { t } from "../base/i18n.js";
import { shownName } from "../base/people.js";
import { ask, look } from "../net/questions.js";
import { drawMonth, monthFrom } from "../solitaire/calendar.js";
import { drawDay, drawTiles, playWords } from "../solitaire/day_card.js";
import { dealOptions, mountDealForm } from "../solitaire/deal_form.js";
import { todayOffset } from "../solitaire/sharing.js";
import { dayText, resultText } from "../solitaire/words.js";

const page = /** @type {HTMLElement} */ (document.getElementById("today"));
const part = partsIn(page);
const query = new URLSearchParams(location.search);
const life = new AbortController();
const { signal } = life;
/** @type {{first_day: string}} */
const { first_day: firstDay } = pageData("data");
let month = "";

/** @param {any} problem */
function problemWords(problem) {
  switch (problem?.code) {
    case "TOO_FAST":
    case "BUSY":
      return t("The solver is busy. Try again in a moment.");
    case "INVALID_OPTIONS":
      return t("These tiles cannot be laid so. Choose something else.");
    default:
      return t("That did not work. Try again.");
  }
}

/** @param {Record<string, string|number|boolean>} options @param {HTMLElement} button @param {HTMLElement} said */
async function begin(options, button, said) {
  put(button, { disabled: true, "aria-busy": "true" });
  write(said, t("Tiles are being looked for…"));
  try {
    const made = await ask("/api/games", { game: "solitaire", seats: [{ who: "me" }], options });
    location.assign(`/g/${made.game.id}`);
  } catch (problem) {
    write(said, problemWords(problem));
    put(button, { disabled: false, "aria-busy": null });
  }
}

/** The attempt that counts goes on; without one, a new one begins. @param {import("../net/messages.js").DayTold} told */
function mountPlay(told) {
  const button = part("day-play");
  write(button, playWords(told));
  button.addEventListener("click", () => {
    if (told.yours) location.assign(`/g/${told.yours.game}`);
    else void begin({ day: told.day, utc_offset_min: todayOffset() }, button, part("day-said"));
  }, { signal });
}

/** @param {string} wanted as 2026-11 @param {string} shown */
async function showMonth(wanted, shown) {
  const told = await look("/api/solitaire/calendar", { month: wanted, utc_offset_min: todayOffset() });
  month = wanted;
  drawMonth(part("month"), told, shown);
  write(part("month-title"), dayText(`${wanted}-01`, { month: "long", year: "numeric" }));
  put(part("month-back"), { disabled: wanted <= firstDay.slice(0, 7) });
  put(part("month-on"), { disabled: wanted >= dayHere().slice(0, 7) });
}

/** The date on the reader's calendar. */
function dayHere() {
  const now = new Date();
  return `${now.getFullYear()}-${String(now.getMonth() + 1).padStart(2, "0")}-${String(now.getDate()).padStart(2, "0")}`;
}

/** Somebody's hive to beat. @param {string} game */
async function showChallenge(game) {
  const told = /** @type {import("../net/messages.js").ChallengeTold} */ (await look("/api/solitaire/challenge", { game, key: query.get("key") ?? "" }));
  write(part("challenge-title"), t("Beat the hive of {name}", { name: shownName(told.name) }));
  write(part("challenge-words"), t("{result}. The same tiles wait for you.", { result: resultText(told.attempt) }));
  const { options } = told;
  offer("day" in options ? { day: options.day, utc_offset_min: todayOffset() } : options, typeof options.day === "string" ? options.day : null);
}

/** Tiles that somebody sent. @param {string} deal */
function showDeal(deal) {
  write(part("challenge-title"), t("Tiles that somebody sent you"));
  write(part("challenge-words"), t("The same deal, for you to lay."));
  offer({ deal, reading: query.get("reading") ?? "third", silhouette: query.get("silhouette") ?? "none" }, null);
}

/** @param {Record<string, string|number|boolean>} options @param {string|null} day */
function offer(options, day) {
  const button = part("challenge-play");
  part("challenge").hidden = false;
  button.addEventListener("click", async () => {
    const mine = day === null ? null : await look("/api/solitaire/day", { day, utc_offset_min: todayOffset() }).catch(() => null);
    if (mine?.yours) location.assign(`/g/${mine.yours.game}`);
    else void begin(options, button, part("challenge-said"));
  }, { signal });
}

async function open() {
  const day = query.get("day");
  const offset = todayOffset();
  const shown = day ?? dayHere();
  const [told] = await Promise.all([
    look("/api/solitaire/day", { utc_offset_min: offset, ...(day ? { day } : {}) }),
    showMonth(shown < firstDay ? firstDay.slice(0, 7) : shown.slice(0, 7), shown),
    query.get("beat") ? showChallenge(query.get("beat") ?? "").catch(() => write(part("day-said"), t("That hive is not here any more."))) : null,
  ]);
  if (query.get("deal")) showDeal(query.get("deal") ?? "");
  drawDay(part, told);
  drawTiles(part("day-tiles"), told.tiles);
  mountPlay(told);
  put(page, { "data-state": "ready" });
}

const form = /** @type {HTMLFormElement} */ (part("deal"));
mountDealForm(form, part("deal-size"), signal);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  void begin(dealOptions(new FormData(form)), part("deal-button"), part("deal-said"));
}, { signal });
part("month-back").addEventListener("click", () => void showMonth(monthFrom(month, -1), query.get("day") ?? dayHere()), { signal });
part("month-on").addEventListener("click", () => void showMonth(monthFrom(month, 1), query.get("day") ?? dayHere()), { signal });
open().catch((problem) => {
  write(part("problem"), problem?.code === "NOT_FOUND" ? t("That day has not come yet.") : problemWords(problem));
  put(page, { "data-state": "failed" });
});
