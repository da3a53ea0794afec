// The list of lessons: which of them are half done, as this browser knows it.

import { el } from "../base/dom.js";
import { t } from "../base/i18n.js";
import { keptStep } from "../school/progress.js";

for (const card of document.querySelectorAll("[data-lesson]")) {
  const kept = keptStep(card.getAttribute("data-lesson") ?? "");
  const all = Number(card.getAttribute("data-steps"));
  if (kept && kept.at > 0 && kept.at < all) {
    card.setAttribute("data-half", "yes");
    card.append(el("span", { class: "lesson-card__half" }, t("Step {n} of {all}", { n: kept.at + 1, all })));
  }
}
