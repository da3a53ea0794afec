// A move as it stands in a list.

import { el } from "../base/dom.js";
import { t } from "../base/i18n.js";
import { looseTile } from "./board/tiles.js";
import { readMove } from "./position.js";
import { pieceName } from "./words.js";

/** @param {string} text @returns {Element[]} */
export function moveRow(text) {
  const move = readMove(text);
  if (!move) return [el("span", { class: "move__pass" }), el("span", { class: "move__text" }, t("pass"))];
  const where = text.split(" ")[1] ?? "";
  return [
    looseTile("#skep-", move.piece),
    el("span", { class: "move__text" }, `${move.piece.slice(1)} ${where}`.trim()),
    // Heard besides what is seen: letters alone say little.
    el("span", { class: "visually-hidden" }, pieceName(move.piece)),
  ];
}
