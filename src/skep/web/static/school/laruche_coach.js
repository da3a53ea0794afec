// The coach beside a first match of La Ruche: what there is to say now, and at the end. No server is asked: the page sees
// the hand and the table, and a remark that comes late is of no use where nobody waits for a turn.

import { t, tn } from "../base/i18n.js";
import { fits, isDead, bestTurn, flipped } from "../laruche/fit.js";
import { poseIn } from "../laruche/hand.js";
import { canFit } from "../laruche/tiles.js";

/** @typedef {import("../laruche/spots.js").Spot} Spot */
/** @typedef {{tile: string, spot: string}} Fit a tile of the hand, and a spot that takes it */
/**
 * What the coach has seen of a match. All of it survives a reload.
 * @typedef {object} Seen
 * @property {number} lays own tiles that lie
 * @property {number} flips of them with the face down that was up in the hand
 * @property {number} threes of them that touched three or more
 * @property {number} misses
 * @property {number} saidAt the number of own lays at the last remark; -1: none was made
 * @property {readonly string[]} said keys of remarks
 */
/**
 * What there is to see now.
 * @typedef {object} Sight
 * @property {boolean} isPlay everybody lays at will
 * @property {readonly string[]} hand
 * @property {string|null} held
 * @property {Readonly<Record<string, string>>} poses how tiles lie in the hand
 * @property {readonly Spot[]} spots
 * @property {number} gifts tiles that may be given away now
 * @property {{name: string, count: number}} rival who has the fewest tiles of the others
 */
/** @typedef {{key: string, words: string, fit: Fit|null}} Remark */

const SILENT_LAYS = 3; // from one remark to the next
const FEW = 2;

/** @type {Seen} */
export const NOTHING_SEEN = Object.freeze({ lays: 0, flips: 0, threes: 0, misses: 0, saidAt: -1, said: [] });

/** A tile of the hand with a spot that takes it; the held one first, spots that ask for much before others. @param {Sight} sight @returns {Fit|null} */
export function fitIn({ hand, held, spots }) {
  const tiles = held === null ? hand : [held, ...hand.filter((tile) => tile !== held)];
  const live = spots.filter((spot) => spot.isLive).sort((a, b) => b.contacts - a.contacts);
  for (const tile of tiles) {
    const spot = live.find(({ wanted }) => canFit(tile, wanted));
    if (spot) return { tile, spot: spot.key };
  }
  return null;
}

/** Does it fit as it is held, or has it to be turned over? @param {Sight} sight @param {Fit} fit */
function needsFlip({ poses, spots }, fit) {
  const pose = poseIn(poses, fit.tile);
  const wanted = spots.find(({ key }) => key === fit.spot)?.wanted ?? [];
  return !fits(bestTurn(pose, wanted), wanted) && fits(bestTurn(flipped(pose), wanted), wanted);
}

/** @param {Sight} sight @param {Fit|null} fit @returns {{key: string, words: string}} */
function whereItGoes(sight, fit) {
  if (!fit) return { key: "nothing", words: t("None of your tiles fits now. Wait: the next tile on the table makes new spots.") };
  if (sight.held !== null && sight.held !== fit.tile) {
    return { key: "another", words: t("This tile fits nowhere now. Look at the one that glows, and at its spot.") };
  }
  if (needsFlip(sight, fit)) return { key: "flip", words: t("Turn the glowing tile over: its other face fits the glowing spot.") };
  return { key: "fits", words: t("The glowing tile fits the glowing spot. Compare the colours of the edges.") };
}

/** @param {Sight} sight @param {Seen} seen @returns {{key: string, words: string, hasFit: boolean}|null} the most urgent */
function chosen(sight, seen) {
  const isNew = (/** @type {string} */ key) => !seen.said.includes(key);
  const left = sight.hand.length;
  if (sight.gifts && isNew("gift")) {
    return { key: "gift", words: t("You may give a tile away: choose one that is hard to lay, then the player with the fewest tiles."), hasFit: false };
  }
  if (!sight.isPlay || !left) return null;
  if (isNew("begin")) {
    return { key: "begin", words: t("Nobody waits for a turn now: lay whenever a tile fits between two others. Begin with the ones that glow."), hasFit: true };
  }
  if (left <= FEW && isNew("few")) {
    return { key: "few", words: tn("Only {n} tile left! Look at every spot, and at both faces.", "Only {n} tiles left! Look at every spot, and at both faces.", left), hasFit: false };
  }
  if (sight.rival.count <= FEW && isNew("rival")) {
    return { key: "rival", words: tn("{name} has only {n} tile left. Be quick!", "{name} has only {n} tiles left. Be quick!", sight.rival.count, { name: sight.rival.name }), hasFit: false };
  }
  if (isNew("dead") && sight.spots.some(({ isLive, wanted }) => !isLive && isDead(wanted))) {
    return { key: "dead", words: t("A striped spot is dead: it asks for one colour twice, and no tile has that. Leave it alone."), hasFit: false };
  }
  return null;
}

/** What the coach says now; mostly nothing, and at most once in three tiles of one's own. @param {Sight} sight @param {Seen} seen @returns {Remark|null} */
export function remarkNow(sight, seen) {
  if (seen.saidAt >= 0 && seen.lays - seen.saidAt < SILENT_LAYS) return null;
  const found = chosen(sight, seen);
  return found && { key: found.key, words: found.words, fit: found.hasFit ? fitIn(sight) : null };
}

/** What is shown to who has laid nothing for long. It is no remark: it marks a tile and a spot, and says what the marks mean. @param {Sight} sight @returns {Remark|null} */
export function helpNow(sight) {
  if (!sight.isPlay || !sight.hand.length) return null;
  const fit = fitIn(sight);
  return { ...whereItGoes(sight, fit), fit };
}

/** What stands there while there is nothing to remark. @param {string} phase of the match */
export const quietWords = (phase) => (phase === "setup"
  ? t("First everybody lays one tile in turn: tap one of yours, then a spot.")
  : t("I watch your game, and speak when it matters."));

/** @param {Seen} seen @param {Remark} remark @returns {Seen} */
export const afterRemark = (seen, { key }) => ({ ...seen, saidAt: seen.lays, said: [...seen.said, key] });

// At the end.

/** One thing that went well. @param {Seen} seen @param {{won: boolean, left: number}} end */
export function praiseWords({ threes, misses, lays }, { won, left }) {
  if (won) return t("You were the first without tiles. Well played!");
  if (threes) return t("You fitted a tile to three neighbours at once. That is the hardest kind.");
  if (!misses && lays >= SILENT_LAYS) return t("Not one miss: you look closely before you lay.");
  if (left <= FEW) return tn("Only {n} tile was left. That was close!", "Only {n} tiles were left. That was close!", left);
  return t("You played a whole round of La Ruche. Every round makes the eyes quicker.");
}

/** One thing to do better next time. @param {Seen} seen @param {{won: boolean, left: number}} end */
export function adviceWords({ misses, flips, lays }, { won }) {
  if (misses >= FEW) return tn("You missed {n} time. Compare all edges first: a miss costs time.", "You missed {n} times. Compare all edges first: a miss costs time.", misses);
  if (!flips && lays >= SILENT_LAYS) return t("Look at the other faces too: every tile that is turned over is a new chance.");
  if (won) return t("The slowest bot is too slow for you now. Try the next one.");
  return t("Look for a spot first, and then for a tile with its two colours side by side.");
}
