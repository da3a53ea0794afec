// Playing again: who asked for it, and what became of that.

import { listWords, t } from "../base/i18n.js";

/** @typedef {import("../net/messages.js").Rematch} Rematch */
/** @typedef {{ask: string, canAsk: boolean, refuse: string|null, words: string, isAsked: boolean}} RematchWords */

/**
 * What the two buttons say, and what is said beside them. `isAsked`: it waits for the person here.
 * @param {Rematch|null} rematch @param {number[]} you
 * @param {(seat: number) => string|null} nameOf who sits there, where several play; null: the opponent
 * @param {readonly number[]} present the seats of who is still there
 * @returns {RematchWords}
 */
export function rematchWords(rematch, you, nameOf = () => null, present = []) {
  const again = { ask: t("Rematch"), canAsk: true, refuse: null, words: "", isAsked: false };
  if (!rematch) return again;
  if (rematch.next_game) return takesAlong(rematch, you) ? again : { ...again, canAsk: false, words: t("The rematch has begun without you.") };
  const isMine = you.includes(rematch.offered_by);
  const off = rematch.declined_by;
  if (typeof off === "number") return { ...again, words: offWords(isMine, you.includes(off), nameOf(off)) };
  const waits = waitingWords(rematch, you, nameOf, present);
  if (isMine) {
    return { ask: t("Rematch offered"), canAsk: false, refuse: t("Withdraw"), words: t("You offered a rematch.") + waits, isAsked: false };
  }
  const name = nameOf(rematch.offered_by);
  const words = (name === null ? t("Your opponent offers a rematch.") : t("{name} offers a rematch.", { name })) + waits;
  if (rematch.accepted?.some((seat) => you.includes(seat))) {
    return { ask: t("Rematch accepted"), canAsk: false, refuse: t("No, thanks"), words, isAsked: false };
  }
  const hasDeclined = rematch.declined?.some((seat) => you.includes(seat));
  if (hasDeclined) return { ...again, ask: t("Accept the rematch"), words: t("You declined the rematch.") };
  return { ask: t("Accept the rematch"), canAsk: true, refuse: t("No, thanks"), words, isAsked: true };
}

/** Does the next game take the person here along? Who watches goes where the others go. @param {Rematch} rematch @param {readonly number[]} you */
export const takesAlong = ({ offered_by: first, accepted = [] }, you) => !you.length || you.some((seat) => seat === first || accepted.includes(seat));

/**
 * Whom else it waits for, where several play.
 * @param {Rematch} rematch @param {readonly number[]} you @param {(seat: number) => string|null} nameOf @param {readonly number[]} present
 */
function waitingWords({ offered_by: first, accepted = [], declined = [] }, you, nameOf, present) {
  const missing = present.filter((seat) => seat !== first && !accepted.includes(seat) && !declined.includes(seat) && !you.includes(seat));
  const names = missing.flatMap((seat) => nameOf(seat) ?? []);
  if (!names.length) return "";
  const words = t("It waits for {names}.", { names: listWords(names) });
  return ` ${words}`;
}

/** @param {boolean} isMine @param {boolean} byMe @param {string|null} name */
function offWords(isMine, byMe, name) {
  if (byMe) return isMine ? t("You withdrew your offer of a rematch.") : t("You declined the rematch.");
  if (name !== null) return isMine ? t("{name} declined the rematch.", { name }) : t("{name} withdrew the offer of a rematch.", { name });
  return isMine ? t("Your opponent declined the rematch.") : t("Your opponent withdrew the offer of a rematch.");
}
