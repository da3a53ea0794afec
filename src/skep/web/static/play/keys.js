// The list of keys, behind the question mark.

/**
 * @param {HTMLElement|null} dialog
 * @param {{open(dialog: Element|null): void}} dialogs
 * @param {AbortSignal} signal
 */
export function listenToQuestionMark(dialog, dialogs, signal) {
  if (!dialog) return;
  window.addEventListener("keydown", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (event.key !== "?" || target.closest("input, textarea, select")) return;
    event.preventDefault();
    dialogs.open(dialog);
  }, { signal });
}
