// What a screen adds to a solitaire by itself: what is held, which spot is meant, the last hint, what was taken back.

import { faceOf, turned } from "../laruche/fit.js";
import { poseIn } from "../laruche/hand.js";
import { renumbered } from "../laruche/spots.js";
import { handOf, isOver, mayLie } from "./model.js";
import { spotsOf } from "./spots.js";

/** @typedef {import("./model.js").SoloTable} SoloTable */
/** @typedef {import("../laruche/fit.js").Difference} Difference */
/** @typedef {{key: string, pose: string, tile: string}} Hint */
/** @typedef {"off"|"asking"|"yes"|"no"|"unknown"} Lamp can it still be solved? */
/**
 * @typedef {object} Screen
 * @property {string|null} held a tile
 * @property {string|null} chosen a spot that waits for a tile
 * @property {readonly import("../laruche/spots.js").Spot[]} spots
 * @property {import("../laruche/spots.js").Numbers} numbers
 * @property {{tile: string, key: string, edges: readonly Difference[], n: number}|null} shake a tile that does not fit
 * @property {Hint|null} hint
 * @property {readonly import("./spots.js").Placement[]} lifted what the last tap on a laid tile took back, in the order laid
 * @property {import("../laruche/hand.js").Poses} poses how tiles were turned by hand: only the first one of a shape is
 * @property {Lamp} lamp
 */
/**
 * @typedef {{type: "hold", tile: string} | {type: "let_go"} | {type: "choose", key: string|null} | {type: "lamp", lamp: Lamp} | {type: "turn", tile: string, sixths: number}
 *   | {type: "shake", tile: string, key: string, edges: readonly Difference[]}} ScreenAction
 */

/** @type {Screen} */
export const FIRST_SCREEN = Object.freeze({ held: null, chosen: null, spots: [], numbers: [], shake: null, hint: null, lifted: [], poses: {}, lamp: "off" });

/** What follows from the table. @param {Screen} own @param {SoloTable} table @param {SoloTable|null} before @returns {Screen} */
function follow(own, table, before) {
  const { drawn } = table;
  const isSame = before && before.drawn.table === drawn.table && isOver(before.drawn) === isOver(drawn);
  const spots = isSame ? own.spots : isOver(drawn) ? [] : spotsOf(drawn);
  const live = spots.filter((spot) => spot.isLive).map((spot) => spot.key);
  const hand = handOf(drawn);
  const { hint } = own;
  return {
    ...own,
    spots,
    numbers: renumbered(own.numbers, live),
    held: own.held !== null && hand.includes(own.held) && !isOver(drawn) ? own.held : null,
    chosen: own.chosen !== null && live.includes(own.chosen) ? own.chosen : null,
    // A hint is one for the table that it was given for.
    hint: hint && (before ? isSame : mayLie(drawn, hint.key, hint.pose)) && !isOver(drawn) ? hint : null,
    lifted: own.lifted.some(([key, pose]) => drawn.table.has(key) || !hand.includes(faceOf(pose))) ? [] : own.lifted,
  };
}

/** What the news of the server add. @param {Screen} own @param {any} frame @param {SoloTable} before @returns {Screen} */
function withNews(own, frame, before) {
  if (frame.seq <= before.head) return own;
  const effects = frame.effects ?? [];
  const hinted = effects.find((/** @type {any} */ effect) => effect.kind === "hinted");
  if (hinted) return { ...own, hint: { key: hinted.cell.join(","), pose: hinted.pose, tile: faceOf(hinted.pose) }, held: null, chosen: null };
  if (frame.event.kind === "put_down") return { ...own, lifted: [], hint: null };
  if (frame.event.kind !== "taken_back") return own;
  const gone = new Set(effects.map((/** @type {any} */ effect) => effect.cell.join(",")));
  // What "undo" took back was the undoing: another one goes further back, not forth again.
  const lifted = frame.event.cell ? [...before.confirmed.table].filter(([key]) => gone.has(key)) : [];
  return { ...own, lifted, hint: null };
}

/** @param {Screen} own @param {any} action @param {SoloTable} table @param {SoloTable} before @returns {Screen} */
function reduce(own, action, table, before) {
  switch (action.type) {
    case "hold":
      return { ...own, held: handOf(table.drawn).includes(action.tile) ? action.tile : own.held, chosen: null, shake: null };
    case "let_go":
      return own.held === null && own.chosen === null && own.shake === null ? own : { ...own, held: null, chosen: null, shake: null };
    case "choose":
      return { ...own, chosen: action.key, held: null, shake: null };
    case "shake":
      return { ...own, shake: { tile: action.tile, key: action.key, edges: action.edges, n: (own.shake?.n ?? 0) + 1 }, held: null, chosen: null };
    case "turn":
      return { ...own, poses: { ...own.poses, [action.tile]: turned(poseIn(own.poses, action.tile), action.sixths) } };
    case "lamp":
      return { ...own, lamp: action.lamp };
    default: {
      if (table === before) return own;
      const news = action.type === "event" ? [action] : action.type === "welcome" ? (action.events ?? []) : [];
      return follow(news.reduce((/** @type {Screen} */ screen, /** @type {any} */ frame) => withNews(screen, frame, before), own), table, before);
    }
  }
}

export const screen = {
  /** @param {SoloTable} table @param {Partial<Screen>} kept from an earlier visit */
  first: (table, kept = {}) => follow({ ...FIRST_SCREEN, ...kept }, table, null),
  reduce,
};
