// A tab that an older build of the site has made: it loads itself again, and what was under way goes with it.

/** @typedef {import("./pending.js").Pending} Pending */
/** @typedef {{pending: readonly Pending[], own?: unknown}} UnderWay `own`: what the kind adds, such as a move chosen ahead */

/** @typedef {import("./messages.js").ServerFrame | import("./messages.js").LobbyFrame} Frame */

const ASKED = "skep:build";
const AGAIN_MS = 60_000;

/** The build that this module is of; null where it is not served as part of one. */
export const OWN_BUILD = new URL(import.meta.url).pathname.match(/^\/static\/([0-9a-f]+)\//)?.[1] ?? null;

/** @param {string} game */
const nameOf = (game) => `skep:under-way:${game}`;

/**
 * Is the server of another build? Each build is followed once in a minute: while servers of two builds are at work, a tab
 * must not go to and fro between them, and whoever got the old page once more gets the new one later.
 * @param {string} build as the server names it
 * @param {string|null} [own] @param {number} [now]
 */
export function isOutdated(build, own = OWN_BUILD, now = Date.now()) {
  if (!build || !own || build === own) return false;
  try {
    const [asked, at] = (sessionStorage.getItem(ASKED) ?? "").split(" ");
    if (asked === build && now - Number(at ?? 0) < AGAIN_MS) return false;
    sessionStorage.setItem(ASKED, `${build} ${now}`);
    return true;
  } catch {
    return false; // nothing is kept in this browser, so nothing could go along
  }
}

/**
 * Hears the frames of a socket, and loads when the server is of another build. It looks at every frame, not only at that which
 * names the build: a socket may stay open for hours.
 * @param {() => void} load @param {(build: string) => boolean} [isOther]
 */
export function followBuild(load, isOther = isOutdated) {
  let build = "";
  return (/** @type {Frame} */ frame) => {
    if (frame.type === "welcome" || frame.type === "tables") build = frame.build ?? "";
    else if (frame.type === "refused" && frame.code === "WRONG_VERSION") build = "another";
    if (isOther(build)) load();
  };
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
export function whenNotTyping(act) {
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
