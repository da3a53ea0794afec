// A match as the server tells it, and with the tiles on top that it has not answered yet.

import { canLay, cellKey, contacts, fits, hasBee, tileOf, wantedAt } from "./fit.js";

/** @typedef {import("../net/messages.js").LaRucheStatus} Status */
/** @typedef {import("../net/messages.js").LaRucheView} View */
/** @typedef {import("../net/messages.js").Command} Command */
/** @typedef {import("../net/messages.js").EventSent} EventSent */
/** @typedef {import("../net/messages.js").Effect} Effect */
/** @typedef {import("./fit.js").Pose} Pose */
/** @typedef {{seq: number, event: import("../net/messages.js").Event, effects: readonly Effect[]}} News */
/**
 * @typedef {object} Match
 * @property {ReadonlyMap<string, Pose>} table poses by cell, in the order in which they were laid
 * @property {ReadonlyMap<string, number>} laidBy the seat that laid a tile, where it was seen
 * @property {ReadonlySet<string>} waiting cells of tiles that the server has not answered
 * @property {Status} status
 * @property {number|null} lastLaidMs when the last tile was laid, where that was seen
 * @property {readonly {key: string, atMs: number}[]} lately the last tiles and when they were laid
 * @property {readonly News[]} news the last events
 */
/** @typedef {Pick<import("../net/messages.js").GameInfo, "seats"|"options"|"status">} Game */
/**
 * What of a live table the rest of this room reads.
 * @typedef {object} MatchTable
 * @property {import("../net/messages.js").GameInfo} game
 * @property {number[]} you
 * @property {number} head
 * @property {Match} confirmed
 * @property {Match} drawn
 * @property {readonly {id: string, command: Command}[]} pending
 * @property {readonly {id: string, command: Command}[]} misfits
 * @property {string} connection
 * @property {number[]} present
 */

const MOST_NEWS = 16;
const GRACE_MS = 1500; // a tile that fitted so lately was late, and no miss
const STALL_MS = 60_000; // where nothing else was agreed on
const MOST_GIFT_MS = 12_000;
/** @type {ReadonlySet<string>} */
const NOTHING = new Set();

/** The cell of a message, which types it as a pair or by its names. @param {any} cell @returns {string} */
const keyOf = (cell) => cellKey(cell[0] ?? cell.q, cell[1] ?? cell.r);

/** Is it a tile of that name? @param {string} tile @param {Pose} pose */
const isOf = (tile, pose) => tileOf(tile) === tileOf(pose);

/** The tile of a hand that lies so. @param {readonly string[]} hand @param {Pose} pose @returns {string|undefined} */
export const tileIn = (hand, pose) => hand.find((tile) => hasBee(pose, tile) || isOf(tile, pose));

/** What effects do to a table. @param {Match} match @param {readonly Effect[]} effects @param {number} atMs */
function afterEffects(match, effects, atMs) {
  let { table, laidBy, lastLaidMs, lately } = match;
  for (const effect of effects) {
    if (effect.kind === "dealt") {
      [table, laidBy] = [new Map(), new Map()];
      lastLaidMs = null;
      lately = [];
    } else if (effect.kind === "laid" && "by_table" in effect) {
      const key = keyOf(effect.cell);
      table = new Map(table).set(key, effect.pose);
      laidBy = new Map(laidBy).set(key, effect.seat);
      lastLaidMs = atMs;
      lately = [...lately.filter((one) => one.atMs >= atMs - GRACE_MS), { key, atMs }];
    } else if (effect.kind === "play_began") lastLaidMs = atMs;
    else if (effect.kind === "resumed" && lastLaidMs !== null) {
      lastLaidMs += effect.shift_ms;
      lately = lately.map((one) => ({ ...one, atMs: one.atMs + effect.shift_ms }));
    }
  }
  return { table, laidBy, lastLaidMs, lately };
}

/** Did a tile fit there, as the table lay at some moment of the last second and a half? @param {Match} match @param {string} key @param {Pose} pose @param {number} now */
export function fittedLately(match, key, pose, now) {
  if (match.status.turn !== null) return false;
  const table = new Map(match.table);
  for (const { key: laid, atMs } of [...match.lately].reverse()) {
    if (atMs < now - GRACE_MS) return false;
    table.delete(laid);
    if (mayLie({ ...match, table }, key, pose)) return true;
  }
  return false;
}

/** May a tile be laid there so, as far as a page can tell? @param {Match} match @param {string} key @param {Pose} pose */
export function mayLie(match, key, pose) {
  const [q, r] = key.split(",").map(Number);
  if (match.status.turn === null) return canLay(match.table, q, r, pose);
  if (match.table.has(key)) return false;
  const wanted = wantedAt(match.table, q, r);
  return match.table.size === 0 || (contacts(wanted) === 1 && fits(pose, wanted));
}

