// What people are called.

import { t } from "./i18n.js";

/** A name as a page shows it: one that nobody chose is a word, and is said in the reader's language. @param {string} name */
export function shownName(name) {
  const number = /^Guest (\d{4})$/.exec(name)?.[1];
  return number ? t("Guest {number}", { number }) : name;
}
