import { createDialogs } from "../base/dialogs.js";
import { mountClockFields } from "../lobby/clock_fields.js";
import { mountSheet, mountSheetLinks } from "../lobby/sheets.js";
import { followTables } from "../lobby/tables.js";
import { mountHomeDay } from "./home_day.js";

const main = /** @type {HTMLElement} */ (document.getElementById("main"));
const { signal } = new AbortController();
mountClockFields(main, signal);
for (const form of main.querySelectorAll("form.sheet")) mountSheet(/** @type {HTMLFormElement} */ (form), signal);
mountSheetLinks(main, createDialogs(main), signal);
followTables(main);
const day = document.getElementById("today");
if (day) void mountHomeDay(day);
main.dataset.ready = "yes";
