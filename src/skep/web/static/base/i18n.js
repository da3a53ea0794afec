// Words. The arguments of t and tn are literals, so that they can be gathered for translators.

/**
 * What the server wrote into the page: the texts of its language, and for each n below 200 which plural form it takes.
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

/** @param {string} text @param {Record<string, string|number>} params */
const fill = (text, params) => text.replace(/\{(\w+)\}/g, (whole, name) => String(params[name] ?? whole));

/** @param {number} n */
function formOf(n) {
  // Plural rules look at n % 100 at most, so larger numbers are found again in the second hundred.
  const known = words.plural[n < 200 ? n : 100 + (n % 100)];
  return known ? Number(known) : n === 1 ? 0 : 1;
}

/**
 * @param {string} text
 * @param {Record<string, string|number>} [params]
 */
export function t(text, params = {}) {
  const found = words.texts[text];
  return fill(typeof found === "string" ? found : text, params);
}

/**
 * @param {string} one
 * @param {string} many
 * @param {number} n
 * @param {Record<string, string|number>} [params]
 */
export function tn(one, many, n, params = {}) {
  const found = words.texts[one];
  const text = Array.isArray(found) ? found[formOf(n)] : n === 1 ? one : many;
  return fill(text, { n, ...params });
}
