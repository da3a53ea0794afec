// Everyone's results of a day: those without hints, and apart from them those with.

import { el } from "../base/dom.js";
import { t } from "../base/i18n.js";
import { shownName } from "../base/people.js";
import { clockText, joinsText } from "./words.js";

/** @typedef {import("../net/messages.js").Ranked} Ranked */

/** @param {Ranked} line */
function row({ rank, name, you, attempt }) {
  const far = attempt.solved ? joinsText(attempt.joins, attempt.best) : t("{laid} of {size}", { laid: attempt.laid, size: attempt.size });
  return el("li", { "data-you": you ? "yes" : null, "data-gold": attempt.gold ? "yes" : null },
    el("span", { class: "standings__rank" }, String(rank)),
    el("span", { class: "standings__name", translate: "no" }, shownName(name)),
    el("span", { class: "standings__far" }, far),
    el("span", { class: "standings__time" }, clockText(attempt.time_ms)));
}

/** @param {string} title @param {readonly Ranked[]} lines */
function list(title, lines) {
  return [el("h3", {}, title), lines.length ? el("ol", { class: "standings__list", "aria-label": title }, ...lines.map(row)) : el("p", { class: "soft" }, t("Nobody yet."))];
}

/** @param {HTMLElement} root @param {import("../net/messages.js").DayTold|null} told null: not known */
export function drawStandings(root, told) {
  if (!told) root.replaceChildren();
  else if (!told.without_hints || !told.with_hints) root.replaceChildren(el("p", { class: "soft" }, t("Play first: then you see how everybody did.")));
  else root.replaceChildren(...list(t("Without hints"), told.without_hints), ...list(t("With hints"), told.with_hints));
}
