// Dialogs of a page. They give the focus back to whatever opened them.

/** @param {HTMLElement} page */
export function createDialogs(page) {
  /** @type {Element|null} */
  let opener = null;
  return {
    /** @param {Element|null} dialog */
    open(dialog) {
      if (!(dialog instanceof HTMLDialogElement) || dialog.open) return;
      // One dialog may lead to another: then the first opener gets the focus back.
      if (!page.querySelector("dialog[open]")) opener = document.activeElement;
      dialog.showModal();
    },
    close() {
      for (const dialog of page.querySelectorAll("dialog")) if (dialog.open) dialog.close();
      if (opener instanceof HTMLElement) opener.focus();
      opener = null;
    },
  };
}
