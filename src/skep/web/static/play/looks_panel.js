// How one wants to see and hear games: fields that count as soon as they are changed.

import { prefer } from "../base/preferences.js";

/**
 * @param {HTMLElement} root around the fields
 * @param {{changed(): void}} on
 */
export function mountLooksPanel(root, on) {
  const life = new AbortController();
  const canNotify = window.isSecureContext && "Notification" in window;
  const note = /** @type {HTMLElement|null} */ (root.querySelector("[data-part=no-notices]"));
  if (note) note.hidden = canNotify;

  root.addEventListener("change", (event) => {
    const field = event.target;
    if (!(field instanceof HTMLInputElement) || field.type !== "radio") return;
    prefer(field.name, field.value);
    if (field.name === "theme") document.documentElement.dataset.theme = field.value;
    if (field.name === "notify" && field.value === "yes" && canNotify) void Notification.requestPermission();
    on.changed();
  }, { signal: life.signal });

  return { destroy: () => life.abort() };
}
