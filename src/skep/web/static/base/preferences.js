// What the reader chose. The server reads the same cookie, so that pages come right at once.

const COOKIE = "skep_settings";

/** To read a cookie may be a question to another process. @type {Record<string, string>|null} */
let known = null;

/** Notice that another tab has changed them. @param {AbortSignal} signal */
export function followPreferences(signal) {
  window.addEventListener("focus", () => {
    known = null;
  }, { signal });
}

/** @returns {Readonly<Record<string, string>>} */
export function preferences() {
  if (known) return known;
  const found = document.cookie.split("; ").find((part) => part.startsWith(`${COOKIE}=`));
  const text = found ? found.slice(COOKIE.length + 1).replace(/^"|"$/g, "") : "";
  known = Object.freeze(Object.fromEntries(new URLSearchParams(text)));
  return known;
}

/** @param {string} name @param {string} value */
export function prefer(name, value) {
  const all = new URLSearchParams({ ...preferences(), [name]: value });
  document.cookie = `${COOKIE}=${all}; path=/; max-age=31536000; samesite=lax`;
  known = null;
}

/** Asked for with every thing that moves: made once. @type {MediaQueryList|null} */
let stillness = null;

/** Should things stand still? */
export function isStill() {
  stillness ??= matchMedia("(prefers-reduced-motion: reduce)");
  return preferences().motion === "off" || stillness.matches;
}
