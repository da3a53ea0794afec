// What somebody has learned. The browser keeps it; the server too, for everybody who is known there.

const KEY = "skep-school";

/** Lessons that are under way, the last one at the end. */
const UNDER_WAY = "skep-lessons";
const MOST_UNDER_WAY = 40;

/** @typedef {{stars: Record<string, number>, again: string[]}} Progress */

/** @returns {Progress} */
export function ownProgress() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "null");
    return { stars: kept?.stars ?? {}, again: kept?.again ?? [] };
  } catch {
    return { stars: {}, again: [] };
  }
}

/** The better of both. @param {Progress} one @param {Progress} other @returns {Progress} */
export function merged(one, other) {
  const stars = { ...one.stars };
  for (const [lesson, count] of Object.entries(other.stars)) stars[lesson] = Math.max(stars[lesson] ?? 0, count);
  return { stars, again: [...new Set([...one.again, ...other.again])] };
}

/** @param {Progress} progress */
export function keep(progress) {
  try {
    localStorage.setItem(KEY, JSON.stringify(progress));
  } catch {
    // A browser that keeps nothing can still be taught.
  }
}

/** @returns {[string, import("./lesson.js").Kept][]} */
function underWay() {
  try {
    const kept = JSON.parse(localStorage.getItem(UNDER_WAY) ?? "null");
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

/** How far somebody came in this lesson. @param {string} lesson @returns {import("./lesson.js").Kept|null} */
export function keptStep(lesson) {
  const kept = underWay().find(([name]) => name === lesson)?.[1];
  return kept && Number.isInteger(kept.at) && Array.isArray(kept.results) ? kept : null;
}

/** @param {string} lesson @param {import("./lesson.js").Kept|null} kept null: it is over */
export function keepStep(lesson, kept) {
  const others = underWay().filter(([name]) => name !== lesson);
  /** @type {typeof others} */
  const own = kept ? [[lesson, { at: kept.at, results: kept.results }]] : [];
  try {
    localStorage.setItem(UNDER_WAY, JSON.stringify([...others, ...own].slice(-MOST_UNDER_WAY)));
  } catch {
    // As above.
  }
}
