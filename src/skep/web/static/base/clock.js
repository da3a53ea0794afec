// Server time. Displays derive from it and never count by themselves.

/** The offset of the server's clock, taken from the sample with the shortest round trip. */
export function createServerClock() {
  let offset = 0;
  let best = Infinity;
  return {
    /** @param {number} serverMs @param {number|null} roundTripMs */
    sample(serverMs, roundTripMs) {
      const trip = roundTripMs ?? 1000;
      if (trip > best) return;
      best = trip;
      offset = serverMs + (roundTripMs ?? 0) / 2 - Date.now();
    },
    now: () => Date.now() + offset,
  };
}

/** Time to wait, in whole seconds and never less than is left. @param {number} ms */
export function formatWait(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** @param {number} ms */
export function formatTime(ms) {
  const left = Math.max(0, ms);
  const days = Math.floor(left / 86_400_000);
  const hours = Math.floor(left / 3_600_000) % 24;
  const minutes = Math.floor(left / 60_000) % 60;
  const seconds = Math.floor(left / 1000) % 60;
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  if (days) return `${days}d ${two(hours)}:${two(minutes)}`;
  if (hours) return `${hours}:${two(minutes)}:${two(seconds)}`;
  if (left < 10_000) return `${seconds}.${Math.floor(left / 100) % 10}`;
  return `${minutes}:${two(seconds)}`;
}
