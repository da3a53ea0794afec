// What is said at a match: what happened, why something was refused, how rounds and matches ended.

import { listWords, t, tn } from "../base/i18n.js";
import { colorNoun, directionNoun, ruleSentence } from "./rule_words.js";
import { nameOf, playerName, pointsWords, secondsWords, tilesLeft } from "./words.js";

/** @typedef {import("./model.js").MatchTable} MatchTable */
/** @typedef {import("../net/messages.js").Effect} Effect */
/** @typedef {import("../net/messages.js").RoundEnded} RoundEnded */

/** @param {number} ms */
export const waitWords = (ms) => t("You may lay again in {time}.", { time: secondsWords(ms) });

/** The edges at which a tile differs. @param {readonly {direction: number, own: string, theirs: string}[]} edges */
export function differenceWords(edges) {
  const each = edges.map(({ direction, own, theirs }) =>
    ruleSentence("EDGE", { direction: directionNoun(String(direction)), own: colorNoun(own), theirs: colorNoun(theirs) }) ?? "");
  return ruleSentence("MISMATCH", { edges: listWords(each) }) ?? "";
}

/** How long a miss takes. @param {number} ms */
export const missWords = (ms) => t("A miss: you may lay again in {time}.", { time: secondsWords(ms) });

/** @param {MatchTable} table @param {number|null} seat */
export const firstWords = (table, seat) =>
  seat === null ? t("Somebody was first. Your tile is back.") : t("{name} was first. Your tile is back.", { name: nameOf(table.game, seat) });

/** @param {MatchTable} table @param {{loser: number, ms: number}} race */
export const raceWords = (table, { loser, ms }) =>
  t("A race: the tile that {name} laid {time} later fitted there too.", { name: nameOf(table.game, loser), time: secondsWords(ms) });

/** What is told of an effect; null: it is seen, and needs no words. @param {MatchTable} table @param {Effect} effect @returns {string|null} */
export function effectWords(table, effect) {
  const name = (/** @type {number} */ seat) => nameOf(table.game, seat);
  const isMine = "seat" in effect && table.you.includes(effect.seat);
  switch (effect.kind) {
    case "dealt":
      return effect.redeal
        ? t("Nothing could be laid beside the first tiles: everybody gets new ones.")
        : t("Round {n}: the tiles are dealt.", { n: effect.round });
    case "turn":
      if (isMine && !table.confirmed.table.size) return t("Your turn: lay the first tile.");
      return isMine ? t("Your turn: lay a tile by one edge.") : t("{name} lays a tile now.", { name: name(effect.seat) });
    case "play_began":
      return t("Go! Everybody lays at will.");
    case "laid":
      if (!("by_table" in effect)) return null;
      if (effect.by_table) return isMine ? t("Your time was up: a tile was laid for you.") : t("A tile was laid for {name}.", { name: name(effect.seat) });
      return isMine ? t("Your tile lies.") : t("{name} laid a tile.", { name: name(effect.seat) });
    case "missed":
      return isMine ? null : t("{name} missed.", { name: name(effect.seat) });
    case "gift_due":
      return isMine
        ? tn("You may give {n} tile away: choose it, then a player.", "You may give {n} tiles away: choose one, then a player.", Math.min(effect.count, table.confirmed.status.hand.length))
        : tn("{name} may give {n} tile away.", "{name} may give {n} tiles away.", effect.count, { name: name(effect.seat) });
    case "given":
      if (table.you.includes(effect.to)) return t("{name} gave you a tile.", { name: name(effect.seat) });
      return isMine ? t("You gave {name} a tile.", { name: name(effect.to) }) : t("{giver} gave {name} a tile.", { giver: name(effect.seat), name: name(effect.to) });
    case "gift_lapsed":
      return isMine ? t("The time to give is over.") : null;
    case "stand_in":
      return effect.active ? t("{name} is away: a bot plays for them.", { name: name(effect.seat) }) : t("{name} plays again.", { name: name(effect.seat) });
    case "pause_asked":
      if (table.confirmed.status.paused) return null; // who asks last has agreed
      return isMine ? t("You asked for a pause. It begins when everybody agrees.") : t("{name} asks for a pause.", { name: name(effect.seat) });
    case "paused":
      return t("The match is paused.");
    case "resuming":
      return t("Get ready: the match goes on in a moment.");
    case "resumed":
      return t("The match goes on.");
    case "joined":
      return t("{name} joined.", { name: name(effect.seat) });
    case "round_ended":
      return roundWords(table, effect);
    default:
      return null;
  }
}

