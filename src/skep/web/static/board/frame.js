// The nodes that every board has, in the order in which they are read and drawn.

import { el, svg } from "../base/dom.js";
import { t } from "../base/i18n.js";

/** @param {HTMLElement} root */
export function makeFrame(root) {
  const layers = {
    under: svg("g", { "aria-hidden": "true" }),
    tiles: svg("g", { class: "tiles" }),
    notes: svg("g", { "aria-hidden": "true" }),
    targets: svg("g", { class: "marks-targets", "aria-hidden": "true" }),
    over: svg("g", { "aria-hidden": "true" }),
    cells: svg("g", { class: "cells" }),
  };
  const world = svg("g", {}, ...Object.values(layers));
  const surface = svg("svg", { class: "board__surface", role: "group", "aria-label": t("Board") }, world);
  const fit = el("button", { type: "button", class: "board__tool", "aria-label": t("Show the whole hive"), title: t("Show the whole hive") },
    svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5" })));
  const confirm = el("div", { class: "board__confirm", hidden: true },
    el("button", { type: "button", class: "button button--primary", "data-do": "yes" }, t("Play it")),
    el("button", { type: "button", class: "button", "data-do": "no" }, t("Take back")));
  const table = el("div", { class: "board__table" }, surface, el("div", { class: "board__tools" }, fit), confirm);
  const own = el("div", { class: "board__reserve board__reserve--own" });
  const other = el("div", { class: "board__reserve board__reserve--other" });
  const carry = el("div", { class: "board__carry", hidden: true, "aria-hidden": "true" });
  root.replaceChildren(other, table, own, carry);
  root.classList.add("board");
  return {
    world, layers, surface, table, fit, confirm, own, other, carry,
    remove() {
      root.replaceChildren();
      root.classList.remove("board");
      root.removeAttribute("data-ready");
    },
  };
}
