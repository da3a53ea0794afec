// One seat of a game: who sits there, whether they are here, what they are doing, their clock.

import { put, write } from "../base/dom.js";
import { t } from "../base/i18n.js";
import { shownName } from "../base/people.js";
import { mountClock } from "./clocks.js";
import { connectionWords } from "./line.js";

/** @typedef {import("../net/messages.js").SeatInfo} SeatInfo */
/** @typedef {{isHere: boolean, words: string}} Presence */
/**
 * What a kind says of a seat.
 * @typedef {object} Place
 * @property {number} seat
 * @property {string} label which seat it is
 * @property {string} [mark] how it is marked
 * @property {string|null} name what it is called, whoever sits there
 * @property {string} free what it is called while nobody does
 * @property {boolean} isOwn it stands for the person at this screen
 * @property {boolean} isTurn
 * @property {string} doing in a word or two
 * @property {import("../net/messages.js").Clock|null} clock
 */
/** @typedef {Omit<Place, "name"|"free"|"isOwn"> & {name: string, presence: Presence|null, graceUntil: number|null}} SeatProps */

/** @param {SeatInfo} seat @param {string} free what an empty seat is called */
function seatName(seat, free) {
  if (seat.who === "engine" || seat.who === "bot") return t("Computer, level {level}", { level: seat.level ?? 0 });
  return seat.who === "person" ? shownName(seat.name ?? "") : free;
}

/** @param {import("../net/messages.js").GameInfo} game */
export const isFull = (game) => game.seats.every((seat) => seat.who !== "open" && seat.who !== "invited");

/**
 * Whether somebody is here. At one's own seat it is the connection that counts; who sits at several seats of
 * one screen sees only that it is lost.
 * @param {import("./reducer.js").Table<any>} table @param {number} seat @param {boolean} isOwn
 * @returns {Presence|null}
 */
function presenceOf(table, seat, isOwn) {
  if (table.game.seats[seat].who !== "person") return null;
  const isHere = isOwn ? table.connection === "open" : table.you.includes(seat) || table.present.includes(seat);
  if (table.you.length > 1 && !(isOwn && !isHere)) return null;
  return { isHere, words: isOwn ? connectionWords(table) : isHere ? t("here") : t("away") };
}

/**
 * A seat as its kind describes it, with who sits there.
 * @param {import("./reducer.js").Table<any>} table @param {Place} place
 * @returns {SeatProps}
 */
export function seatProps(table, place) {
  const { seat, name, free, isOwn } = place;
  return { ...place, name: name ?? seatName(table.game.seats[seat], free), presence: presenceOf(table, seat, isOwn), graceUntil: table.graceUntil };
}

/**
 * @param {HTMLElement} root
 * @param {SeatProps} first
 * @param {{now(): number}} on
 */
export function mountSeat(root, first, on) {
  const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (root.querySelector(`[data-part=${name}]`));
  const [name, presence, turn] = [part("name"), part("presence"), part("turn")];
  const clock = mountClock(part("clock"), first, on);

  /** @param {SeatProps} props */
  function set(props) {
    put(root, { "data-turn": props.isTurn ? "yes" : "no", "data-color": props.mark, "aria-label": props.label });
    write(name, props.name);
    put(name, { title: props.name });
    put(presence, { "data-here": props.presence ? (props.presence.isHere ? "yes" : "no") : null });
    write(presence, props.presence?.words ?? "");
    write(turn, props.doing);
    clock.set(props);
  }

  set(first);
  return { set, destroy: clock.destroy };
}
