// How pieces are called.

import { t } from "../base/i18n.js";
import { centreOf } from "../hexes/geometry.js";

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

/**
 * A page has one language, and a board says the same few names all the time.
 * @template {string} A
 * @param {(name: A) => string} say
 * @returns {(name: A) => string}
 */
function remembered(say) {
  /** @type {Map<A, string>} */
  const said = new Map();
  return (name) => {
    let words = said.get(name);
    if (words === undefined) {
      words = say(name);
      said.set(name, words);
    }
    return words;
  };
}

/** Such as wA1. */
export const pieceName = remembered(fullName);

/** Without its colour, such as "ant 1". @param {string} id */
export const shortName = (id) => (id.length > 2 ? t("{bug} {number}", { bug: bugName(id[1]), number: id.slice(2) }) : bugName(id[1]));

/** @param {string} id */
function fullName(id) {
  const bug = bugName(id[1]);
  const number = id.slice(2);
  if (id[0] === "w") {
    return number ? t("white {bug} {number}", { bug, number }) : t("white {bug}", { bug });
  }
  return number ? t("black {bug} {number}", { bug, number }) : t("black {bug}", { bug });
}

/** @param {string} color */
export const colorName = (color) => (color === "w" ? t("white") : t("black"));

/** Of a move: place, slide, climb, jump, throw. */
export const kindName = remembered(kindWords);

/** @param {string} kind */
function kindWords(kind) {
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

/** @typedef {import("../hexes/geometry.js").Layout} Layout */

// Of twelve directions counterclockwise from the east a board shows six, by how its cells stand.
const DIRECTIONS = ["e", "ne", "ne", "n", "nw", "nw", "w", "sw", "sw", "s", "se", "se"];

/** Where a neighbour lies as the board is seen, turned and mirrored. @param {Layout} layout @param {readonly number[]} step */
export function directionOf(layout, [q, r]) {
  const { x, y } = centreOf(layout, { q, r });
  return DIRECTIONS[(Math.round((Math.atan2(-y, x) * 6) / Math.PI) + 12) % 12];
}

/** An empty cell, seen from a neighbour: its direction from there and the piece, as "ne wA1". */
export const besideName = remembered((/** @type {string} */ side) => {
  const [direction, id] = side.split(" ");
  return `${t("empty cell")}, ${besideWords(direction, pieceName(id))}`;
});

/** @param {string} direction @param {string} piece */
export function besideWords(direction, piece) {
  switch (direction) {
    case "e":
      return t("east of {piece}", { piece });
    case "ne":
      return t("north-east of {piece}", { piece });
    case "n":
      return t("north of {piece}", { piece });
    case "nw":
      return t("north-west of {piece}", { piece });
    case "w":
      return t("west of {piece}", { piece });
    case "sw":
      return t("south-west of {piece}", { piece });
    case "s":
      return t("south of {piece}", { piece });
    default:
      return t("south-east of {piece}", { piece });
  }
}

/**
 * "white ant 1, pinned, on black beetle 2"
 * @param {readonly {id: string}[]} stack the lowest first @param {boolean} pinned @param {boolean} throws it can throw all the same
 */
export function stackName(stack, pinned, throws = false) {
  const [top, ...under] = [...stack].reverse();
  const parts = [pieceName(top.id)];
  if (pinned) parts.push(throws ? t("pinned, can throw") : t("pinned"));
  for (const { id } of under) parts.push(t("on {piece}", { piece: pieceName(id) }));
  return parts.join(", ");
}
