// What each part of the page shows, read from the state.

import { t } from "../base/i18n.js";
import { bestTurn, contacts } from "./fit.js";
import { poseIn } from "./hand.js";
import { giftsFor, isRunning, mayLay, ownSeat } from "./model.js";
import { canFit, canTurnTo } from "./tiles.js";
import { nameOf, playerName, pointsWords, tilesLeft } from "./words.js";

/** @typedef {import("./model.js").MatchTable} MatchTable */
/** @typedef {import("./screen.js").Screen} Screen */
/** @typedef {{table: MatchTable, own: Screen}} LaRucheState */
/** @typedef {{key: string, tile: string}|null} Aim a spot over which a tile is held */

/** @type {ReadonlySet<string>} */
const NONE = new Set();

const ROOMY_PX = 84; // the widest tile of a hand beside a large table

/** @type {MediaQueryList|null} */
let room = null;

/** Is there more room than a phone has? */
function isRoomy() {
  room ??= matchMedia("(min-width: 700px) and (min-height: 600px)");
  return room.matches;
}

/** The help that the person here has. @param {MatchTable} table */
export const helpOf = (table) => table.confirmed.status.help;

/** How a tile of the hand will lie on a spot. @param {LaRucheState} state @param {string} tile @param {string} key */
export function poseOn({ table, own }, tile, key) {
  const pose = poseIn(own.poses, tile);
  const spot = own.spots.find((one) => one.key === key);
  return !spot || helpOf(table) === "none" || !contacts(spot.wanted) ? pose : bestTurn(pose, spot.wanted);
}

/** Only the help `show` tells what fits. @param {LaRucheState} state */
const shows = ({ table }) => helpOf(table) === "show" && mayLay(table);

/** @param {LaRucheState} state @returns {ReadonlySet<string>} spots */
export function glowingSpots(state) {
  const { held, spots, shown, poses } = state.own;
  if (shown && mayLay(state.table)) return shown.spots;
  if (held === null || !shows(state)) return NONE;
  return new Set(spots.filter((spot) => spot.isLive && canTurnTo(poseIn(poses, held), spot.wanted)).map((spot) => spot.key));
}

/** @param {LaRucheState} state @returns {ReadonlySet<string>} tiles */
export function glowingTiles(state) {
  const { chosen, spots, slots, shown } = state.own;
  if (shown && mayLay(state.table)) return shown.tiles;
  if (!shows(state)) return NONE;
  const looked = chosen === null ? spots.filter((spot) => spot.isLive) : spots.filter((spot) => spot.key === chosen);
  return new Set(slots.flatMap((tile) => (tile !== null && looked.some((spot) => canFit(tile, spot.wanted)) ? [tile] : [])));
}

/**
 * @param {LaRucheState} state @param {Aim} aim @param {string|null} focused a spot that the keyboard is at
 * @param {string|null} [dragged] a tile under the pointer, wherever that is
 * @returns {import("./table.js").TableProps}
 */
export function tableProps(state, aim, focused, dragged = null) {
  const { own, table } = state;
  const live = own.spots.filter((spot) => spot.isLive).length;
  return {
    tiles: table.drawn.table,
    waiting: table.drawn.waiting,
    spots: own.spots,
    numbers: own.numbers,
    chosen: own.chosen ?? focused,
    glowing: glowingSpots(state),
    ghost: aim && { key: aim.key, pose: poseOn(state, aim.tile, aim.key) },
    shaken: own.shake,
    isHeld: (own.held ?? dragged) !== null,
    label: t("Table: {tiles}, {n} live spots", { tiles: tilesLeft(table.drawn.table.size), n: live }),
  };
}

/** @param {LaRucheState} state @param {string|null} dragged @returns {import("./hand_view.js").HandProps} */
export function handProps(state, dragged) {
  const { own, table } = state;
  const { chosen } = own;
  return {
    slots: own.slots,
    poseOf: (tile) => (chosen !== null && helpOf(table) !== "none" ? poseOn(state, tile, chosen) : poseIn(own.poses, tile)),
    there: new Set(table.drawn.status.hand),
    held: own.held ?? dragged,
    glowing: glowingTiles(state),
    shaken: own.shake,
    fresh: own.arrived?.tile ?? null,
    largest: isRoomy() ? ROOMY_PX : undefined,
  };
}

