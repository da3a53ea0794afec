// The state of a game page and its pure reducer. `confirmed` comes from the server alone; what is
// drawn is confirmed with the pending moves played on top.

export const MOST_PENDING = 8;

/** @typedef {import("../net/messages.js").ServerFrame} ServerFrame */
/** @typedef {import("../net/messages.js").Command} Command */
/** @typedef {import("../net/messages.js").Event} GameEvent */
/** @typedef {import("../net/messages.js").HiveStatus} HiveStatus */
/** @typedef {"connecting"|"open"|"lost"} Connection */
/** @typedef {{id: string, command: Command}} Pending */
/**
 * What the server wrote into the page.
 * @typedef {object} GamePage
 * @property {import("../net/messages.js").GameInfo} game
 * @property {number[]} you
 * @property {number} head
 * @property {import("../net/messages.js").HiveView} view
 * @property {string} [key]
 * @property {import("../net/messages.js").Look} [look]
 */
/**
 * @typedef {object} State
 * @property {import("../net/messages.js").GameInfo} game what never changes, and who sits there
 * @property {number[]} you the seats held at this screen
 * @property {number} head
 * @property {readonly string[]} moves confirmed
 * @property {HiveStatus} status confirmed
 * @property {readonly Pending[]} pending
 * @property {Connection} connection
 * @property {number|null} latency
 * @property {number[]} present
 * @property {import("../net/messages.js").ClaimDue|null} claim who may claim the win, and from when on
 * @property {number} spectators
 * @property {readonly import("../net/messages.js").Said[]} chat
 * @property {number|null} shown the ply that is looked at; null: the newest
 * @property {import("../net/messages.js").Rematch|null} rematch
 * @property {boolean} gap events are missing: ask for them
 */
/**
 * A frame of the server, or what the page does itself.
 * @typedef {ServerFrame | {type: "connection", state: Connection} | {type: "do", id: string, command: Command}
 *   | {type: "show", ply: number|null}} Action
 */

/** @param {GamePage} data @returns {State} */
export function firstState(data) {
  return Object.freeze({
    game: data.game,
    you: data.you,
    head: data.head,
    moves: data.view.moves,
    status: data.view.status,
    pending: [],
    connection: "connecting",
    latency: null,
    present: [],
    claim: null,
    spectators: 0,
    chat: [],
    shown: null,
    rematch: null,
    gap: false,
  });
}

/** The line with what is pending. @param {State} state @returns {readonly string[]} */
export function shownMoves(state) {
  if (!pendingMove(state)) return state.moves;
  const moves = [...state.moves];
  for (const { command } of state.pending) {
    if (command.kind === "play" && command.ply === moves.length) moves.push(command.move);
  }
  return moves;
}

/** The move that waits for the server. @param {State} state @returns {string|null} */
export function pendingMove(state) {
  for (const { command } of state.pending) if (command.kind === "play") return command.move;
  return null;
}

/** @param {readonly string[]} moves @param {GameEvent} event @returns {readonly string[]} */
export function movesAfter(moves, event) {
  if (event.kind === "played") return [...moves, event.move];
  if (event.kind === "takeback_answered" && event.accept) {
    return moves.slice(0, moves.length - (event.plies ?? 0));
  }
  return moves;
}

/** @param {readonly Pending[]} pending @param {readonly string[]} moves */
const stillPending = (pending, moves) =>
  pending.filter(({ command }) => command.kind !== "play" || command.ply >= moves.length);

/** @param {State} state @param {import("../net/messages.js").EventSent} frame @returns {State} */
function withEvent(state, frame) {
  if (frame.seq <= state.head) return state;
  if (frame.seq > state.head + 1) return { ...state, gap: true };
  const moves = movesAfter(state.moves, frame.event);
  const live = state.shown !== null && state.shown >= moves.length ? null : state.shown;
  return {
    ...state,
    head: frame.seq,
    moves,
    pending: stillPending(state.pending, moves),
    shown: live,
    status: /** @type {HiveStatus} */ (frame.status ?? state.status),
  };
}

/** @param {State} state @param {import("../net/messages.js").Welcome} frame @returns {State} */
function withWelcome(state, frame) {
  /** @type {State} */
  let next = {
    ...state,
    game: frame.game,
    you: frame.you,
    present: frame.present ?? [],
    claim: frame.claim ?? null,
    spectators: frame.spectators ?? 0,
    gap: false,
  };
  if (frame.view) {
    const { moves, status } = /** @type {import("../net/messages.js").HiveView} */ (frame.view);
    next = { ...next, head: frame.head, moves, status, pending: stillPending(state.pending, moves) };
  } else {
    for (const event of frame.events ?? []) next = withEvent(next, event);
  }
  return next;
}

/**
 * @param {State} state
 * @param {Action} action
 * @returns {State}
 */
export function reduce(state, action) {
  switch (action.type) {
    case "welcome":
      return withWelcome(state, action);
    case "event":
      return withEvent(state, action);
    case "ack": {
      const done = state.pending.find((one) => one.id === action.id);
      // A move stays pending until its event is here: the two may come in any order.
      if (!done || (done.command.kind === "play" && (action.seq ?? 0) > state.head)) return state;
      return { ...state, pending: state.pending.filter((one) => one !== done) };
    }
    case "refused":
      return { ...state, pending: state.pending.filter((one) => one.id !== action.id) };
    case "heartbeat":
      return {
        ...state,
        latency: action.latency_ms ?? state.latency,
        gap: state.gap || action.head > state.head,
      };
    case "game":
      return { ...state, game: action.game };
    case "present":
      return { ...state, present: action.present, spectators: action.spectators, claim: action.claim ?? null };
    case "unsaid":
      return { ...state, chat: state.chat.filter((line) => line.n !== action.n) };
    case "said":
      if (state.chat.some((line) => line.n === action.n)) return state;
      return { ...state, chat: [...state.chat, action].sort((a, b) => a.n - b.n).slice(-200) };
    case "rematch":
      return { ...state, rematch: action };
    case "connection":
      return { ...state, connection: action.state };
    case "do":
      if (state.pending.length >= MOST_PENDING) return state;
      return {
        ...state,
        pending: [...state.pending, { id: action.id, command: action.command }],
        shown: action.command.kind === "play" ? null : state.shown,
      };
    case "show": {
      const most = shownMoves(state).length;
      const ply = action.ply === null || action.ply >= most ? null : Math.max(0, action.ply);
      return ply === state.shown ? state : { ...state, shown: ply };
    }
    default:
      return state;
  }
}
