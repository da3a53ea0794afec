// The nodes that every board has, in the order in which they are read and drawn.

import { el, svg } from "../../base/dom.js";
import { t } from "../../base/i18n.js";
import { makeStage } from "../../hexes/stage.js";

/** @param {HTMLElement} root */
export function makeFrame(root) {
  const stage = makeStage({
    under: svg("g", { "aria-hidden": "true" }),
    tiles: svg("g", { class: "tiles" }),
    notes: svg("g", { "aria-hidden": "true" }),
    targets: svg("g", { class: "marks-targets", "aria-hidden": "true" }),
    over: svg("g", { "aria-hidden": "true" }),
    cells: svg("g", { class: "cells" }),
  }, { surface: t("Board"), fit: t("Show the whole hive") });
  const confirm = el("div", { class: "board__confirm", hidden: true },
    el("button", { type: "button", class: "button button--primary", "data-do": "yes" }, t("Play it")),
    el("button", { type: "button", class: "button", "data-do": "no" }, t("Take back")));
  stage.table.append(confirm);
  const own = el("div", { class: "board__reserve board__reserve--own" });
  const other = el("div", { class: "board__reserve board__reserve--other" });
  root.replaceChildren(other, stage.table, own, stage.carry);
  root.classList.add("board");
  return {
    stage, confirm, own, other,
    remove() {
      root.replaceChildren();
      root.classList.remove("board");
      root.removeAttribute("data-ready");
    },
  };
}
