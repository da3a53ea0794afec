// Bars over the table that wait for an answer: what the others ask, and what there is to do now.

/**
 * @param {(name: string) => HTMLElement} part
 * @param {Record<string, boolean>} first which of them are shown, by the names of their parts
 */
export function mountOffers(part, first) {
  /** @param {Record<string, boolean>} shown */
  function set(shown) {
    for (const [name, isShown] of Object.entries(shown)) part(name).hidden = !isShown;
  }

  set(first);
  return { set, destroy: () => set(Object.fromEntries(Object.keys(first).map((name) => [name, false]))) };
}
