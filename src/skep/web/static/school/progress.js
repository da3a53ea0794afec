// What somebody has learned. The browser keeps it; the server too, for everybody who is known there.

const KEY = "skep-school";

/** A lesson that is under way. */
const UNDER_WAY = "skep-lesson";

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

/** How far somebody came in this lesson, if it was the last one that was begun. @param {string} lesson @returns {import("./lesson.js").Kept|null} */
export function keptStep(lesson) {
  try {
    const kept = JSON.parse(localStorage.getItem(UNDER_WAY) ?? "null");
    return kept?.lesson === lesson && Number.isInteger(kept.at) && Array.isArray(kept.results) ? kept : null;
  } catch {
    return null;
  }
}

/** @param {string} lesson @param {import("./lesson.js").Kept|null} kept null: it is over */
export function keepStep(lesson, kept) {
  try {
    if (kept) localStorage.setItem(UNDER_WAY, JSON.stringify({ lesson, at: kept.at, results: kept.results }));
    else localStorage.removeItem(UNDER_WAY);
  } catch {
    // As above.
  }
}
