// A move as it stands in a list: in words with pictures of the bugs, or in notation.

import { el } from "../base/dom.js";
import { t } from "../base/i18n.js";
import { preferences } from "../base/preferences.js";
import { looseTile } from "./board/tiles.js";
import { readMove } from "./position.js";
import { moveWords, whereWords } from "./sentences.js";
import { shortName } from "./words.js";

/** @typedef {import("./words.js").Layout} Layout */
/** @typedef {{key: string, isNotation: boolean, layout: Layout}} RowLook `key`: rows of the same key look the same */

const PICTURE = "\uFFFC"; // where a picture stands in a text

/** How the reader wants moves to be written. @param {Layout} layout as the board is seen @returns {RowLook} */
export function rowLook(layout) {
  const isNotation = preferences().moves === "notation";
  const { orientation, rotation, mirror } = layout;
  return { key: isNotation ? "" : `${orientation}${rotation}${mirror ? "m" : ""}`, isNotation, layout };
}

/** @param {string} text @param {RowLook} look @returns {Element[]} */
export function moveRow(text, { isNotation, layout }) {
  const move = readMove(text);
  if (!move) return [el("span", { class: "move__pass" }), el("span", { class: "move__text" }, t("pass"))];
  const [, where = ""] = text.split(" ");
  const words = isNotation ? [`${move.piece.slice(1)} ${where}`.trim()] : [shortName(move.piece), el("small", {}, ...shortWhere(move, layout))];
  return [
    looseTile("#skep-", move.piece),
    el("span", { class: "move__text", "aria-hidden": "true" }, ...words),
    // Heard instead of what is seen: pictures and letters say nothing.
    el("span", { class: "visually-hidden" }, moveWords(text, layout)),
  ];
}

/** Beside or on which piece, with its picture. @param {{reference: string, step: number[]|null}} move @param {Layout} layout */
function shortWhere(move, layout) {
  if (!move.reference) return [t("in the middle")];
  const [before, after] = whereWords(move, PICTURE, layout).split(PICTURE);
  return [before, looseTile("#skep-", move.reference), after];
}

/** The moves that a search expects, as far as they can be read at a glance. @param {readonly string[]} line @param {RowLook} look */
export const lineWords = (line, { isNotation, layout }) =>
  isNotation ? line.slice(0, 3).join(", ") : line.slice(0, 1).map((text) => moveWords(text, layout)).join("");