export const rules = {
  /** @param {import("../net/messages.js").View} view @returns {Match} */
  first(view) {
    const { table, status } = /** @type {View} */ (view);
    return Object.freeze({
      table: new Map(table.map(([cell, pose]) => [keyOf(cell), pose])),
      laidBy: new Map(),
      waiting: NOTHING,
      status,
      lastLaidMs: null,
      lately: [],
      news: [],
    });
  },
  /** @param {Match} match @param {EventSent} frame @returns {Match} */
  after(match, frame) {
    const effects = frame.effects ?? [];
    const news = [...match.news, { seq: frame.seq, event: frame.event, effects }].slice(-MOST_NEWS);
    const status = /** @type {Status} */ (frame.status ?? match.status);
    return Object.freeze({ ...match, ...afterEffects(match, effects, frame.at_ms), status, news });
  },
  /** @param {Match} match @param {Command} command */
  stands(match, command) {
    const { hand, round } = match.status;
    if (command.kind === "lay") return command.round === round && tileIn(hand, command.pose) !== undefined;
    if (command.kind === "give") return command.round === round && hand.includes(command.tile);
    return true;
  },
  /** @param {Match} match @param {Command} command @returns {Match|null} */
  apply(match, command) {
    const { hand } = match.status;
    if (command.kind === "give") {
      if (!hand.includes(command.tile)) return null;
      return Object.freeze({ ...match, status: { ...match.status, hand: hand.filter((tile) => tile !== command.tile) } });
    }
    if (command.kind !== "lay") return match;
    const key = keyOf(command.cell);
    const held = tileIn(hand, command.pose);
    if (held === undefined || !mayLie(match, key, command.pose)) return null;
    return Object.freeze({
      ...match,
      table: new Map(match.table).set(key, command.pose),
      waiting: new Set(match.waiting).add(key),
      status: { ...match.status, hand: hand.filter((tile) => tile !== held) },
    });
  },
  /** Tiles come every second: what was said stays until its time is over. */
  isNews: () => false,
};

// --- whose match it is

/** @param {MatchTable} table @returns {number|null} the seat at this screen */
export const ownSeat = ({ you }) => you[0] ?? null;

/** Are tiles laid now? @param {Status} status */
export const isRunning = ({ phase, paused }) => !paused && (phase === "setup" || phase === "play" || phase === "unblock");

/** May the person here lay a tile, but for the time that a miss or a handicap takes? @param {MatchTable} table */
export function mayLay({ you, drawn }) {
  const { status } = drawn;
  return you.length > 0 && isRunning(status) && (status.turn === null || status.turn === you[0]);
}

/** From when on the person here may lay again. @param {MatchTable} table */
export function readyMs(table) {
  const player = table.confirmed.status.players[ownSeat(table) ?? -1];
  if (!player || table.confirmed.status.turn !== null) return 0;
  return Math.max(player.ready_ms, player.missed_until_ms);
}

/**
 * When the round ends by itself, if nothing is laid; null: never, or it is not known. Who has come since the last tile knows it
 * from the next deadline, where that can be no gift's and nobody's absence.
 * @param {Pick<MatchTable, "confirmed"|"game">} table
 */
export function stallUntil({ confirmed: { status, lastLaidMs }, game: { options } }) {
  const stall = Number(options.stall_ms ?? STALL_MS);
  if (!stall || status.phase !== "play" || status.paused) return null;
  if (lastLaidMs !== null) return lastLaidMs + stall;
  const giving = options.bee_gift || (options.triple_gift ?? "off") !== "off" ? Number(options.gift_ms || MOST_GIFT_MS) : 0;
  const isSure = status.players.every((player) => !player.away || player.stand_in) && (status.next_deadline_ms ?? 0) > status.now_ms + giving;
  return isSure ? status.next_deadline_ms : null;
}

/** How many tiles the person here may give to a seat now. @param {Pick<MatchTable, "you"|"confirmed">} table @param {number} seat */
export function giftsFor({ you, confirmed }, seat) {
  if (!you.length || you.includes(seat)) return 0;
  const usable = confirmed.status.gifts.filter(({ bound_to: to }) => to === null || to === seat);
  return Math.min(confirmed.status.hand.length, usable.reduce((sum, { left }) => sum + left, 0));
}

/** Who lies on a cell or came last beside it, where that was seen. @param {Match} match @param {string} key @returns {number|null} */
export function whoWasFirst(match, key) {
  const there = match.laidBy.get(key);
  if (there !== undefined) return there;
  const [q, r] = key.split(",").map(Number);
  const near = new Set([[1, 0], [1, -1], [0, -1], [-1, 0], [-1, 1], [0, 1]].map(([dq, dr]) => cellKey(q + dq, r + dr)));
  return [...match.laidBy].reverse().find(([cell]) => near.has(cell))?.[1] ?? null;
}