/** Why a round ended. @param {MatchTable} table @param {RoundEnded} result */
export function roundWords(table, { reason, ranks }) {
  const best = ranks.flatMap((rank, seat) => (rank === 1 ? [seat] : []));
  if (reason === "emptied") {
    return table.you.includes(best[0]) ? t("Your hand is empty: the round is yours.") : t("{name} has no tile left.", { name: nameOf(table.game, best[0]) });
  }
  return reason === "blocked" ? t("No tile fits anywhere: the fewest tiles win.") : t("Nothing was laid for too long: the fewest tiles win.");
}

/** @param {number} rank */
const place = (rank) => t("{n}.", { n: rank });

/** The lines of a round's end, the best first. @param {MatchTable} table @param {RoundEnded} result */
export function roundLines(table, { counts, ranks, points }) {
  return ranks
    .map((rank, seat) => ({
      seat,
      rank,
      place: place(rank),
      name: playerName(table, seat),
      left: tilesLeft(counts[seat]),
      points: `+${points[seat]}`,
      total: pointsWords(table.confirmed.status.players[seat]?.points ?? 0),
      isOwn: table.you.includes(seat),
    }))
    .sort((a, b) => a.rank - b.rank || a.seat - b.seat);
}

/** The places of a match, the best first. @param {MatchTable} table */
export function podium(table) {
  const { outcome } = table.confirmed.status;
  if (!outcome) return [];
  return outcome.ranks
    .map((rank, seat) => ({ seat, rank, place: place(rank), name: playerName(table, seat), points: pointsWords(outcome.totals[seat]), isOwn: table.you.includes(seat) }))
    .sort((a, b) => a.rank - b.rank || a.seat - b.seat);
}

/** @param {MatchTable} table @returns {{title: string, reason: string, won: boolean|null, isCalledOff?: boolean}|null} null: it goes on */
export function outcomeWords(table) {
  const { outcome } = table.confirmed.status;
  if (!outcome) return table.game.status === "aborted" || table.game.outcome?.reason === "aborted" ? { title: t("Match called off"), reason: "", won: null, isCalledOff: true } : null;
  const winners = podium(table).filter(({ rank }) => rank === 1);
  const won = table.you.length ? winners.some(({ isOwn }) => isOwn) : null;
  const names = listWords(winners.map(({ name }) => name));
  const title = won && winners.length === 1 ? t("You win!") : winners.length > 1 ? t("A shared win") : t("{name} wins", { name: names });
  const rounds = table.confirmed.status.results.length;
  return { title, reason: tn("After {n} round.", "After {n} rounds.", rounds), won };
}

/**
 * What is said at this game when the server refuses something; null: the same as at every game; "": it was said before.
 * @param {{code: string, id?: string|null, params?: Record<string, any>}} refusal
 * @param {MatchTable} table
 * @param {{by: number|null, id: string}|null} slid
 * @returns {string|null}
 */
export function refusalWords(refusal, table, slid) {
  switch (refusal.code) {
    case "MISMATCH":
      // Where a miss costs nothing the server refuses it: the edges that differ were told at once.
      return slid?.id === refusal.id ? firstWords(table, slid?.by ?? null) : "";
    case "TAKEN":
    case "TOO_FEW_NEIGHBOURS":
      return firstWords(table, slid?.by ?? null);
    case "TOO_MANY_NEIGHBOURS":
    case "DEAD_START":
    case "NOT_YOUR_TILE":
    case "NOT_YOUR_TURN":
      return ruleSentence(refusal.code);
    case "TOO_SOON":
    case "MISSED":
      return waitWords(Number(refusal.params?.wait_ms ?? 1000));
    case "ROUND_OVER":
    case "MATCH_OVER":
      return t("The round was over.");
    case "NO_GIFT_DUE":
    case "GIFT_EXPIRED":
      return t("The time to give is over.");
    case "BAD_RECEIVER":
      return t("All of this gift goes to one player.");
    case "PAUSED":
      return t("The match is paused.");
    case "NOT_PAUSED":
    case "NOT_IN_BREAK":
    case "ALREADY":
      return t("That is so already.");
    case "TABLE_FULL":
    case "NO_FREE_SEAT":
      return t("All seats are taken. You can watch.");
    case "NOT_STARTED":
      return t("The match begins when all seats are taken.");
    case "TOO_LATE":
      return t("Others play here: leave, and a bot plays on for you.");
    default:
      return null;
  }
}
