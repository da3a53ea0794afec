// Which spot a touch means: the one it is in, else the nearest whose middle is near enough for a finger, else none.

export const NEAR_PX = 32;
const ROOT3 = Math.sqrt(3);

/** @typedef {{key: string, x: number, y: number}} Mark a spot's middle on the screen */

/** Is a point within a hexagon that stands on a corner? @param {number} dx from its middle @param {number} dy @param {number} radius */
export function isWithin(dx, dy, radius) {
  const [x, y] = [Math.abs(dx), Math.abs(dy)];
  return x <= (radius * ROOT3) / 2 && y <= radius - x / ROOT3;
}

/**
 * @param {{x: number, y: number}} touch
 * @param {readonly Mark[]} marks the live spots alone: nothing else is ever meant
 * @param {number} radius of a cell on the screen, middle to corner
 * @returns {string|null} the key of a spot
 */
export function aimAt(touch, marks, radius) {
  let best = null;
  let nearest = NEAR_PX;
  for (const { key, x, y } of marks) {
    const [dx, dy] = [touch.x - x, touch.y - y];
    if (isWithin(dx, dy, radius)) return key;
    const away = Math.hypot(dx, dy);
    if (away <= nearest) [best, nearest] = [key, away];
  }
  return best;
}
