// A live game at a page, of whatever kind: joins the connection, the state, what every game has around its
// table, and the kind's own view.

import { createServerClock } from "../base/clock.js";
import { copyText } from "../base/copying.js";
import { createDialogs } from "../base/dialogs.js";
import { partsIn, put, write } from "../base/dom.js";
import { t } from "../base/i18n.js";
import { followPreferences } from "../base/preferences.js";
import { createStore } from "../base/store.js";
import { commandId, openSocket } from "../net/socket.js";
import { followBuild, loadAgain, takeUnderWay } from "../net/upgrade.js";
import { claimCountdown, ownAbsence } from "./absence.js";
import { mountActions } from "./actions.js";
import { mountChat } from "./chat.js";
import { connect, readChat } from "./connection.js";
import { mountCountdown } from "./countdown.js";
import { invitationActions } from "./invitation.js";
import { mountLine } from "./line.js";
import { sounded } from "./news.js";
import { mountNotice } from "./notice.js";
import { createReducer } from "./reducer.js";
import { refusalWords } from "./refusals.js";
import { rematchWords, takesAlong } from "./rematch.js";
import { mountResult } from "./result.js";
import { isFull } from "./seats.js";
import { mountUnread } from "./unread.js";

/** @typedef {import("./reducer.js").TableAction} TableAction */
/**
 * @template C, O
 * @typedef {{table: import("./reducer.js").Table<C>, own: O}} State `own`: what this screen adds by itself
 */
/**
 * What a kind's view may do at its table.
 * @template C, O, A
 * @typedef {object} Handle
 * @property {HTMLElement} page
 * @property {(name: string) => HTMLElement} part
 * @property {() => State<C, O>} state
 * @property {(action: TableAction|A) => void} dispatch
 * @property {() => void} flush draw now, or all that comes in bursts with the next frame
 * @property {(command: import("../net/messages.js").Command) => void} command
 * @property {(frame: import("../net/messages.js").ClientFrame) => boolean} send was it sent?
 * @property {(text: string, kind?: string, isPassing?: boolean, link?: import("./reducer.js").NoticeLink) => void} say
 * @property {(text: string) => void} announce to who listens
 * @property {() => number} now server time
 * @property {ReturnType<typeof createDialogs>} dialogs
 * @property {AbortSignal} signal
 */
/**
 * What a kind shows of the state.
 * @template C, O
 * @typedef {object} View
 * @property {(state: State<C, O>, before: State<C, O>) => void} draw the table itself comes first
 * @property {(act: () => void) => void} [later] what stands around it is drawn so, and not in the same frame
 * @property {(state: State<C, O>) => import("./result.js").ResultWords|null} result null: the game goes on
 * @property {(state: State<C, O>) => boolean} isResultShown does the newest state of the table lie there?
 * @property {(state: State<C, O>) => string|null} due what the person here is waited for, for the title
 * @property {(state: State<C, O>) => import("./countdown.js").Countdown|null} countdown to something that ends the game
 * @property {(state: State<C, O>) => import("./actions.js").Enabled} enabled actions that can be done now
 * @property {Record<string, () => void>} actions
 * @property {(state: State<C, O>) => import("./notice.js").Box[]} [named] what the note speaks of, on the screen
 * @property {(state: State<C, O>, note: import("./notice.js").Box) => void} [reveal] some of it lies under the note: move the table
 * @property {() => void} destroy
 */
/**
 * @template C, O, A
 * @typedef {object} Kind
 * @property {import("./reducer.js").Rules<C>} rules
 * @property {O} own
 * @property {(own: O, action: TableAction|A, table: import("./reducer.js").Table<C>, before: import("./reducer.js").Table<C>) => O} reduce
 * @property {(refusal: import("../net/messages.js").Refused, state: State<C, O>) => string|null} refusalWords its own; null: as everywhere; "": nothing
 * @property {(event: import("../net/messages.js").Event, before: import("./reducer.js").Table<C>, after: import("./reducer.js").Table<C>) => string|null} offerNews
 *   what has become of an offer; null: it is seen otherwise
 * @property {(seat: number, table: import("./reducer.js").Table<C>) => string|null} [nameOf] who sits there, where several play
 * @property {(own: O) => A|null} [kept] an action by which a page that is loaded again gets what was chosen here
 * @property {object} [hello] what it asks for when it greets
 * @property {boolean} [comesInBursts] events of several players come in one frame, and are drawn together
 * @property {(table: Handle<C, O, A>) => View<C, O>} mount
 */

