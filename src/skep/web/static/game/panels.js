// The parts of a game page around the board: players and clocks, the list of moves, the chat.

import { afterFrame, el, keyed, put, svg, write } from "../base/dom.js";
import { formatTime } from "../base/clock.js";
import { t, tn } from "../base/i18n.js";
import { looseTile } from "../hive/board/tiles.js";
import { pieceName } from "../hive/words.js";
import { readMove } from "../hive/position.js";

/** @typedef {import("../net/messages.js").HiveStatus} HiveStatus */
/** @typedef {import("./state.js").State} State */

const OFFLINE_AFTER_MS = 2000;

/** @param {import("../net/messages.js").SeatInfo} seat @param {number} n */
export function seatName(seat, n) {
  if (seat.who === "engine") return t("Computer, level {level}", { level: seat.level ?? 0 });
  if (seat.who === "person") return seat.name ?? "";
  return n === 0 ? t("White: free seat") : t("Black: free seat");
}

/** @param {import("../net/messages.js").Clock} clock @param {number} seat @param {number} now */
export function timeLeft(clock, seat, now) {
  const ran = clock.running === seat ? Math.max(0, now - clock.since_ms) : 0;
  return clock.left_ms[seat] - ran;
}

/**
 * @param {Element} node
 * @param {{seat: number, info: import("../net/messages.js").GameInfo, status: HiveStatus, present: boolean, turn: boolean, live: boolean,
 *          hotseat: boolean, thinking: boolean, now: number, own: boolean, page: State}} state
 */
export function drawPlayer(node, state) {
  const person = state.info.seats[state.seat];
  const color = state.seat === 0 ? t("White") : t("Black");
  const name = state.hotseat ? color : seatName(person, state.seat);
  put(node, {
    "data-turn": state.turn && state.live ? "yes" : "no",
    "data-color": state.seat === 0 ? "w" : "b",
    "aria-label": color,
  });
  write(node.querySelector("[data-part=name]"), name);
  put(/** @type {Element} */ (node.querySelector("[data-part=name]")), { title: name });
  const dot = node.querySelector("[data-part=presence]");
  if (dot) {
    const here = state.own ? state.page.connection === "open" : state.present;
    const shown = person.who === "person" && (!state.hotseat || (state.own && !here));
    put(dot, { "data-here": shown ? (here ? "yes" : "no") : null });
    // At one's own seat it is the connection that counts.
    const words = state.own ? connectionWords(state.page) : here ? t("here") : t("away");
    write(dot, shown ? words : "");
  }
  const word = node.querySelector("[data-part=turn]");
  write(word, state.turn && state.live ? (state.thinking ? t("thinks…") : t("to move")) : "");
  drawClock(node, state);
}

/** @param {Element} node @param {{status: HiveStatus, seat: number, now: number}} state */
export function drawClock(node, state) {
  const clock = /** @type {HTMLElement} */ (node.querySelector("[data-part=clock]"));
  const timed = state.status.clock;
  clock.hidden = !timed;
  if (!timed) return;
  const left = timeLeft(timed, state.seat, state.now);
  write(clock, formatTime(left));
  put(clock, { "data-low": left < 20_000 && timed.running === state.seat ? "yes" : null });
}

/**
 * @param {HTMLElement} list an ol
 * @param {readonly string[]} moves
 * @param {number} shown
 * @param {readonly string[]} [notes]
 */
export function drawMoves(list, moves, shown, notes = []) {
  keyed(
    list,
    moves.map((text, n) => ({ text, ply: n + 1 })),
    (item) => `${item.ply}:${item.text}`,
    (item) => {
      const move = readMove(item.text);
      const where = item.text.split(" ")[1] ?? "";
      const button = el(
        "button",
        { type: "button", class: "move", "data-ply": item.ply, "data-color": item.ply % 2 ? "w" : "b" },
        el("span", { class: "move__number" }, String(item.ply)),
        move ? looseTile("#skep-", move.piece) : el("span", { class: "move__pass" }),
        el("span", { class: "move__text" }, move ? `${move.piece.slice(1)} ${where}`.trim() : t("pass")),
      );
      // Heard besides what is seen: letters alone say little.
      if (move) button.append(el("span", { class: "visually-hidden" }, pieceName(move.piece)));
      return el("li", {}, button);
    },
    (node, item) => {
      const button = /** @type {Element} */ (node.firstElementChild);
      put(button, { "aria-current": item.ply === shown ? "step" : null });
      const note = notes[item.ply - 1];
      if (note && node.children.length === 1) node.append(el("p", { class: "move__note soft" }, note));
    },
  );
  if (list.dataset.shown === String(shown)) return;
  // To measure would lay the whole page out, before the move is seen.
  afterFrame(() => {
    if (list.offsetParent === null) return; // hidden: when it is seen
    list.dataset.shown = String(shown);
    scrollToCurrent(list);
  });
}

/** @param {HTMLElement} list */
function scrollToCurrent(list) {
  const item = list.querySelector('[aria-current="step"]')?.parentElement;
  if (!item) return;
  const top = item.offsetTop - list.offsetTop;
  if (top < list.scrollTop || top + item.offsetHeight > list.scrollTop + list.clientHeight) {
    list.scrollTop = top - list.clientHeight / 2;
  }
}

/** What stands in a chat already: to look at its height lays the page out. @type {WeakMap<Element, unknown>} */
const drawnChat = new WeakMap();

/** @param {HTMLElement} list @param {readonly import("../net/messages.js").Said[]} lines @param {number[]} you */
export function drawChat(list, lines, you) {
  if (drawnChat.get(list) === lines) return;
  drawnChat.set(list, lines);
  const atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 40;
  keyed(
    list,
    lines,
    (line) => String(line.n),
    (line) => {
      const mine = you.includes(line.seat);
      const words = el("p", { "data-mine": mine ? "yes" : null }, el("b", {}, line.name), " ", el("span", {}, line.text));
      if (mine) {
        const cross = svg("svg", { viewBox: "0 0 24 24", width: 16, stroke: "currentColor", "stroke-width": 2, "aria-hidden": "true" }, svg("path", { d: "M5 5l14 14M19 5L5 19" }));
        words.prepend(el("button", { type: "button", class: "icon-button", "data-unsay": line.n, "aria-label": t("Delete this line") }, cross));
      }
      return words;
    },
    () => {},
  );
  if (atEnd) list.scrollTop = list.scrollHeight;
}

/** The offers of the other side. @param {(name: string) => HTMLElement} part @param {State} state @param {boolean} live */
export function drawOffers(part, state, live) {
  const theirs = (/** @type {number|null|undefined} */ seat) =>
    live && state.you.length > 0 && typeof seat === "number" && !state.you.includes(seat);
  part("offer-takeback").hidden = !theirs(state.status.takeback_offer);
  part("offer-draw").hidden = !theirs(state.status.draw_offer);
}

/** @param {State} state */
function connectionWords(state) {
  if (state.connection !== "open") return t("reconnecting…");
  return state.latency === null ? t("connected") : t("{ms} ms", { ms: state.latency });
}

/** @param {(name: string) => HTMLElement} part @param {State} state @param {number} since when it was lost; 0: it is not */
export function drawConnection(part, state, since) {
  const isOpen = state.connection === "open";
  part("offline").hidden = isOpen || !since || Date.now() - since < OFFLINE_AFTER_MS;
  write(part("connection"), connectionWords(state));
  put(part("connection"), { "data-state": state.connection });
}

/** @param {HTMLElement} node @param {number} n */
export function drawSpectators(node, n) {
  write(node, n ? tn("{n} watching", "{n} watching", n) : "");
}
