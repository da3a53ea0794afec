// Where a tile can be laid: the spots of a table, and a number for each that stays its own.

import { cellKey, colorAt, contacts, isDead } from "./fit.js";

/** @typedef {import("./fit.js").Wanted} Wanted */
/** @typedef {{key: string, q: number, r: number, wanted: Wanted, contacts: number, isLive: boolean}} Spot */
/** @typedef {readonly (string|null)[]} Numbers cells by number, beginning with 1 at place 0; null: the number is free */

const STEPS = [[1, 0], [1, -1], [0, -1], [-1, 0], [-1, 1], [0, 1]];
const ORIGIN = "0,0";

/**
 * The empty cells that matter: in play those that touch two tiles or more, in turns those that touch one.
 * @param {ReadonlyMap<string, string>} table
 * @param {boolean} byOneEdge tiles are laid in turns
 * @param {import("./tiles.js").TileSet} tiles
 * @returns {Spot[]}
 */
export function spotsOf(table, byOneEdge, tiles) {
  if (!table.size) {
    return byOneEdge ? [{ key: ORIGIN, q: 0, r: 0, wanted: [null, null, null, null, null, null], contacts: 0, isLive: true }] : [];
  }
  const laid = new Set([...table.values()].map(tiles.nameOf));
  return rimOf(table).flatMap((cell) => {
    const touching = contacts(cell.wanted);
    if (byOneEdge ? touching !== 1 : touching < 2) return [];
    return [{ ...cell, contacts: touching, isLive: !isDead(cell.wanted) && tiles.isOpen(cell.wanted, laid) }];
  });
}

/**
 * The empty cells beside tiles, and what is asked of each: every tile tells its neighbours, so that no cell is looked at twice.
 * @param {ReadonlyMap<string, string>} table
 */
function rimOf(table) {
  /** @type {Map<string, {key: string, q: number, r: number, wanted: (import("./fit.js").Color|null)[]}>} */
  const rim = new Map();
  for (const [cell, pose] of table) {
    const [q, r] = cell.split(",").map(Number);
    STEPS.forEach(([dq, dr], direction) => {
      const key = cellKey(q + dq, r + dr);
      if (table.has(key)) return;
      let found = rim.get(key);
      if (!found) {
        found = { key, q: q + dq, r: r + dr, wanted: [null, null, null, null, null, null] };
        rim.set(key, found);
      }
      found.wanted[(direction + 3) % 6] = colorAt(pose, direction);
    });
  }
  return [...rim.values()];
}

/**
 * The numbers after the live spots have changed: what stays keeps its number, what is new takes the lowest free one.
 * @param {Numbers} numbers @param {readonly string[]} live
 * @returns {Numbers} the same where nothing has changed
 */
export function renumbered(numbers, live) {
  const there = new Set(live);
  const known = new Set(numbers);
  const coming = live.filter((key) => !known.has(key));
  if (!coming.length && numbers.every((key) => key === null || there.has(key))) return numbers;
  /** @type {(string|null)[]} */
  const next = numbers.map((key) => (key !== null && there.has(key) ? key : null));
  for (const key of coming) {
    const free = next.indexOf(null);
    if (free < 0) next.push(key);
    else next[free] = key;
  }
  while (next.length && next[next.length - 1] === null) next.pop();
  return next;
}

/** The number of a spot; 0 where it has none. @param {Numbers} numbers @param {string} key */
export const numberOf = (numbers, key) => numbers.indexOf(key) + 1;