/** @param {MatchTable} table @param {number} seat */
function stateWord({ confirmed, present, game }, seat) {
  const player = confirmed.status.players[seat];
  if (player?.stand_in) return t("bot plays");
  // Before the first tile pages are still being loaded: nobody is called away for that.
  const isBefore = confirmed.status.round === 1 && confirmed.status.phase === "setup" && !confirmed.table.size;
  if (!isBefore && (player?.away || (game.seats[seat]?.who === "person" && !present.includes(seat)))) return t("away");
  if (confirmed.status.phase === "break" && confirmed.status.ready.includes(seat)) return t("ready");
  return "";
}

/** @param {MatchTable} table @param {number} seat @param {number} now @returns {import("./rings.js").Span|null} */
function ringOf({ confirmed, game, you }, seat, now) {
  const { status } = confirmed;
  const { options } = game;
  if (status.turn === seat && status.turn_until_ms !== null && isRunning(status)) {
    return { until: status.turn_until_ms, total: Number(options.setup_ms ?? 15_000) };
  }
  const gift = giftsFor({ confirmed, you }, seat) ? Math.max(...status.gifts.map(({ until_ms: until }) => until)) : 0;
  if (gift > now) return { until: gift, total: Number(options.gift_ms ?? 5000) };
  const missed = status.players[seat]?.missed_until_ms ?? 0;
  return missed > now ? { until: missed, total: Number(options.miss_ms ?? 1500) } : null;
}

/** Everybody at the table, the person here first. @param {LaRucheState} state @param {number} now @returns {import("./strip.js").Chip[]} */
export function chips({ table, own }, now) {
  const { status } = table.confirmed;
  const me = ownSeat(table);
  const seats = table.game.seats.map((_, seat) => seat);
  const ordered = me === null ? seats : [me, ...seats.filter((seat) => seat > me), ...seats.filter((seat) => seat < me)];
  return ordered.map((seat) => {
    const player = status.players[seat];
    const gifts = giftsFor(table, seat);
    const isOwn = seat === me;
    const name = playerName(table, seat);
    const count = isOwn ? table.drawn.status.hand.length : (player?.count ?? 0);
    const state = isOwn ? "" : stateWord(table, seat);
    const said = [name, tilesLeft(count), pointsWords(player?.points ?? 0), state].filter(Boolean).join(", ");
    return {
      seat,
      name,
      count,
      points: player?.points ?? 0,
      state,
      label: gifts ? t("Give to {player}", { player: said }) : said,
      isOwn,
      isTurn: status.turn === seat,
      gifts,
      canGive: gifts > 0 && own.held !== null,
      hasMissed: (player?.missed_until_ms ?? 0) > now,
      ring: ringOf(table, seat, now),
    };
  });
}

/** @param {MatchTable} table @param {number} seat whose turn it is */
function turnWords({ game, you, confirmed }, seat) {
  const isBlocked = confirmed.status.phase === "unblock";
  if (!you.includes(seat)) {
    const name = nameOf(game, seat);
    return isBlocked ? t("{name} unblocks the table", { name }) : t("{name} lays a first tile", { name });
  }
  if (!confirmed.table.size) return t("your turn: lay the first tile");
  return isBlocked ? t("unblock: lay a tile by one edge") : t("your turn: lay a tile by one edge");
}

/** What goes on, in a line over the table. @param {MatchTable} table */
export function headline(table) {
  const { status } = table.confirmed;
  if (status.phase === "waiting") return t("Waiting for players");
  const round = t("Round {n} of {all}", { n: status.round, all: status.rounds });
  if (status.paused) return `${round} · ${t("paused")}`;
  if (status.phase === "over") return t("The match is over");
  if (status.phase === "break") return `${round} · ${t("over")}`;
  if (status.turn === null) return round;
  return `${round} · ${turnWords(table, status.turn)}`;
}
