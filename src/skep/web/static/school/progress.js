// What somebody has learned. The browser keeps it; the server too, for everybody who is known there.

const KEY = "skep-school";

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
