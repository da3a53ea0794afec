import { mountClockFields } from "../lobby/clock_fields.js";
import { mountSheet } from "../lobby/sheets.js";

const { signal } = new AbortController();
mountClockFields(document, signal);
for (const form of document.querySelectorAll("form.sheet")) mountSheet(/** @type {HTMLFormElement} */ (form), signal);
