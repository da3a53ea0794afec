// Playing again: who asked for it, and what became of that.

import { t } from "../base/i18n.js";

/** @typedef {import("../net/messages.js").Rematch} Rematch */
/** @typedef {{ask: string, canAsk: boolean, refuse: string|null, words: string, isAsked: boolean}} RematchWords */

/**
 * What the two buttons say, and what is said beside them. `isAsked`: it waits for the person here.
 * @param {Rematch|null} rematch @param {number[]} you
 * @param {(seat: number) => string|null} nameOf who sits there, where several play; null: the opponent
 * @returns {RematchWords}
 */
export function rematchWords(rematch, you, nameOf = () => null) {
  const again = { ask: t("Rematch"), canAsk: true, refuse: null, words: "", isAsked: false };
  if (!rematch || rematch.next_game) return again;
  const isMine = you.includes(rematch.offered_by);
  const off = rematch.declined_by;
  if (typeof off === "number") return { ...again, words: offWords(isMine, you.includes(off), nameOf(off)) };
  if (isMine) {
    return { ask: t("Rematch offered"), canAsk: false, refuse: t("Withdraw"), words: t("You offered a rematch."), isAsked: false };
  }
  const name = nameOf(rematch.offered_by);
  const words = name === null ? t("Your opponent offers a rematch.") : t("{name} offers a rematch.", { name });
  return { ask: t("Accept the rematch"), canAsk: true, refuse: t("No, thanks"), words, isAsked: true };
}

/** @param {boolean} isMine @param {boolean} byMe @param {string|null} name */
function offWords(isMine, byMe, name) {
  if (byMe) return isMine ? t("You withdrew your offer of a rematch.") : t("You declined the rematch.");
  if (name !== null) return isMine ? t("{name} declined the rematch.", { name }) : t("{name} withdrew the offer of a rematch.", { name });
  return isMine ? t("Your opponent declined the rematch.") : t("Your opponent withdrew the offer of a rematch.");
}
