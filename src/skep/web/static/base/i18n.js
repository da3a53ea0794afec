// Words. The texts in t, tn, tp, tpn and forms are literals, so that they can be gathered for translators.

/** A name with its forms, "" the one that stands alone: `{thing:the}` in a sentence takes the form "the". @typedef {Readonly<Record<string, string>>} Noun */
/** What is filled into a sentence; several are listed. @typedef {string|number|Noun|readonly (string|Noun)[]} Value */
/** @typedef {Record<string, Value>} Params */

/**
 * What the server wrote into the page: the texts of its language, and for each n below 200 which plural form it takes.
 * A text with a context stands behind it and \u0004.
 * @type {{texts: Record<string, string|string[]>, plural: string}}
 */
let words = { texts: {}, plural: "" };
if (typeof document !== "undefined") {
  const found = document.getElementById("words")?.textContent;
  if (found) words = JSON.parse(found);
}

/** For tests: another language. @param {typeof words} others */
export function useWords(others) {
  words = others;
}

/** @param {string} context @param {string} text */
const keyOf = (context, text) => `${context}\u0004${text}`;

/** @param {Value} value @param {string} form @returns {string} */
function formed(value, form) {
  if (Array.isArray(value)) return listWords(value.map((one) => formed(one, form)));
  if (typeof value !== "object") return String(value);
  const noun = /** @type {Noun} */ (value);
  return noun[form] ?? noun[""];
}

/** Facts in their places, names in the forms that are asked for. @param {string} text @param {Params} params */
export const fill = (text, params) =>
  text.replace(/\{(\w+)(?::([^}]+))?\}/g, (whole, name, form = "") => (params[name] === undefined ? whole : formed(params[name], form)));

/** @param {number} n */
function formOf(n) {
  // Plural rules look at n % 100 at most, so larger numbers are found again in the second hundred.
  const known = words.plural[n < 200 ? n : 100 + (n % 100)];
  return known ? Number(known) : n === 1 ? 0 : 1;
}

/** @param {string} key @param {string} text */
function said(key, text) {
  const found = words.texts[key];
  return typeof found === "string" ? found : text;
}

/** @param {string} key @param {string} one @param {string} many @param {number} n */
function counted(key, one, many, n) {
  const found = words.texts[key];
  return Array.isArray(found) ? found[formOf(n)] : n === 1 ? one : many;
}

/** @param {string} text @param {Params} [params] */
export const t = (text, params = {}) => fill(said(text, text), params);

/** @param {string} one @param {string} many @param {number} n @param {Params} [params] */
export const tn = (one, many, n, params = {}) => fill(counted(one, one, many, n), { n, ...params });

/** Where one English word is two elsewhere: `context` tells which. @param {string} context @param {string} text @param {Params} [params] */
export const tp = (context, text, params = {}) => fill(said(keyOf(context, text), text), params);

/** @param {string} context @param {string} one @param {string} many @param {number} n @param {Params} [params] */
export const tpn = (context, one, many, n, params = {}) => fill(counted(keyOf(context, one), one, many, n), { n, ...params });

/**
 * A name with its forms, written as "hat | the: the hat".
 * @param {string} context @param {string} text @param {string} [number] stands behind every form
 * @returns {Noun}
 */
export function forms(context, text, number = "") {
  const tail = number ? ` ${number}` : "";
  return Object.fromEntries(
    said(keyOf(context, text), text).split(" | ").map((form, n) => {
      const colon = form.indexOf(": ");
      return n === 0 ? ["", form + tail] : [form.slice(0, colon), form.slice(colon + 2) + tail];
    }),
  );
}

/** "Ada, Ben and Cem". @param {readonly string[]} parts @returns {string} */
export function listWords(parts) {
  if (parts.length < 2) return parts.join("");
  const first = parts.slice(0, -1).reduce((before, next) => tp("list", "{first}, {next}", { first: before, next }));
  return tp("list", "{first} and {last}", { first, last: parts[parts.length - 1] });
}

/** The first letter of a sentence that begins with a name. @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** The language of the page, for dates and numbers. */
export const pageLanguage = () => (typeof document === "undefined" ? "en" : document.documentElement.lang || "en");

/** To make one takes longer than a frame may on a slow phone. @type {Map<string, Intl.NumberFormat>} */
const formats = new Map();

/** A number as the language writes it. @param {number} value @param {number} digits behind the point */
export function numberText(value, digits) {
  const key = `${pageLanguage()} ${digits}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.NumberFormat(pageLanguage(), { minimumFractionDigits: digits, maximumFractionDigits: digits });
    formats.set(key, format);
  }
  return format.format(value);
}
