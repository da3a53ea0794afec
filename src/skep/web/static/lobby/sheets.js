// The forms for a new game: each keeps what was chosen last. On the home page a form opens as a sheet.

import { el, keyed, put, write } from "../base/dom.js";

/** @typedef {{fields: Record<string, string|boolean>, touched: string[]}} Kept what a form holds, and the fields that somebody changed */

const NOT_KEPT = ["csrf", "game"];
const keyOf = (/** @type {HTMLFormElement} */ form) => `skep-start-${form.dataset.keeps}`;

/** @param {string} text @returns {Kept|null} null for what no form has written */
export function readKept(text) {
  try {
    const found = JSON.parse(text);
    return found && typeof found.fields === "object" && Array.isArray(found.touched) ? found : null;
  } catch {
    return null;
  }
}

/** @param {HTMLFormElement} form @returns {Kept|null} */
function kept(form) {
  try {
    return readKept(localStorage.getItem(keyOf(form)) ?? "");
  } catch {
    return null; // a browser may refuse to keep anything
  }
}

/** @param {HTMLFormElement} form @param {ReadonlySet<string>} touched */
function keep(form, touched) {
  /** @type {Kept["fields"]} */
  const fields = {};
  for (const field of fieldsOf(form)) {
    if (field.type === "checkbox") fields[field.name] = /** @type {HTMLInputElement} */ (field).checked;
    else if (field.type !== "radio" || /** @type {HTMLInputElement} */ (field).checked) fields[field.name] = field.value;
  }
  try {
    localStorage.setItem(keyOf(form), JSON.stringify({ fields, touched: [...touched] }));
  } catch {
    // then the next game is chosen anew
  }
}

/** @param {HTMLFormElement} form */
const fieldsOf = (form) =>
  /** @type {(HTMLInputElement|HTMLSelectElement)[]} */ ([...form.elements]).filter((field) => field.name && !NOT_KEPT.includes(field.name));

/** Choose values by the names of fields; what a field does not offer is left out. @param {HTMLFormElement} form @param {Record<string, string|boolean>} values */
function fill(form, values) {
  for (const field of fieldsOf(form)) {
    const value = values[field.name];
    if (field.type === "checkbox") {
      if (typeof value === "boolean") /** @type {HTMLInputElement} */ (field).checked = value;
    } else if (typeof value !== "string") continue;
    else if (field.type === "radio") {
      if (field.value === value) /** @type {HTMLInputElement} */ (field).checked = true;
    } else if (!(field instanceof HTMLSelectElement) || [...field.options].some((option) => option.value === value)) field.value = value;
  }
}

/** The marked control that speaks for what is chosen: a radio button, or a button whose values the form has. @param {HTMLFormElement} form */
function speaking(form) {
  const pressed = form.querySelector("[data-fill][aria-pressed=true]");
  // One of several who are asked is enough: the button says how they are.
  const chosen = [...new FormData(form).values()];
  const asked = [...form.querySelectorAll("[data-goes-with]")].find((one) => chosen.includes(one.getAttribute("data-goes-with") ?? ""));
  return pressed ?? asked ?? form.querySelector("[data-go]:checked");
}

/** @param {HTMLFormElement} form @param {AbortSignal} signal */
export function mountSheet(form, signal) {
  const go = /** @type {HTMLElement} */ (form.querySelector("[data-part=go]"));
  const says = form.querySelector("[data-part=says]");
  const fills = [...form.querySelectorAll("[data-fill]")].map((button) => ({ button, values: JSON.parse(button.getAttribute("data-fill") ?? "{}") }));
  const start = go.textContent ?? "";
  const last = form.dataset.wanted ? null : kept(form);
  const touched = new Set(last?.touched ?? []);
  if (last) fill(form, last.fields);

  function show() {
    const chosen = new FormData(form);
    for (const { button, values } of fills) {
      put(button, { "aria-pressed": String(Object.entries(values).every(([name, value]) => chosen.get(name) === value)) });
    }
    write(go, speaking(form)?.getAttribute("data-go") ?? start);
    if (!says) return;
    const said = [...form.querySelectorAll("[data-says]:checked")].map((one) => one.getAttribute("data-says") ?? "");
    keyed(says, [...new Set(said)].sort(), (text) => text, () => el("li"), write);
  }

  /** Values that go with a choice, until somebody chooses them by hand. @param {EventTarget|null} target */
  function followUsual(target) {
    const usual = target instanceof HTMLInputElement && target.checked ? JSON.parse(target.dataset.usual ?? "{}") : {};
    fill(form, Object.fromEntries(Object.entries(usual).filter(([name]) => !touched.has(name))));
  }

  form.addEventListener("input", ({ target }) => {
    touched.add(/** @type {HTMLInputElement} */ (target).name);
    followUsual(target);
    show();
    keep(form, touched);
  }, { signal });
  for (const { button, values } of fills) {
    button.addEventListener("click", () => {
      fill(form, values);
      show();
      keep(form, touched);
    }, { signal });
  }
  form.addEventListener("submit", () => keep(form, touched), { signal });
  show();
  put(form, { "data-ready": "yes" });
}

/** Links that open a sheet where there is one. @param {HTMLElement} root @param {import("../base/dialogs.js").Dialogs} dialogs @param {AbortSignal} signal */
export function mountSheetLinks(root, dialogs, signal) {
  for (const link of root.querySelectorAll("[data-opens]")) {
    const dialog = document.getElementById(link.getAttribute("data-opens") ?? "");
    if (!(dialog instanceof HTMLDialogElement)) continue;
    link.addEventListener("click", (event) => {
      event.preventDefault();
      dialogs.open(dialog);
      // The last choice is two presses away: one for the game, one for its start.
      /** @type {HTMLElement|null} */ (dialog.querySelector("[data-part=go]"))?.focus({ preventScroll: true });
    }, { signal });
    // A press beside the sheet puts it away.
    dialog.addEventListener("click", (event) => {
      if (event.target === dialog || (event.target instanceof Element && event.target.closest("[data-action=close]"))) dialogs.close();
    }, { signal });
  }
}
