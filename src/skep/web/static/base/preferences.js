// What the reader chose. The server reads the same cookie, so that pages come right at once.

const COOKIE = "skep_settings";

/** @returns {Record<string, string>} */
export function preferences() {
  const found = document.cookie.split("; ").find((part) => part.startsWith(`${COOKIE}=`));
  const text = found ? found.slice(COOKIE.length + 1).replace(/^"|"$/g, "") : "";
  return Object.fromEntries(new URLSearchParams(text));
}

/** @param {string} name @param {string} value */
export function prefer(name, value) {
  const all = new URLSearchParams({ ...preferences(), [name]: value });
  document.cookie = `${COOKIE}=${all}; path=/; max-age=31536000; samesite=lax`;
}

/** Should things stand still? */
export function isStill() {
  return preferences().motion === "off" || matchMedia("(prefers-reduced-motion: reduce)").matches;
}
