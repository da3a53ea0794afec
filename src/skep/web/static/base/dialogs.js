// Dialogs of a page, one at a time. They give the focus back to whatever opened the first of them.

/** @typedef {ReturnType<typeof createDialogs>} Dialogs */

/** @param {HTMLElement} page */
export function createDialogs(page) {
  /** @type {Element|null} */
  let opener = null;

  function closeAll() {
    for (const dialog of page.querySelectorAll("dialog")) if (dialog.open) dialog.close();
  }

  return {
    /** @param {Element|null} dialog */
    open(dialog) {
      if (!(dialog instanceof HTMLDialogElement) || dialog.open) return;
      const before = page.querySelector("dialog[open]");
      if (!before) opener = document.activeElement;
      closeAll();
      dialog.showModal();
    },
    close() {
      closeAll();
      if (opener instanceof HTMLElement) opener.focus();
      opener = null;
    },
  };
}
