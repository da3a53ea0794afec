// A game of Hive as the server tells it, and with a move on top that it has not answered yet.

/** @typedef {import("../net/messages.js").HiveStatus} HiveStatus */
/** @typedef {import("../net/messages.js").HiveView} HiveView */
/** @typedef {import("../net/messages.js").Command} Command */
/** @typedef {import("../net/messages.js").PlayedWay} PlayedWay */
/** @typedef {{moves: readonly string[], status: HiveStatus, way: PlayedWay|null}} HiveGame `way`: of the last move, if known */
/**
 * What of a table the rest of this room reads.
 * @typedef {object} HiveTable
 * @property {import("../net/messages.js").GameInfo} game
 * @property {number[]} you the seats held at this screen
 * @property {number} head
 * @property {HiveGame} confirmed
 * @property {HiveGame} drawn
 * @property {string} connection
 * @property {number[]} present
 * @property {import("../net/messages.js").ClaimDue|null} claim
 */

/** @param {readonly string[]} moves @param {import("../net/messages.js").Event} event @returns {readonly string[]} */
export function movesAfter(moves, event) {
  if (event.kind === "played") return [...moves, event.move];
  if (event.kind === "takeback_answered" && event.accept) {
    return moves.slice(0, moves.length - (event.plies ?? 0));
  }
  return moves;
}

export const rules = {
  /** @param {import("../net/messages.js").View} view @returns {HiveGame} */
  first(view) {
    const { moves, status } = /** @type {HiveView} */ (view);
    return Object.freeze({ moves, status, way: null });
  },
  /** @param {HiveGame} game @param {import("../net/messages.js").EventSent} frame @returns {HiveGame} */
  after(game, frame) {
    const { event } = frame;
    const moves = movesAfter(game.moves, event);
    const way = event.kind === "played" ? (event.way ?? null) : moves === game.moves ? game.way : null;
    return Object.freeze({ moves, status: /** @type {HiveStatus} */ (frame.status ?? game.status), way });
  },
  /** @param {HiveGame} game @param {Command} command */
  stands: (game, command) => command.kind !== "play" || command.ply >= game.moves.length,
  /** @param {HiveGame} game @param {Command} command @returns {HiveGame|null} */
  apply(game, command) {
    if (command.kind !== "play") return game;
    if (command.ply !== game.moves.length) return null;
    return Object.freeze({ ...game, moves: [...game.moves, command.move], way: null });
  },
  /** @param {HiveGame} before @param {HiveGame} after */
  isNews: (before, after) => before.moves.length !== after.moves.length,
};

/** A move that the server has not confirmed. @param {HiveTable} table @returns {string|null} */
export function pendingMove({ confirmed, drawn }) {
  return drawn.moves.length > confirmed.moves.length ? drawn.moves[confirmed.moves.length] : null;
}

// --- whose game it is

/** @param {HiveTable} table */
export const isLive = ({ game, head, confirmed }) => (game.status === "live" || head > 0) && !confirmed.status.outcome;

/** Both sides at one screen. @param {HiveTable} table */
export const isHotseat = ({ you }) => you.length === 2;

/** Against the computer or oneself. @param {HiveTable} table */
export const playsAlone = (table) =>
  table.you.length > 0 && (isHotseat(table) || table.game.seats.some((seat) => seat.who === "engine"));

/** @param {HiveTable} table */
export const isMyTurn = (table) => isLive(table) && table.you.includes(table.drawn.moves.length % 2);

/** Does the only one here wait for the other side? @param {HiveTable} table */
export const isTheirTurn = (table) =>
  isLive(table) && table.you.length === 1 && table.you[0] !== table.drawn.moves.length % 2;

/** Which side lies in front. @param {HiveTable} table @param {boolean} isFlipped @returns {"w"|"b"} */
export function ownColor(table, isFlipped) {
  const isBlack = isHotseat(table) ? table.drawn.moves.length % 2 === 1 : table.you.length === 1 && table.you[0] === 1;
  return isBlack === isFlipped ? "w" : "b";
}

/** What is drawn, as far as a ply: as questions name it. @param {HiveTable} table @param {number} [ply] */
export const lineAt = ({ game, drawn }, ply) => ({ ...optionsOf(game), moves: drawn.moves.slice(0, ply) });

/** @param {import("../net/messages.js").GameInfo} game */
export const optionsOf = (game) => ({
  game_type: String(game.options.game_type ?? "Base+MLP"),
  opening_queen: String(game.options.opening_queen ?? "allowed"),
});
