// What is said at a solitaire: what happened, why something was refused, how it ended.

import { t, tn } from "../base/i18n.js";
import { ruleSentence } from "../laruche/rule_words.js";
import { isGold } from "./model.js";
import { isStuck, spotsOf } from "./spots.js";
import { dayText, gradeName, joinsWords, silhouetteName } from "./words.js";

/** @typedef {import("./model.js").Solo} Solo */
/** @typedef {import("./model.js").SoloTable} SoloTable */

/** What is played, in a line over the table. @param {Solo} solo */
export function headline({ puzzle }) {
  const parts = puzzle.day === null
    ? [t("Free deal")]
    : [puzzle.number === null ? dayText(puzzle.day, { day: "numeric", month: "short" }) : t("La Ruche #{n}", { n: puzzle.number })];
  if (puzzle.grade && puzzle.silhouette === "none") parts.push(gradeName(puzzle.grade));
  if (puzzle.silhouette !== "none") parts.push(silhouetteName(puzzle.silhouette));
  if (puzzle.isStrict) parts.push(t("strict"));
  if (puzzle.best !== null) parts.push(puzzle.day === null ? t("best {n}", { n: puzzle.best }) : t("best today {n}", { n: puzzle.best }));
  return parts.join(" · ");
}

/** What may not be known when it begins; "" for nothing. @param {Solo} solo */
export const firstWords = ({ puzzle }) => (puzzle.shape ? t("Fill the shape. The first tile is turned by hand: tap it where it is held, or press R.") : "");

/** @param {Solo} solo @returns {{title: string, reason: string, won: boolean|null}|null} null: it goes on */
export function outcomeWords(solo) {
  const { status, puzzle } = solo;
  if (!status.outcome) return null;
  const [laid, size, joins] = [status.laid ?? 0, puzzle.tiles.length, status.joins ?? 0];
  if (!status.solved) {
    const isFailed = puzzle.isStrict && isStuck(solo, spotsOf(solo));
    const title = t("{laid} of {size}", { laid, size });
    return { title, reason: isFailed ? t("Nothing fits any more, and strict takes nothing back.") : t("You ended it here."), won: false };
  }
  if (status.hints >= size) return { title: t("Solved!"), reason: t("All {size} laid by hints. Try the next one alone!", { size }), won: true };
  if (isGold(solo)) return { title: t("Gold!"), reason: t("All {size} laid with {joins}: nobody can do better.", { size, joins: joinsWords(joins) }), won: true };
  const reason = puzzle.best === null
    ? t("All {size} laid with {joins}.", { size, joins: joinsWords(joins) })
    : t("All {size} laid with {joins}. The best is {best}.", { size, joins: joinsWords(joins), best: puzzle.best });
  return { title: t("Solved!"), reason, won: true };
}

/** What has changed on the table, to who listens; "" for nothing. @param {Solo} before @param {Solo} now */
export function newsWords(before, now) {
  const size = now.puzzle.tiles.length;
  const laid = now.table.size;
  if (laid > before.table.size) {
    return t("Laid: {laid} of {size}, {joins}.", { laid, size, joins: joinsWords(now.status.joins ?? 0) });
  }
  const gone = before.table.size - laid;
  return gone > 0 ? tn("{n} tile taken back. {laid} of {size} lie.", "{n} tiles taken back. {laid} of {size} lie.", gone, { laid, size }) : "";
}

/**
 * What is said at a solitaire when the server refuses something; null: the same as at every game, "": nothing.
 * @param {{code: string, params?: Record<string, any>}} refusal
 * @returns {string|null}
 */
export function refusalWords(refusal) {
  switch (refusal.code) {
    case "NOT_SOLVABLE":
    case "OUTSIDE_SHAPE":
      return ruleSentence(refusal.code);
    case "NO_UNDO":
      return t("Strict: what lies, lies.");
    case "MISMATCH":
    case "TAKEN":
    case "NOT_YOUR_TILE":
    case "NO_TILE_THERE":
    case "STALE":
      return t("The table has changed meanwhile. Look again.");
    case "TOO_FEW_NEIGHBOURS":
      return t("A tile must touch two others there.");
    case "PAUSED":
      return t("The clock stands. Go on first.");
    case "ALREADY":
    case "NOT_PAUSED":
    case "ROUND_OVER":
      return "";
    case "BUSY":
      return t("The solver is busy. Try again in a moment.");
    default:
      return null;
  }
}

/** What stands on the lamp. @param {import("./screen.js").Lamp} lamp */
export function lampWords(lamp) {
  switch (lamp) {
    case "yes":
      // NOTE: under a lamp that tells whether the puzzle can still be solved; room for about ten letters.
      return t("solvable");
    case "no":
      // NOTE: under the same lamp: it cannot be solved any more.
      return t("dead end");
    case "unknown":
      return t("unknown");
    case "asking":
      return t("looking…");
    default:
      return t("Lamp");
  }
}

/** The same to who listens. @param {import("./screen.js").Lamp} lamp */
export function lampSentence(lamp) {
  switch (lamp) {
    case "yes":
      return t("It can still be solved.");
    case "no":
      return t("It cannot be solved any more.");
    case "unknown":
      return t("Nobody knows whether it can still be solved.");
    default:
      return t("The lamp is off.");
  }
}