/** With one stop at its end. @param {string} text */
const sentence = (text) => (/[.!?]$/.test(text) ? text : `${text}.`);

/** The address that is copied opens the game for others too, however one came here. @param {string} [key] */
function carryKey(key) {
  const address = new URL(location.href);
  if (!key || address.searchParams.has("key")) return;
  address.searchParams.set("key", key);
  history.replaceState(history.state, "", address);
}

/**
 * @template C, O, A
 * @param {HTMLElement} page
 * @param {import("./reducer.js").GamePage & {reload_when_full?: boolean}} data
 * @param {Kind<C, O, A>} kind
 * @param {typeof openSocket} open the gallery gives another one
 */
export function openTable(page, data, kind, open = openSocket) {
  const part = partsIn(page);
  const life = new AbortController();
  const { signal } = life;
  followPreferences(signal);
  carryKey(data.key);
  const clock = createServerClock();
  const dialogs = createDialogs(page);
  const reducer = createReducer(kind.rules);
  /** @type {(state: State<C, O>, action: TableAction|A) => State<C, O>} */
  const reduce = (state, action) => {
    const table = withOfferNews(reducer.reduce(state.table, /** @type {TableAction} */ (action)), action, state.table);
    const own = kind.reduce(state.own, action, table, state.table);
    return table === state.table && own === state.own ? state : { table, own };
  };
  /**
   * @param {import("./reducer.js").Table<C>} table @param {any} action @param {import("./reducer.js").Table<C>} before
   * @returns {import("./reducer.js").Table<C>}
   */
  function withOfferNews(table, action, before) {
    const events = action.type === "event" ? [action] : action.type === "welcome" ? (action.events ?? []) : [];
    let text = null;
    for (const sent of events) if (sent.seq > before.head) text = kind.offerNews(sent.event, before, table) ?? text;
    return text ? { ...table, notice: { text, kind: "note", isPassing: true } } : table;
  }

  const store = createStore({ table: reducer.first(data), own: kind.own }, reduce);
  const underWay = takeUnderWay(data.game.id);
  for (const { id, command } of underWay.pending) store.dispatch({ type: "do", id, command });
  if (underWay.own) store.dispatch(/** @type {A} */ (underWay.own));

  /** In time for the next frame of the screen; of what comes in bursts that frame draws all at once. A hidden page has no frames. */
  function flush() {
    if (!kind.comesInBursts || document.hidden) store.flush();
  }

  const connection = connect(data, {
    table: () => store.get().table,
    dispatch: store.dispatch,
    came: flush,
    clock,
    hello: kind.hello,
    frame,
  }, open);

  /** @type {Handle<C, O, A>["say"]} */
  function say(text, noticeKind = "note", isPassing = false, link = undefined) {
    store.dispatch({ type: "notice", notice: text ? { text, kind: noticeKind, isPassing, link } : null });
  }

  const follow = followBuild(() => {
    const { table, own } = store.get();
    loadAgain(data.game.id, { pending: table.pending, own: kind.kept?.(own) ?? null });
  });
  const named = (/** @type {number} */ seat) => kind.nameOf?.(seat, store.get().table) ?? null;

  /** What concerns the page as a whole. @param {import("../net/messages.js").ServerFrame} frame */
  function frame(frame) {
    const refused = frame.type === "refused" ? (kind.refusalWords(frame, store.get()) ?? refusalWords(frame)) : "";
    if (refused) say(refused, "error");
    if (frame.type === "welcome" && chat) void catchUp();
    if (frame.type === "rematch" && typeof frame.declined_by === "number" && store.get().table.isResultClosed) {
      say(rematchWords(frame, store.get().table.you, named).words);
    }
    if (frame.type === "rematch" && frame.next_game && takesAlong(frame, store.get().table.you)) location.assign(`/g/${frame.next_game}`);
    follow(frame);
    // The seat may have been taken before the socket was open, and the game not yet begun then.
    if (data.reload_when_full && "game" in frame && isFull(frame.game)) location.reload();
  }

  async function copyWatchLink() {
    const isCopied = await copyText(location.href);
    dialogs.close();
    say(isCopied ? t("Link copied: whoever opens it can watch.") : t("The address of this page is the link: whoever opens it can watch."));
  }

  async function catchUp() {
    const known = store.get().table.chat.at(-1)?.n ?? 0;
    for (const line of await readChat(data.game.id, known)) store.dispatch(line);
  }

  const view = kind.mount({
    page,
    part,
    state: store.get,
    dispatch: store.dispatch,
    flush,
    command: connection.command,
    send: connection.send,
    say,
    announce,
    now: clock.now,
    dialogs,
    signal,
  });

  /** @param {string} text */
  function announce(text) {
    write(part("live"), text);
  }

  const { table, own } = store.get();
  const room = /** @type {HTMLElement|null} */ (part("chat")?.closest(".chat"));
  const chat = room && mountChat(room, { lines: table.chat, you: table.you }, {
    say(text) {
      const isSent = connection.send({ type: "say", id: commandId(), text });
      if (!isSent) say(t("You are offline. Try again when the connection is back."), "error");
      return isSent;
    },
    unsay: (n) => void connection.send({ type: "unsay", id: commandId(), n }),
  });
  const badge = part("unread");
  const unread = room && badge && mountUnread(badge, part("chat"), { lines: table.chat, you: table.you }, { game: data.game.id, announce });
  const countdown = mountCountdown(part("countdown"), part("countdown-words"), null, { now: clock.now, announce });
  const absence = mountCountdown(part("absence"), part("absence-words"), null, { now: Date.now, announce });
  const claim = mountCountdown(part("claim"), part("claim-words"), null, {
    now: clock.now,
    announce,
    past: (isPast) => put(part("claim-button"), { hidden: !isPast }),
  });
  const line = mountLine(part, table);
  const notice = mountNotice(part("notice"), table.notice, {
    named: () => view.named?.(store.get()) ?? [],
    reveal: (note) => view.reveal?.(store.get(), note),
  });
  const result = mountResult(part("result"), resultProps({ table, own }));
  const actions = mountActions(page, view.enabled({ table, own }), {
    rematch: () => void connection.send({ type: "want_rematch", id: commandId() }),
    "refuse-rematch": () => void connection.send({ type: "decline_rematch", id: commandId() }),
    "close-result": () => store.dispatch({ type: "close_result" }),
    more: () => dialogs.open(part("more")),
    close: dialogs.close,
    notice: () => say(""),
    reconnect: connection.hurry,
    ...invitationActions(part, say),
    "copy-watch": copyWatchLink,
    ...view.actions,
  }, (why) => say(why, "note", true));

  /** @param {State<C, O>} state */
  function resultProps(state) {
    const { you, rematch, isResultClosed, present } = state.table;
    return { words: view.result(state), isShown: !isResultClosed && view.isResultShown(state), you, rematch, nameOf: named, present };
  }

  /** What is drawn around the game. */
  let around = store.get();

  /** @param {State<C, O>} state @param {State<C, O>} before */
  function draw(state, before) {
    view.draw(state, before);
    if (view.later && state !== before) view.later(drawAround);
    else drawAround();
  }

  function drawAround() {
    const before = around;
    const state = store.get();
    around = state;
    chat?.set({ lines: state.table.chat, you: state.table.you });
    unread?.set({ lines: state.table.chat, you: state.table.you });
    line.set(state.table);
    countdown.set(view.countdown(state));
    claim.set(claimCountdown(state.table));
    absence.set(ownAbsence(state.table, view.due(state) !== null));
    notice.set(state.table.notice);
    const ended = resultProps(state);
    result.set(ended);
    const asked = rematchWords(ended.rematch, ended.you, named, ended.present);
    part("offer-rematch").hidden = ended.isShown || !ended.words || !asked.isAsked;
    write(/** @type {HTMLElement} */ (part("offer-rematch").firstElementChild), asked.words);
    if (ended.words && !view.result(before)) {
      write(part("live"), `${sentence(ended.words.title)} ${ended.words.reason}`);
      sounded("end");
    }
    actions.set(view.enabled(state));
    const due = view.due(state);
    document.title = `${due ? `● ${due} · ` : ""}skep`;
    put(page, {
      "data-seq": state.table.head,
      "data-pending": state.table.pending.length || null,
      "data-connection": state.table.connection,
    });
  }

  store.subscribe(draw);
  draw(store.get(), store.get());
  put(page, { "data-ready": "yes" });

  return {
    store,
    destroy() {
      life.abort();
      store.destroy();
      connection.destroy();
      for (const one of [view, chat, unread, countdown, absence, claim, line, notice, result, actions]) one?.destroy();
    },
  };
}
