// The buttons of a page: each names its action, and is disabled while there is nothing to do for it.

/**
 * @param {HTMLElement} root
 * @param {Record<string, boolean>} first which actions can be done now; those not named always can
 * @param {Record<string, () => void>} actions
 */
export function mountActions(root, first, actions) {
  const life = new AbortController();
  /** @type {Map<string, HTMLButtonElement[]>} */
  const buttons = new Map();

  root.addEventListener("click", (event) => {
    const action = /** @type {Element} */ (event.target).closest("[data-action]")?.getAttribute("data-action");
    if (action) actions[action]?.();
  }, { signal: life.signal });

  /** @param {Record<string, boolean>} enabled */
  function set(enabled) {
    for (const [action, isEnabled] of Object.entries(enabled)) {
      let found = buttons.get(action);
      if (!found) {
        found = [.../** @type {NodeListOf<HTMLButtonElement>} */ (root.querySelectorAll(`[data-action="${action}"]`))];
        buttons.set(action, found);
      }
      for (const button of found) button.disabled = !isEnabled;
    }
  }

  set(first);
  return { set, destroy: () => life.abort() };
}
