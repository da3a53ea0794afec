// What a bug is called and how it moves, told to who looks at one for a while.

import { t } from "../base/i18n.js";
import { mountLookCard } from "../base/look_card.js";
import { isStill } from "../base/preferences.js";
import { bugName, bugWay, SYMBOLS } from "./words.js";

/** Pictures of bugs in reserves and lists. */
const PLACES = ".reserve__piece, .move";

const capital = (/** @type {string} */ text) => text.charAt(0).toUpperCase() + text.slice(1);

/** @param {string|null|undefined} bug its letter @returns {import("../base/look_card.js").Told|null} */
function toldOf(bug) {
  if (!bug) return null;
  const symbol = SYMBOLS[/** @type {keyof SYMBOLS} */ (bug)];
  return {
    name: `${capital(bugName(bug))}.`,
    text: bugWay(bug),
    address: `/rules/hive#${symbol}`,
    label: t("More about it: {bug}", { bug: bugName(bug) }),
    picture: isStill() ? `/rules/hive/${symbol}.svg` : `/rules/hive/moving/${symbol}.svg`,
  };
}

/**
 * @param {HTMLElement} page with everything that is looked at
 * @param {AbortSignal} signal
 */
export function mountBugHelp(page, signal) {
  const read = (/** @type {Element} */ place) => toldOf(place.querySelector(".tile[data-bug]")?.getAttribute("data-bug"));
  const card = mountLookCard(page, { places: PLACES, read }, signal);
  return {
    /** On the board. @param {string|null} piece @param {DOMRect|null} box @param {boolean} [isLong] */
    look: (piece, box, isLong = false) => card.look(toldOf(piece?.[1]), box, isLong),
    hide: card.hide,
  };
}
