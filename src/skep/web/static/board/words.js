// How pieces are called.

import { t } from "../base/i18n.js";

export const BUGS = ["Q", "S", "B", "G", "A", "M", "L", "P"];
export const SYMBOLS = {
  Q: "queen",
  S: "spider",
  B: "beetle",
  G: "grasshopper",
  A: "ant",
  M: "mosquito",
  L: "ladybug",
  P: "pillbug",
};

/** @param {string} bug */
export function bugName(bug) {
  switch (bug) {
    case "Q":
      return t("queen");
    case "S":
      return t("spider");
    case "B":
      return t("beetle");
    case "G":
      return t("grasshopper");
    case "A":
      return t("ant");
    case "M":
      return t("mosquito");
    case "L":
      return t("ladybug");
    default:
      return t("pillbug");
  }
}

/** @param {string} id such as wA1 */
export function pieceName(id) {
  const bug = bugName(id[1]);
  const number = id.slice(2);
  if (id[0] === "w") {
    return number ? t("white {bug} {number}", { bug, number }) : t("white {bug}", { bug });
  }
  return number ? t("black {bug} {number}", { bug, number }) : t("black {bug}", { bug });
}

/** @param {string} color */
export const colorName = (color) => (color === "w" ? t("white") : t("black"));

/** @param {string} kind */
export function kindName(kind) {
  switch (kind) {
    case "place":
      return t("place here");
    case "climb":
      return t("climb here");
    case "jump":
      return t("jump here");
    case "throw":
      return t("throw here");
    default:
      return t("move here");
  }
}
