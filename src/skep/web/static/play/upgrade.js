// A tab that an older build of the site has made: it loads itself again, and what was under way goes with it.

/** @typedef {import("../net/pending.js").Pending} Pending */
/** @typedef {{pending: readonly Pending[], own?: unknown}} UnderWay `own`: what the kind adds, such as a move chosen ahead */

const ASKED = "skep:build";

/** The build that this module is of; null where it is not served as part of one. */
export const OWN_BUILD = new URL(import.meta.url).pathname.match(/^\/static\/([0-9a-f]+)\//)?.[1] ?? null;

/** @param {string} game */
const nameOf = (game) => `skep:under-way:${game}`;

/**
 * Is the server of another build? Each build is followed once: while servers of two builds are at work, a tab must not go
 * to and fro between them.
 * @param {string|undefined} build as the server names it
 * @param {string|null} [own]
 */
export function isOutdated(build, own = OWN_BUILD) {
  if (!build || !own || build === own) return false;
  try {
    if (sessionStorage.getItem(ASKED) === build) return false;
    sessionStorage.setItem(ASKED, build);
    return true;
  } catch {
    return false; // nothing is kept in this browser, so nothing could go along
  }
}

/** @param {string} game @param {UnderWay} underWay @param {() => void} [load] */
export function loadAgain(game, underWay, load = () => location.reload()) {
  try {
    sessionStorage.setItem(nameOf(game), JSON.stringify(underWay));
  } catch {
    return;
  }
  whenNotTyping(load);
}

/** What was under way when this tab loaded itself again: told once. @param {string} game @returns {UnderWay} */
export function takeUnderWay(game) {
  try {
    const kept = JSON.parse(sessionStorage.getItem(nameOf(game)) ?? "null");
    sessionStorage.removeItem(nameOf(game));
    return Array.isArray(kept?.pending) ? kept : { pending: [] };
  } catch {
    return { pending: [] };
  }
}

/** Nobody's line is lost in the middle of a word. @param {() => void} act */
function whenNotTyping(act) {
  const field = document.activeElement;
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) || !field.value) {
    act();
    return;
  }
  const life = new AbortController();
  const { signal } = life;
  const again = () => {
    life.abort();
    setTimeout(() => whenNotTyping(act));
  };
  field.addEventListener("blur", again, { signal });
  field.form?.addEventListener("submit", again, { signal });
}
