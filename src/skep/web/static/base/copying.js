// Copying and sharing. Both need https in browsers; on a local network without it there is a way round.

/**
 * @param {string} text
 * @returns {Promise<boolean>} is it in the clipboard?
 */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

/** The older way, which works without https: select a field and let the browser copy it. @param {string} text */
function copyBySelection(text) {
  const before = document.activeElement;
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "visually-hidden";
  // Inside of an open dialog nothing outside of it can be selected.
  (document.querySelector("dialog[open]") ?? document.body).append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  if (before instanceof HTMLElement) before.focus();
  return done;
}

/** @param {string} url */
export const canShare = (url) => Boolean(navigator.canShare?.({ url }));

/** @param {string} url @param {string} title */
export async function share(url, title) {
  try {
    await navigator.share({ url, title });
  } catch {
    // the person changed their mind
  }
}
