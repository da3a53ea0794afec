// What one device remembers of the solitaire that it played last, so that leaving and coming back loses nothing.

const NAME = "skep_solitaire";

/** @typedef {{hint: import("./screen.js").Hint|null, lifted: readonly import("./spots.js").Placement[], isLampOn: boolean}} Kept */

/** @param {string} game @returns {Kept|null} */
export function remembered(game) {
  try {
    const kept = JSON.parse(localStorage.getItem(NAME) ?? "null");
    return kept?.game === game ? { hint: kept.hint, lifted: kept.lifted, isLampOn: kept.isLampOn } : null;
  } catch {
    return null; // nothing may be stored here
  }
}

/** @param {string} game @param {Kept} kept */
export function remember(game, kept) {
  try {
    localStorage.setItem(NAME, JSON.stringify({ game, ...kept }));
  } catch {
    // nothing may be stored here: the next visit begins without it
  }
}
