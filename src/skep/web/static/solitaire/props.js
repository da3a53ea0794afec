// What each part of the page shows, read from the state.

import { t } from "../base/i18n.js";
import { bestTurn, contacts } from "../laruche/fit.js";
import { poseIn } from "../laruche/hand.js";
import { tilesLeft } from "../laruche/words.js";
import { handOf, joinsOf, mayTurn } from "./model.js";
import { joinsText } from "./words.js";

/** @typedef {import("./model.js").SoloTable} SoloTable */
/** @typedef {import("./screen.js").Screen} Screen */
/** @typedef {{table: SoloTable, own: Screen}} SoloState */
/** @typedef {{key: string, tile: string}|null} Aim a spot over which a tile is held */

/** @type {ReadonlySet<string>} */
const NONE = new Set();
const LARGEST_PX = 92; // twelve tiles have room on a desk

/** How a tile will lie on a spot: it turns by itself. @param {SoloState} state @param {string} tile @param {string} key */
export function poseOn({ own }, tile, key) {
  const spot = own.spots.find((one) => one.key === key);
  if (own.hint?.key === key && own.hint.tile === tile) return own.hint.pose;
  return spot && contacts(spot.wanted) ? bestTurn(tile, spot.wanted) : poseIn(own.poses, tile);
}

/**
 * @param {SoloState} state @param {Aim} aim @param {string|null} focused a spot or laid tile that the keyboard is at
 * @param {string|null} [dragged] a tile under the pointer, wherever that is
 * @returns {import("../laruche/table.js").TableProps}
 */
export function tableProps(state, aim, focused, dragged = null) {
  const { own, table } = state;
  const { drawn } = table;
  const live = own.spots.filter((spot) => spot.isLive).length;
  const shape = drawn.puzzle.shape;
  const { hint } = own;
  return {
    tiles: drawn.table,
    waiting: drawn.waiting,
    outline: shape ? [...shape].filter((key) => !drawn.table.has(key)) : [],
    spots: own.spots,
    numbers: own.numbers,
    chosen: own.chosen ?? focused,
    glowing: hint ? new Set([hint.key]) : NONE,
    ghost: aim ? { key: aim.key, pose: poseOn(state, aim.tile, aim.key) } : hint && { key: hint.key, pose: hint.pose },
    shaken: own.shake,
    isHeld: (own.held ?? dragged) !== null,
    label: t("Table: {tiles}, {n} live spots", { tiles: tilesLeft(drawn.table.size), n: live }),
  };
}

/** @param {SoloState} state @param {string|null} dragged @returns {import("../laruche/hand_view.js").HandProps} */
export function handProps(state, dragged) {
  const { own, table } = state;
  const { chosen } = own;
  return {
    slots: table.drawn.puzzle.tiles,
    poseOf: (tile) => (chosen === null ? (mayTurn(table) ? poseIn(own.poses, tile) : tile) : poseOn(state, tile, chosen)),
    there: new Set(handOf(table.drawn)),
    held: own.held ?? dragged,
    glowing: own.hint ? new Set([own.hint.tile]) : NONE,
    shaken: own.shake,
    fresh: null,
    largest: LARGEST_PX,
  };
}

/** @param {SoloState} state @returns {import("../laruche/spot_list.js").SpotsProps} */
export function spotsProps({ own }) {
  return { spots: own.spots, numbers: own.numbers, chosen: own.chosen, glowing: own.hint ? new Set([own.hint.key]) : NONE };
}

/** The figures beside the table. @param {SoloTable} table @returns {{laid: string, joins: string, undos: number, hints: number}} */
export function figures({ drawn, confirmed }) {
  return {
    laid: `${drawn.table.size}/${drawn.puzzle.tiles.length}`,
    joins: joinsText(joinsOf(drawn.table), drawn.puzzle.best),
    undos: confirmed.status.undos,
    hints: confirmed.status.hints,
  };
}
