// How pieces are called.

import { t } from "../base/i18n.js";
import { centreOf } from "../hexes/geometry.js";
import { bugNoun, pieceNoun, sideNoun } from "./rule_words.js";

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

/** @typedef {import("../base/i18n.js").Noun} Noun */
/** @typedef {string|Noun} Name a piece: its name with all forms, or what stands in its place */

/** @param {string} bug */
export const bugName = (bug) => bugNoun(bug)[""];

/** How a bug moves, in a sentence. @param {string} bug */
export function bugWay(bug) {
  switch (bug) {
    case "Q":
      return t("Moves one step. Once she is surrounded, her side has lost.");
    case "S":
      return t("Moves exactly three steps around the hive.");
    case "B":
      return t("Moves one step and may climb on top of other bugs.");
    case "G":
      return t("Jumps in a straight line over bugs to the first free cell.");
    case "A":
      return t("Moves around the hive as far as it likes.");
    case "M":
      return t("Moves like any bug that it touches.");
    case "L":
      return t("Takes two steps on top of the hive, then one down.");
    default:
      return t("Moves one step, or carries a bug beside it to another side of itself.");
  }
}

/**
 * A page has one language, and a board says the same few names all the time.
 * @template {string} A
 * @template B
 * @param {(name: A) => B} say
 * @returns {(name: A) => B}
 */
function remembered(say) {
  /** @type {Map<A, B>} */
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

/** Such as wA1, for a sentence to choose the form. */
export const pieceForms = remembered((/** @type {string} */ id) => pieceNoun(id.slice(0, 2), id.slice(2)));

/**
 * As people say it: with its number only where two that are alike could be meant.
 * @param {readonly string[]} ids all pieces that could be meant @returns {(id: string) => Noun}
 */
export function plainForms(ids) {
  const kindOf = (/** @type {string} */ id) => id.slice(0, 2);
  const kinds = [...new Set(ids)].map(kindOf);
  return (id) => pieceForms(kinds.filter((kind) => kind === kindOf(id)).length > 1 ? id : kindOf(id));
}

/** The same where it stands alone. @param {string} id */
export const pieceName = (id) => pieceForms(id)[""];

/** Without its colour, such as "ant 1". @param {string} id */
export const shortName = (id) => bugNoun(id[1], id.slice(2))[""];

/** Of a side, w or b. */
export const sideForms = remembered((/** @type {string} */ color) => sideNoun(color));

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
  return `${t("empty cell")}, ${besideWords(direction, pieceForms(id))}`;
});

/** @param {string} direction @param {Name} piece */
export function besideWords(direction, piece) {
  switch (direction) {
    case "e":
      return t("east of {piece:the}", { piece });
    case "ne":
      return t("north-east of {piece:the}", { piece });
    case "n":
      return t("north of {piece:the}", { piece });
    case "nw":
      return t("north-west of {piece:the}", { piece });
    case "w":
      return t("west of {piece:the}", { piece });
    case "sw":
      return t("south-west of {piece:the}", { piece });
    case "s":
      return t("south of {piece:the}", { piece });
    default:
      return t("south-east of {piece:the}", { piece });
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
  for (const { id } of under) parts.push(t("on {piece:the}", { piece: pieceForms(id) }));
  return parts.join(", ");
}
