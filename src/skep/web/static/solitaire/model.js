// An attempt at a solitaire as the server tells it, and with the tiles on top that it has not answered yet.

import { cellKey, contacts, faceOf, fits, wantedAt } from "../laruche/fit.js";

/** @typedef {import("../net/messages.js").SolitaireStatus} Status */
/** @typedef {import("../net/messages.js").SolitaireView} View */
/** @typedef {import("../net/messages.js").Command} Command */
/** @typedef {import("../net/messages.js").EventSent} EventSent */
/** @typedef {import("../laruche/fit.js").Pose} Pose */
/** @typedef {ReadonlyMap<string, Pose>} Laid poses by cell, in the order in which they were laid */
/**
 * What is dealt. `loose`: so many tiles may be laid before each must touch two others.
 * @typedef {object} Puzzle
 * @property {readonly string[]} tiles
 * @property {ReadonlySet<string>|null} shape
 * @property {2|3} loose
 * @property {boolean} isStrict
 * @property {number|null} best
 * @property {View["grade"]} grade
 * @property {string|null} day
 * @property {number|null} number
 * @property {string} deal
 * @property {string} reading
 * @property {string} silhouette
 */
/**
 * @typedef {object} Solo
 * @property {Puzzle} puzzle
 * @property {Laid} table
 * @property {ReadonlySet<string>} waiting cells of tiles that the server has not answered
 * @property {boolean} isStopped the clock stands, and nothing is shown
 * @property {Status} status
 */
/**
 * What of a live table the rest of this room reads.
 * @typedef {object} SoloTable
 * @property {import("../net/messages.js").GameInfo} game
 * @property {number[]} you
 * @property {number} head
 * @property {Solo} confirmed
 * @property {Solo} drawn
 * @property {readonly {id: string, command: Command}[]} pending
 * @property {string} connection
 */

/** @type {ReadonlySet<string>} */
const NOTHING = new Set();

/** The cell of a message. @param {readonly number[]} cell */
const keyOf = (cell) => cellKey(cell[0], cell[1]);

/** @param {Status} status */
const isStopped = (status) => status.outcome === null && status.running_since_ms === null;

/** The tiles that do not lie yet, in the order of the deal. @param {Pick<Solo, "puzzle"|"table">} solo */
export function handOf({ puzzle, table }) {
  const laid = new Set([...table.values()].map(faceOf));
  return puzzle.tiles.filter((tile) => !laid.has(tile));
}

/** The edges that touch, in all. @param {Laid} table */
export function joinsOf(table) {
  let twice = 0;
  for (const key of table.keys()) {
    const [q, r] = key.split(",").map(Number);
    twice += contacts(wantedAt(table, q, r));
  }
  return twice / 2;
}

/** How many tiles the next one must touch. @param {Pick<Solo, "puzzle"|"table">} solo */
export const neededContacts = ({ puzzle, table }) => (table.size === 0 ? 0 : table.size < puzzle.loose ? 1 : 2);

/** May a tile lie there so, as far as a page can tell? @param {Solo} solo @param {string} key @param {Pose} pose */
export function mayLie(solo, key, pose) {
  const { puzzle, table } = solo;
  if (table.has(key) || (puzzle.shape && !puzzle.shape.has(key)) || !handOf(solo).includes(faceOf(pose))) return false;
  const [q, r] = key.split(",").map(Number);
  const wanted = wantedAt(table, q, r);
  return contacts(wanted) >= neededContacts(solo) && fits(pose, wanted);
}

export const rules = {
  /** @param {import("../net/messages.js").View} seen @returns {Solo} */
  first(seen) {
    const view = /** @type {View} */ (seen);
    return Object.freeze({
      puzzle: Object.freeze({
        tiles: view.tiles ?? [],
        shape: view.shape ? new Set(view.shape.map(keyOf)) : null,
        loose: view.reading === "fourth" ? 3 : 2,
        isStrict: view.strict ?? false,
        best: view.best ?? null,
        grade: view.grade ?? null,
        day: view.day ?? null,
        number: view.number ?? null,
        deal: view.deal ?? "",
        reading: view.reading ?? "third",
        silhouette: view.silhouette ?? "none",
      }),
      table: new Map(view.table.map(([cell, pose]) => [keyOf(cell), pose])),
      waiting: NOTHING,
      isStopped: isStopped(view.status),
      status: view.status,
    });
  },
  /** @param {Solo} solo @param {EventSent} frame @returns {Solo} */
  after(solo, frame) {
    let { table } = solo;
    for (const effect of frame.effects ?? []) {
      if (effect.kind === "put_down") table = new Map(table).set(keyOf(effect.cell), effect.pose);
      else if (effect.kind === "taken_back") {
        table = new Map(table);
        /** @type {Map<string, Pose>} */ (table).delete(keyOf(effect.cell));
      }
    }
    const status = /** @type {Status} */ (frame.status ?? solo.status);
    return Object.freeze({ ...solo, table, status, isStopped: isStopped(status) });
  },
  /** @param {Solo} solo @param {Command} command */
  stands(solo, command) {
    if (command.kind === "put") return !solo.table.has(keyOf(command.cell)) && handOf(solo).includes(faceOf(command.pose));
    if (command.kind === "take_back" && command.cell) return solo.table.has(keyOf(command.cell));
    return true;
  },
  /** @param {Solo} solo @param {Command} command @returns {Solo|null} */
  apply(solo, command) {
    switch (command.kind) {
      case "put": {
        const key = keyOf(command.cell);
        if (!mayLie(solo, key, command.pose)) return null;
        return Object.freeze({ ...solo, table: new Map(solo.table).set(key, command.pose), waiting: new Set(solo.waiting).add(key) });
      }
      case "take_back": {
        // Which others go with it, the server says: the tile alone is seen to be under way.
        const key = command.cell ? keyOf(command.cell) : [...solo.table.keys()].at(-1);
        return key === undefined ? null : Object.freeze({ ...solo, waiting: new Set(solo.waiting).add(key) });
      }
      case "stop_clock":
        return Object.freeze({ ...solo, isStopped: true });
      case "start_clock":
        return Object.freeze({ ...solo, isStopped: false });
      default:
        return solo;
    }
  },
  /** @param {Solo} before @param {Solo} after */
  isNews: (before, after) => before.table.size !== after.table.size,
};

/** Has it ended? @param {Solo} solo */
export const isOver = ({ status }) => status.outcome !== null;

/** May the person here do something with tiles now? @param {SoloTable} table */
export const mayPlay = ({ you, drawn }) => you.length > 0 && !isOver(drawn) && !drawn.isStopped;

/** Only the first tile of a shape has nothing to turn by: it is turned by hand. @param {SoloTable} table */
export const mayTurn = (table) => mayPlay(table) && table.drawn.puzzle.shape !== null && table.drawn.table.size === 0;

/** The time that counts. @param {SoloTable} table @param {number} now by the server's clock */
export function timeMs({ confirmed, drawn }, now) {
  const { status } = confirmed;
  if (status.time_ms !== null) return status.time_ms;
  const since = status.running_since_ms ?? null;
  const running = since === null || drawn.isStopped ? 0 : Math.max(0, now - since);
  return (status.counted_ms ?? 0) + running;
}

/** Did it end with the most joins that are possible? @param {Solo} solo */
export const isGold = ({ puzzle, status }) => status.solved && status.joins === puzzle.best;
