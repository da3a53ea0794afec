// What a screen adds to a match by itself: where tiles lie in the hand, what is held, which spot is meant.

import { flipped, turned } from "./fit.js";
import { aligned, poseIn, settled, tidied, turnedOver } from "./hand.js";
import { mayLay, ownSeat, tileIn, whoWasFirst } from "./model.js";
import { renumbered, spotsOf } from "./spots.js";

/** @typedef {import("./model.js").MatchTable} MatchTable */
/** @typedef {import("./fit.js").Difference} Difference */
/** @typedef {{tile: string, key: string, edges: readonly Difference[], n: number}} Shake a tile that does not fit */
/** @typedef {{tile: string, key: string, by: number|null, n: number, id: string}} Slid somebody was first; `id`: of the command */
/** @typedef {{tile: string, from: number, n: number}} Arrived a tile that was given to the person here */
/**
 * @typedef {object} Screen
 * @property {number} round
 * @property {import("./hand.js").Slots} slots
 * @property {import("./hand.js").Poses} poses
 * @property {string|null} held a tile
 * @property {string|null} chosen a spot that waits for a tile
 * @property {readonly import("./spots.js").Spot[]} spots
 * @property {import("./spots.js").Numbers} numbers
 * @property {Shake|null} shake
 * @property {Slid|null} slid
 * @property {Arrived|null} arrived
 * @property {boolean} isStallNear
 * @property {boolean} isAligning the colours to align by are offered
 * @property {{tile: string, spot: string, tiles: ReadonlySet<string>, spots: ReadonlySet<string>}|null} shown a tile and a spot that a coach points at
 */
/**
 * @typedef {{type: "hold", tile: string} | {type: "let_go"} | {type: "flip", tile: string} | {type: "turn", tile: string, sixths: number}
 *   | {type: "choose", key: string|null} | {type: "turn_over"} | {type: "tidy"} | {type: "align", color: string} | {type: "offer_colors", isOpen: boolean}
 *   | {type: "shake", tile: string, key: string, edges: readonly Difference[]} | {type: "calm"} | {type: "stall_near", isNear: boolean} | {type: "shown", fit: {tile: string, spot: string}|null}} ScreenAction
 */

/** @type {Screen} */
export const FIRST_SCREEN = Object.freeze({
  round: 0,
  slots: [],
  poses: {},
  held: null,
  chosen: null,
  spots: [],
  numbers: [],
  shake: null,
  slid: null,
  arrived: null,
  isStallNear: false,
  isAligning: false,
  shown: null,
});

const IS_OVER = new Set(["break", "over"]);

/** Are the spots of this moment those that touch one tile? @param {MatchTable} table */
const isInTurns = ({ drawn }) => drawn.status.turn !== null;

/** In turns the spots are for whose turn it is alone. @param {MatchTable} table */
function hasSpots(table) {
  const { phase, paused } = table.drawn.status;
  return !paused && (phase === "play" || (isInTurns(table) && mayLay(table)));
}

