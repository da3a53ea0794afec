// A hand of tiles: slots that stay where they are, and a honeycomb that always shows all of them.

import { faceOf, flipped, turned } from "./fit.js";
import { COLORS } from "./tiles.js";

/** @typedef {import("./fit.js").Pose} Pose */
/** @typedef {readonly (string|null)[]} Slots tiles by name; null is a gap */
/** @typedef {Readonly<Record<string, Pose>>} Poses how tiles lie in the hand; one not named lies as its name says */
/** @typedef {{size: number, rows: number[], places: {x: number, y: number}[], width: number, height: number}} Comb */

export const LARGEST_PX = 64;
const TALL = 2 / Math.sqrt(3); // the height of a hexagon by its width
const MOST_COLUMNS = 16;

/**
 * The slots after the hand has changed: whatever stays keeps its place, what comes takes a gap.
 * @param {Slots} slots @param {readonly string[]} hand
 * @returns {Slots} the same where nothing has changed
 */
export function settled(slots, hand) {
  const there = new Set(hand);
  const known = new Set(slots);
  const coming = hand.filter((tile) => !known.has(tile));
  if (!coming.length && slots.every((tile) => tile === null || there.has(tile))) return slots;
  /** @type {(string|null)[]} */
  const next = slots.map((tile) => (tile !== null && there.has(tile) ? tile : null));
  for (const tile of coming) {
    const gap = next.indexOf(null);
    if (gap < 0) next.push(tile);
    else next[gap] = tile;
  }
  return next;
}

/** Without gaps. @param {Slots} slots @returns {Slots} */
export const tidied = (slots) => (slots.includes(null) ? slots.filter((tile) => tile !== null) : slots);

/** How a tile lies in the hand. @param {Poses} poses @param {string} tile @returns {Pose} */
export const poseIn = (poses, tile) => poses[tile] ?? tile;

/** All tiles turned over. @param {Slots} slots @param {Poses} poses @returns {Poses} */
export function turnedOver(slots, poses) {
  return Object.fromEntries(slots.flatMap((tile) => (tile === null ? [] : [[tile, flipped(poseIn(poses, tile))]])));
}

/**
 * One colour on top of every tile (its first edge, to the north-east), ordered by the colours that follow it clockwise.
 * @param {Slots} slots @param {Poses} poses @param {string} color
 * @returns {{slots: Slots, poses: Poses}}
 */
export function aligned(slots, poses, color) {
  const tiles = slots.flatMap((tile) => (tile === null ? [] : [tile]));
  const lying = Object.fromEntries(tiles.map((tile) => {
    const pose = poseIn(poses, tile);
    return [tile, turned(pose, pose.indexOf(color))];
  }));
  const rank = (/** @type {string} */ tile) => [...lying[tile]].map((letter) => COLORS.indexOf(/** @type {any} */ (letter))).join("");
  return { slots: tiles.sort((a, b) => (rank(a) < rank(b) ? -1 : 1)), poses: lying };
}

/** Does a tile lie with its bee up? @param {Poses} poses @param {string} tile */
export const isBeeUp = (poses, tile) => faceOf(poseIn(poses, tile)) === tile;

/** Rows of a honeycomb, in turns one tile shorter. @param {number} count @param {number} columns */
function rowsOf(count, columns) {
  const rows = [];
  for (let left = count, n = 0; left > 0; n += 1) {
    const row = Math.min(left, n % 2 ? columns - 1 : columns);
    rows.push(row);
    left -= row;
  }
  return rows;
}

/**
 * Where so many slots stand so that all are seen, as large as they can be.
 * @param {number} count @param {number} width in px @param {number} height in px @param {number} [largest] width of a tile
 * @returns {Comb}
 */
export function combFor(count, width, height, largest = LARGEST_PX) {
  let [size, rows] = [0, /** @type {number[]} */ ([])];
  let columns = 1;
  for (let n = 2; n <= MOST_COLUMNS; n += 1) {
    const tried = rowsOf(count, n);
    const fitting = Math.min(largest, width / n, height / (TALL * (1 + 0.75 * (tried.length - 1))));
    const isBetter = fitting > size || (fitting === size && tried.length < rows.length);
    if (isBetter) [size, rows, columns] = [fitting, tried, n];
  }
  size = Math.floor(size * 10) / 10;
  const [across, down] = [Math.min(columns, rows[0] ?? 0) * size, rows.length ? size * TALL * (1 + 0.75 * (rows.length - 1)) : 0];
  const left = (width - across) / 2;
  const places = rows.flatMap((row, n) =>
    Array.from({ length: row }, (_, at) => ({
      x: left + (at + 0.5 + (n % 2) / 2) * size,
      y: size * TALL * (0.5 + 0.75 * n),
    })));
  return { size, rows, places, width: across, height: down };
}

/**
 * The slot that an arrow key leads to from another, gaps left out.
 * @param {Comb} comb @param {Slots} slots @param {number} from @param {string} key
 * @returns {number} the same where there is none
 */
export function slotTowards(comb, slots, from, key) {
  const here = comb.places[from];
  const filled = slots.flatMap((tile, n) => (tile === null || n === from || !comb.places[n] ? [] : [n]));
  if (!here || !filled.length) return from;
  if (key === "Home") return Math.min(from, ...filled);
  if (key === "End") return Math.max(from, ...filled);
  if (key === "ArrowRight") return filled.find((n) => n > from) ?? from;
  if (key === "ArrowLeft") return filled.filter((n) => n < from).at(-1) ?? from;
  const sign = key === "ArrowDown" ? 1 : -1;
  const beyond = filled.filter((n) => (comb.places[n].y - here.y) * sign > 1);
  const cost = (/** @type {number} */ n) => Math.abs(comb.places[n].y - here.y) * 10 + Math.abs(comb.places[n].x - here.x);
  return beyond.sort((a, b) => cost(a) - cost(b))[0] ?? from;
}
