// The state of a live game at a page and its pure reducer: what the server said, what is under way, who is here.
// What lies on the table is the kind's own: it gives the rules by which its part is read.

import { acknowledged, NOTHING_PENDING, reapplied, stillPending, withCommand, without } from "../net/pending.js";

/** @typedef {import("../net/messages.js").ServerFrame} ServerFrame */
/** @typedef {import("../net/messages.js").Command} Command */
/** @typedef {import("../net/messages.js").EventSent} EventSent */
/** @typedef {import("../net/pending.js").Pending} Pending */
/** @typedef {"connecting"|"open"|"lost"} Connection */
/** @typedef {{text: string, address: string}} NoticeLink */
/** @typedef {{text: string, kind: string, isPassing: boolean, link?: NoticeLink}} Notice `isPassing`: it goes with the next news; `link`: where more is said */
/**
 * How a kind reads its game. `C` is what the server confirmed of it.
 * @template C
 * @typedef {object} Rules
 * @property {(view: import("../net/messages.js").View) => C} first
 * @property {(confirmed: C, frame: EventSent) => C} after
 * @property {(confirmed: C, command: Command) => boolean} stands may a command that waits still come about?
 * @property {(drawn: C, command: Command) => C|null} apply as if it were done; null: it does not fit
 * @property {(before: C, after: C) => boolean} isNews has the table changed, so that what was said about it is over?
 */
/**
 * What the server wrote into the page.
 * @typedef {object} GamePage
 * @property {import("../net/messages.js").GameInfo} game
 * @property {number[]} you
 * @property {number} head
 * @property {import("../net/messages.js").View} view
 * @property {string} [key]
 */
/**
 * @template C
 * @typedef {object} Table
 * @property {import("../net/messages.js").GameInfo} game what never changes, and who sits there
 * @property {number[]} you the seats held at this screen
 * @property {number} head
 * @property {C} confirmed from the server alone
 * @property {readonly Pending[]} pending
 * @property {C} drawn confirmed, with what is pending applied again
 * @property {readonly Pending[]} misfits what is pending and does not fit any more
 * @property {Connection} connection
 * @property {number|null} lostAt when the connection was lost
 * @property {number|null} latency
 * @property {number[]} present
 * @property {import("../net/messages.js").ClaimDue|null} claim who may claim the win, and from when on
 * @property {number|null} claimAfter so long may a player be away on their turn; null: for ever
 * @property {number|null} graceUntil the server was away for long: until then no flag falls
 * @property {number} spectators
 * @property {readonly import("../net/messages.js").Said[]} chat
 * @property {import("../net/messages.js").Rematch|null} rematch
 * @property {boolean} isResultClosed
 * @property {Notice|null} notice
 * @property {boolean} gap events are missing: ask for them
 */
/**
 * A frame of the server, or what the page does itself.
 * @typedef {ServerFrame | {type: "connection", state: Connection, at: number} | {type: "do", id: string, command: Command}
 *   | {type: "notice", notice: Notice|null} | {type: "close_result"}} TableAction
 */

const MOST_LINES = 200;

/**
 * @template C
 * @param {Rules<C>} rules
 */
export function createReducer(rules) {
  /** @param {GamePage} data @returns {Table<C>} */
  function first(data) {
    const confirmed = rules.first(data.view);
    return {
      game: data.game,
      you: data.you,
      head: data.head,
      confirmed,
      pending: NOTHING_PENDING,
      drawn: confirmed,
      misfits: NOTHING_PENDING,
      connection: "connecting",
      lostAt: null,
      latency: null,
      present: [],
      claim: null,
      claimAfter: null,
      graceUntil: null,
      spectators: 0,
      chat: [],
      rematch: null,
      isResultClosed: false,
      notice: null,
      gap: false,
    };
  }

  /** @param {Table<C>} table @param {readonly Pending[]} pending @param {Partial<Table<C>>} [more] @returns {Table<C>} */
  function redrawn(table, pending, more = {}) {
    const next = { ...table, ...more, pending };
    const { drawn, misfits } = reapplied(next.confirmed, pending, rules.apply);
    const isOver = table.notice?.isPassing && rules.isNews(table.drawn, drawn);
    return { ...next, drawn, misfits, notice: isOver ? null : next.notice };
  }

  /** @param {Table<C>} table @param {number} head @param {C} confirmed @returns {Table<C>} */
  function confirmedTo(table, head, confirmed) {
    const pending = stillPending(table.pending, head, (command) => rules.stands(confirmed, command));
    return redrawn(table, pending, { head, confirmed });
  }

  /** @param {Table<C>} table @param {EventSent} frame @returns {Table<C>} */
  function withEvent(table, frame) {
    if (frame.seq <= table.head) return table;
    if (frame.seq > table.head + 1) return { ...table, gap: true };
    return confirmedTo(table, frame.seq, rules.after(table.confirmed, frame));
  }

  /** @param {Table<C>} table @param {import("../net/messages.js").Welcome} frame @returns {Table<C>} */
  function withWelcome(table, frame) {
    /** @type {Table<C>} */
    const next = {
      ...table,
      game: frame.game,
      you: frame.you,
      present: frame.present ?? [],
      claim: frame.claim ?? null,
      claimAfter: frame.claim_after_ms ?? null,
      graceUntil: frame.grace_until_ms ?? null,
      spectators: frame.spectators ?? 0,
      rematch: frame.rematch ?? null,
      gap: false,
    };
    if (frame.view) return confirmedTo(next, frame.head, rules.first(frame.view));
    return (frame.events ?? []).reduce(withEvent, next);
  }

  /** @param {Table<C>} table @param {import("../net/messages.js").Said} line @returns {Table<C>} */
  function withLine(table, line) {
    if (table.chat.some((one) => one.n === line.n)) return table;
    return { ...table, chat: [...table.chat, line].sort((a, b) => a.n - b.n).slice(-MOST_LINES) };
  }

  /** @param {Table<C>} table @param {TableAction} action @returns {Table<C>} */
  function reduce(table, action) {
    switch (action.type) {
      case "welcome":
        return withWelcome(table, action);
      case "event":
        return withEvent(table, action);
      case "ack": {
        const pending = acknowledged(table.pending, action.id, action.seq, table.head);
        return pending === table.pending ? table : redrawn(table, pending);
      }
      case "refused": {
        const pending = without(table.pending, action.id);
        return pending === table.pending ? table : redrawn(table, pending);
      }
      case "heartbeat":
        return {
          ...table,
          latency: action.latency_ms ?? table.latency,
          gap: table.gap || action.head > table.head,
        };
      case "game":
        return { ...table, game: action.game };
      case "present":
        return { ...table, present: action.present, spectators: action.spectators, claim: action.claim ?? null };
      case "unsaid":
        return { ...table, chat: table.chat.filter((line) => line.n !== action.n) };
      case "said":
        return withLine(table, action);
      case "rematch":
        return { ...table, rematch: action };
      case "connection":
        return {
          ...table,
          connection: action.state,
          lostAt: action.state === "open" ? null : (table.lostAt ?? action.at),
        };
      case "do": {
        const pending = withCommand(table.pending, action.id, action.command);
        return pending === table.pending ? table : redrawn(table, pending);
      }
      case "notice":
        return action.notice === table.notice ? table : { ...table, notice: action.notice };
      case "close_result":
        return { ...table, isResultClosed: true };
      default:
        return table;
    }
  }

  return { first, reduce };
}