/** @param {import("./tiles.js").TileSet} tiles */
export function createScreen(tiles) {
  /** What follows from the table. @param {Screen} own @param {MatchTable} table @param {MatchTable|null} before @returns {Screen} */
  function follow(own, table, before) {
    const { status } = table.confirmed;
    const isNew = status.round !== own.round;
    const slots = settled(isNew ? [] : own.slots, status.hand);
    const isSame = before && before.drawn.table === table.drawn.table && before.drawn.status === table.drawn.status && before.you === table.you;
    const spots = isSame ? own.spots : hasSpots(table) ? spotsOf(table.drawn.table, isInTurns(table), tiles) : [];
    const live = spots.filter((spot) => spot.isLive).map((spot) => spot.key);
    const hand = table.drawn.status.hand;
    return {
      ...own,
      round: status.round,
      slots,
      poses: isNew ? {} : own.poses,
      held: own.held !== null && hand.includes(own.held) && !isNew && !IS_OVER.has(status.phase) ? own.held : null,
      spots,
      numbers: renumbered(isNew ? [] : own.numbers, live),
      chosen: own.chosen !== null && live.includes(own.chosen) ? own.chosen : null,
      shake: own.shake && live.includes(own.shake.key) ? own.shake : null,
      isStallNear: own.isStallNear && status.phase === "play" && before?.confirmed.lastLaidMs === table.confirmed.lastLaidMs,
    };
  }

  /** A tile of the person here that lay, and does not any more. @param {Screen} own @param {MatchTable} table @param {MatchTable} before @returns {Slid|null} */
  function slidBack(own, table, before) {
    if (before.pending === table.pending && before.misfits === table.misfits) return own.slid;
    for (const { command, id } of before.pending) {
      if (command.kind !== "lay") continue;
      const key = `${command.cell[0]},${command.cell[1]}`;
      const tile = tileIn(table.confirmed.status.hand, command.pose);
      const lay = before.drawn.waiting.has(key) && !before.misfits.some((one) => one.id === id);
      const lies = table.drawn.waiting.has(key) || table.confirmed.table.get(key) === command.pose;
      if (tile !== undefined && lay && !lies) return { tile, key, by: whoWasFirst(table.confirmed, key), n: (own.slid?.n ?? 0) + 1, id };
    }
    return own.slid;
  }

  /** @param {Screen} own @param {MatchTable} table @param {MatchTable} before @returns {Arrived|null} */
  function arrivedIn(own, table, before) {
    const me = ownSeat(table);
    if (me === null || before.head === table.head) return own.arrived;
    const effects = table.confirmed.news.filter(({ seq }) => seq > before.head).flatMap((news) => news.effects);
    for (const effect of effects) {
      if (effect.kind === "given" && effect.to === me && effect.tile) {
        return { tile: effect.tile, from: effect.seat, n: (own.arrived?.n ?? 0) + 1 };
      }
    }
    return own.arrived;
  }

  /** @param {Screen} own @param {any} action @param {MatchTable} table @param {MatchTable} before @returns {Screen} */
  function reduce(own, action, table, before) {
    switch (action.type) {
      case "hold":
        return { ...own, held: table.drawn.status.hand.includes(action.tile) ? action.tile : own.held, chosen: null, shake: null };
      case "let_go":
        return own.held === null && own.chosen === null && own.shake === null ? own : { ...own, held: null, chosen: null, shake: null };
      case "choose":
        return { ...own, chosen: action.key, held: null, shake: null };
      case "flip":
        return { ...own, poses: { ...own.poses, [action.tile]: flipped(poseIn(own.poses, action.tile)) } };
      case "turn":
        return { ...own, poses: { ...own.poses, [action.tile]: turned(poseIn(own.poses, action.tile), action.sixths) } };
      case "turn_over":
        return { ...own, poses: turnedOver(own.slots, own.poses) };
      case "tidy":
        return { ...own, slots: tidied(own.slots) };
      case "align":
        return { ...own, ...aligned(own.slots, own.poses, action.color), isAligning: false };
      case "offer_colors":
        return { ...own, isAligning: action.isOpen };
      case "shake":
        return { ...own, shake: { tile: action.tile, key: action.key, edges: action.edges, n: (own.shake?.n ?? 0) + 1 }, held: null, chosen: null };
      case "calm":
        return own.shake ? { ...own, shake: null } : own;
      case "shown":
        return { ...own, shown: action.fit && { ...action.fit, tiles: new Set([action.fit.tile]), spots: new Set([action.fit.spot]) } };
      case "stall_near":
        return { ...own, isStallNear: action.isNear };
      default:
        if (table === before) return own;
        return { ...follow(own, table, before), slid: slidBack(own, table, before), arrived: arrivedIn(own, table, before) };
    }
  }

  return {
    /** @param {MatchTable} table */
    first: (table) => follow(FIRST_SCREEN, table, null),
    reduce,
  };
}
