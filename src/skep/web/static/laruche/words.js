// Names of things at a match of La Ruche.

import { numberText, t, tn } from "../base/i18n.js";
import { shownName } from "../base/people.js";
import { colorAt, faceOf } from "./fit.js";
import { colorNoun, directionNoun } from "./rule_words.js";

/** @typedef {import("./fit.js").Color} Color */

/** @param {string} color */
const colorName = (color) => colorNoun(color)[""];

/** Clockwise from the north-east, as people look around. */
const ROUND = [1, 0, 5, 4, 3, 2];

/** Labels are asked for with every redraw of all tiles and spots, and seldom new. @type {Map<string, string>} */
const known = new Map();
const MOST_KNOWN = 1000;

/** @param {string} key @param {() => string} make */
function remembered(key, make) {
  let label = known.get(key);
  if (label === undefined) {
    if (known.size >= MOST_KNOWN) known.clear();
    label = make();
    known.set(key, label);
  }
  return label;
}

/** @param {string} pose @param {string} tile its name @param {number} number of its slot */
export const tileLabel = (pose, tile, number) => remembered(`${pose} ${tile} ${number}`, () => labelOfTile(pose, tile, number));

/** @param {import("./spots.js").Spot} spot @param {number} number */
export const spotLabel = (spot, number) => remembered(`${spot.wanted.map((color) => color ?? ".").join("")} ${number}`, () => labelOfSpot(spot, number));

/** @param {string} pose @param {string} tile @param {number} number */
function labelOfTile(pose, tile, number) {
  const colors = ROUND.map((direction) => colorName(colorAt(pose, direction))).join(" ");
  return faceOf(pose) === tile ? t("tile {number} bee: {colors}", { number, colors }) : t("tile {number}: {colors}", { number, colors });
}

/** @param {import("./spots.js").Spot} spot @param {number} number */
function labelOfSpot({ wanted, contacts }, number) {
  if (!contacts) return t("spot {number}: anything fits", { number });
  const asks = ROUND.flatMap((direction) => {
    const color = wanted[direction];
    return color === null ? [] : [t("{color} {direction}", { color: colorNoun(color), direction: directionNoun(String(direction)) })];
  });
  return t("spot {number}: {asks}", { number, asks: asks.join(", ") });
}

/** Who a bot of a level is. @param {number} level */
export function botName(level) {
  switch (level) {
    case 1:
      return t("Larva");
    case 2:
      return t("Drone");
    case 3:
      return t("Worker");
    case 4:
      return t("Forager");
    default:
      return t("Guard");
  }
}

/**
 * Who sits at a seat. Of several bots of one level each has its number.
 * @param {import("../net/messages.js").GameInfo} game @param {number} seat
 */
export function nameOf(game, seat) {
  const info = game.seats[seat];
  if (!info) return t("Seat {n}", { n: seat + 1 });
  if (info.who === "person") return shownName(info.name ?? "") || t("Seat {n}", { n: seat + 1 });
  if (info.who !== "bot") return t("free seat");
  const alike = game.seats.flatMap((one, n) => (one.who === "bot" && one.level === info.level ? [n] : []));
  const name = botName(info.level ?? 0);
  return alike.length > 1 ? `${name} ${alike.indexOf(seat) + 1}` : name;
}

/**
 * As above; whoever sits at this screen is "You" wherever players are listed.
 * @param {{game: import("../net/messages.js").GameInfo, you: readonly number[]}} table @param {number} seat
 */
export const playerName = ({ game, you }, seat) => (you.includes(seat) ? t("You") : nameOf(game, seat));

/** How long, in seconds. @param {number} ms @param {number} [digits] */
export const secondsWords = (ms, digits = 1) => t("{seconds} s", { seconds: numberText(Math.ceil(Math.max(0, ms) / 10 ** (3 - digits)) / 10 ** digits, digits) });

/** @param {number} n */
export const tilesLeft = (n) => tn("{n} tile", "{n} tiles", n);

/** @param {number} n */
export const pointsWords = (n) => tn("{n} point", "{n} points", n);
