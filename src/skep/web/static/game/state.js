// The state of a game page and its pure reducer. `confirmed` comes from the server alone; what is
// drawn is confirmed with the pending moves played on top.

export const MOST_PENDING = 8;

/**
 * @typedef {object} State
 * @property {any} game what never changes, and who sits there
 * @property {number[]} you the seats held at this screen
 * @property {number} head
 * @property {readonly string[]} moves confirmed
 * @property {any} status confirmed
 * @property {readonly {id: string, command: any}[]} pending
 * @property {"connecting"|"open"|"lost"} connection
 * @property {number|null} latency
 * @property {number[]} present
 * @property {number} spectators
 * @property {readonly any[]} chat
 * @property {number|null} shown the ply that is looked at; null: the newest
 * @property {{code: string, params: any}|null} refusal the last one
 * @property {any} rematch
 * @property {any} analysis
 * @property {boolean} gap events are missing: ask for them
 * @property {string|null} note what happened last besides moves
 */

/** @param {any} data what the server wrote into the page @returns {State} */
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
    spectators: 0,
    chat: [],
    shown: null,
    refusal: null,
    rematch: null,
    analysis: null,
    gap: false,
    note: null,
  });
}

/** The line with what is pending. @param {State} state @returns {readonly string[]} */
export function shownMoves(state) {
  const waiting = state.pending.filter((one) => one.command.kind === "play");
  if (!waiting.length) return state.moves;
  const moves = [...state.moves];
  for (const { command } of waiting) if (command.ply === moves.length) moves.push(command.move);
  return moves;
}

/** @param {readonly string[]} moves @param {any} event @returns {readonly string[]} */
export function movesAfter(moves, event) {
  if (event.kind === "played") return [...moves, event.move];
  if (event.kind === "takeback_answered" && event.accept) {
    const asker = 1 - event.seat;
    return moves.slice(0, moves.length - (moves.length % 2 === asker ? 2 : 1));
  }
  return moves;
}

/** @param {State} state @param {any} frame @returns {State} */
function withEvent(state, frame) {
  if (frame.seq <= state.head) return state;
  if (frame.seq > state.head + 1) return { ...state, gap: true };
  const moves = movesAfter(state.moves, frame.event);
  const pending = state.pending.filter(
    ({ command }) => command.kind !== "play" || command.ply >= moves.length,
  );
  const live = state.shown !== null && state.shown >= moves.length ? null : state.shown;
  return {
    ...state,
    head: frame.seq,
    moves,
    pending,
    shown: live,
    status: frame.status ?? state.status,
    note: frame.event.kind,
    analysis: moves === state.moves ? state.analysis : null,
  };
}

/** @param {State} state @param {any} frame @returns {State} */
function withWelcome(state, frame) {
  let next = {
    ...state,
    game: frame.game,
    you: frame.you,
    present: frame.present ?? [],
    spectators: frame.spectators ?? 0,
    gap: false,
  };
  if (frame.view) {
    const moves = frame.view.moves;
    next = { ...next, head: frame.head, moves, status: frame.view.status };
    next.pending = state.pending.filter(
      ({ command }) => command.kind !== "play" || command.ply >= moves.length,
    );
  } else {
    for (const event of frame.events ?? []) next = withEvent(next, event);
  }
  return next;
}

/**
 * @param {State} state
 * @param {any} action a frame of the server, or what the page does itself
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
    case "refused": {
      const pending = state.pending.filter((one) => one.id !== action.id);
      return { ...state, pending, refusal: { code: action.code, params: action.params ?? {} } };
    }
    case "heartbeat":
      return {
        ...state,
        latency: action.latency_ms ?? state.latency,
        gap: state.gap || action.head > state.head,
      };
    case "game":
      return { ...state, game: action.game };
    case "present":
      return { ...state, present: action.present, spectators: action.spectators };
    case "said":
      if (state.chat.some((line) => line.n === action.n)) return state;
      return { ...state, chat: [...state.chat, action].sort((a, b) => a.n - b.n).slice(-200) };
    case "rematch":
      return { ...state, rematch: action };
    case "analysis":
      return { ...state, analysis: action };
    case "connection":
      return { ...state, connection: action.state };
    case "do":
      if (state.pending.length >= MOST_PENDING) return state;
      return {
        ...state,
        pending: [...state.pending, { id: action.id, command: action.command }],
        shown: action.command.kind === "play" ? null : state.shown,
        refusal: null,
      };
    case "show": {
      const most = shownMoves(state).length;
      const ply = action.ply === null || action.ply >= most ? null : Math.max(0, action.ply);
      return ply === state.shown ? state : { ...state, shown: ply };
    }
    case "forget":
      return { ...state, refusal: null };
    default:
      return state;
  }
}
