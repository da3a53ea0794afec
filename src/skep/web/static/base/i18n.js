// Words. The arguments of t and tn are literals, so that they can be gathered for translators.

/** @type {Record<string, string|string[]>} */
let catalogue = {};
let pseudo = false;

if (typeof document !== "undefined") {
  pseudo = document.documentElement.lang === "xx";
  const words = document.getElementById("words");
  if (words) catalogue = JSON.parse(words.textContent || "{}");
}

/** @param {string} text @param {Record<string, string|number>} params */
function fill(text, params) {
  const filled = text.replace(/\{(\w+)\}/g, (whole, name) => String(params[name] ?? whole));
  return pseudo ? `[${filled}${"~".repeat(Math.floor(filled.length * 0.4))}]` : filled;
}

/**
 * @param {string} text
 * @param {Record<string, string|number>} [params]
 */
export function t(text, params = {}) {
  const found = catalogue[text];
  return fill(typeof found === "string" ? found : text, params);
}

/**
 * @param {string} one
 * @param {string} many
 * @param {number} n
 * @param {Record<string, string|number>} [params]
 */
export function tn(one, many, n, params = {}) {
  const found = catalogue[one];
  const text = Array.isArray(found) ? found[n === 1 ? 0 : 1] : n === 1 ? one : many;
  return fill(text, { n, ...params });
}
