// Playing again: who asked for it, and what became of that.

import { t } from "../base/i18n.js";

/** @typedef {import("../net/messages.js").Rematch} Rematch */
/** @typedef {{ask: string, canAsk: boolean, refuse: string|null, words: string, isAsked: boolean}} RematchWords */

/**
 * What the two buttons say, and what is said beside them. `isAsked`: it waits for the person here.
 * @param {Rematch|null} rematch @param {number[]} you
 * @returns {RematchWords}
 */
export function rematchWords(rematch, you) {
  const again = { ask: t("Rematch"), canAsk: true, refuse: null, words: "", isAsked: false };
  if (!rematch || rematch.next_game) return again;
  const isMine = you.includes(rematch.offered_by);
  const off = rematch.declined_by;
  if (typeof off === "number") return { ...again, words: offWords(isMine, you.includes(off)) };
  if (isMine) {
    return { ask: t("Rematch offered"), canAsk: false, refuse: t("Withdraw"), words: t("You offered a rematch."), isAsked: false };
  }
  return { ask: t("Accept the rematch"), canAsk: true, refuse: t("No, thanks"), words: t("Your opponent offers a rematch."), isAsked: true };
}

/** @param {boolean} isMine @param {boolean} byMe */
function offWords(isMine, byMe) {
  if (isMine) return byMe ? t("You withdrew your offer of a rematch.") : t("Your opponent declined the rematch.");
  return byMe ? t("You declined the rematch.") : t("Your opponent withdrew the offer of a rematch.");
}
