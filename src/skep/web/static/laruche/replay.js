// A finished match as moments in time: how the table lay, and what every hand held. All of it from the rows of the log.

import { cellKey, contacts, fits, turned, wantedAt } from "./fit.js";
import { tileIn } from "./model.js";

/** @typedef {import("../net/messages.js").MatchReplay} MatchReplay */
/** @typedef {import("../net/messages.js").Effect} Effect */
/** @typedef {{seat: number, key: string, pose: string, byTable: boolean}} LaidThere */
/** @typedef {{seat: number, key: string, pose: string|null, edges: readonly any[]}} MissedThere */
/** @typedef {{loser: number, ms: number}} Race somebody else's next tile would have lain there too, and came so much later */
/**
 * @typedef {object} Moment
 * @property {number} t in ms since the match began
 * @property {number} round
 * @property {readonly Effect[]} effects
 * @property {ReadonlyMap<string, string>} table
 * @property {readonly (readonly string[])[]} hands
 * @property {readonly number[]} points
 * @property {boolean} isByOneEdge tiles are laid in turns
 * @property {LaidThere|null} laid
 * @property {MissedThere|null} missed
 * @property {Race|null} race
 */
/** @typedef {{round: number, first: number, last: number, from: number, to: number}} Round its first and last moment, and their times */

const RACE_MS = 1000; // who lays later than that was not on the way

/** @param {any} cell */
const keyOf = (cell) => cellKey(cell[0] ?? cell.q, cell[1] ?? cell.r);

/** Could a tile lie on a spot, by some turn of the face that it showed? @param {string} pose @param {ReadonlyMap<string, string>} table @param {string} key */
function couldLie(pose, table, key) {
  const [q, r] = key.split(",").map(Number);
  const wanted = wantedAt(table, q, r);
  return contacts(wanted) > 1 && [0, 1, 2, 3, 4, 5].some((sixths) => fits(turned(pose, sixths), wanted));
}

/** @param {readonly Effect[]} effects @param {Moment} before @returns {Moment} */
function after(effects, before) {
  let { round, table, isByOneEdge } = before;
  let hands = before.hands.map((hand) => [...hand]);
  const points = [...before.points];
  /** @type {LaidThere|null} */
  let laid = null;
  /** @type {MissedThere|null} */
  let missed = null;
  for (const effect of effects) {
    switch (effect.kind) {
      case "dealt":
        [round, table] = [effect.round, new Map()];
        hands = effect.hands.map((hand) => [...(hand ?? [])]);
        while (points.length < hands.length) points.push(0);
        break;
      case "turn":
        isByOneEdge = true;
        break;
      case "play_began":
        isByOneEdge = false;
        break;
      case "laid": {
        if (!("by_table" in effect)) break;
        const tile = tileIn(hands[effect.seat], effect.pose);
        hands[effect.seat] = hands[effect.seat].filter((one) => one !== tile);
        laid = { seat: effect.seat, key: keyOf(effect.cell), pose: effect.pose, byTable: effect.by_table };
        table = new Map(table).set(laid.key, effect.pose);
        break;
      }
      case "missed":
        missed = { seat: effect.seat, key: keyOf(effect.cell), pose: effect.pose, edges: effect.edges };
        break;
      case "given":
        hands[effect.seat] = hands[effect.seat].filter((one) => one !== effect.tile);
        if (effect.tile) hands[effect.to].push(effect.tile);
        break;
      case "round_ended":
        effect.points.forEach((won, seat) => {
          points[seat] = (points[seat] ?? 0) + won;
        });
        break;
      default:
    }
  }
  return { t: 0, round, effects, table, hands, points, isByOneEdge, laid, missed, race: null };
}

/**
 * Tiles for whose spot somebody else was on the way: their own tile, laid a moment later, fitted there too.
 * @param {readonly Moment[]} moments @returns {Moment[]}
 */
function withRaces(moments) {
  return moments.map((moment, n) => {
    const { laid } = moment;
    if (!laid || moment.isByOneEdge || n === 0) return moment;
    const free = moments[n - 1].table;
    for (const later of moments.slice(n + 1)) {
      if (later.t - moment.t > RACE_MS || later.round !== moment.round) break;
      if (!later.laid || later.laid.seat === laid.seat) continue;
      if (couldLie(later.laid.pose, free, laid.key)) return { ...moment, race: { loser: later.laid.seat, ms: later.t - moment.t } };
    }
    return moment;
  });
}

/** @param {MatchReplay} match @returns {{moments: Moment[], rounds: Round[]}} */
export function momentsOf({ rows }) {
  const began = rows.find(({ effects }) => effects.some(({ kind }) => kind === "dealt"))?.at_ms ?? 0;
  /** @type {Moment[]} */
  const moments = [];
  /** @type {Moment} */
  let now = { t: 0, round: 0, effects: [], table: new Map(), hands: [], points: [], isByOneEdge: false, laid: null, missed: null, race: null };
  for (const { at_ms: atMs, effects } of rows) {
    if (!effects.length) continue;
    now = { ...after(effects, now), t: Math.max(0, atMs - began) };
    if (now.round) moments.push(now);
  }
  const found = withRaces(moments);
  return { moments: found, rounds: roundsOf(found) };
}

/** @param {readonly Moment[]} moments @returns {Round[]} */
function roundsOf(moments) {
  /** @type {Round[]} */
  const rounds = [];
  moments.forEach((moment, n) => {
    const isNew = moment.round !== rounds.at(-1)?.round;
    if (isNew) rounds.push({ round: moment.round, first: n, last: n, from: moment.t, to: moment.t });
    // What happens in the break after a round takes no time of it.
    else if (!isOver(moments, rounds[rounds.length - 1])) Object.assign(rounds[rounds.length - 1], { last: n, to: moment.t });
  });
  return rounds;
}

/** @param {readonly Moment[]} moments @param {Round} round */
const isOver = (moments, { last }) => moments[last].effects.some(({ kind }) => kind === "round_ended");

/** The last moment that is not after a time. @param {readonly Moment[]} moments @param {number} t */
export function momentAt(moments, t) {
  let [low, high] = [0, moments.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (moments[middle].t <= t) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** How many tiles each player had over a round. @param {readonly Moment[]} moments @param {Round} round @returns {{t: number, count: number}[][]} */
export function countsOver(moments, { first, last }) {
  const seats = moments[first].hands.map((_, seat) => seat);
  return seats.map((seat) => {
    /** @type {{t: number, count: number}[]} */
    const line = [];
    for (const { t, hands } of moments.slice(first, last + 1)) {
      const count = hands[seat]?.length ?? 0;
      if (line.at(-1)?.count !== count) line.push({ t, count });
    }
    return line;
  });
}
