// Things that move on a table, frame by frame.

/** @param {number} x @param {number} y @param {number} [scale] */
export const placed = (x, y, scale = 1) =>
  `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)${scale === 1 ? "" : ` scale(${scale.toFixed(3)})`}`;

/** @typedef {{x: number, y: number, scale: number}} Stop */
/** @typedef {{cancel: () => void}} Motion */

/** @param {number} t from 0 to 1 @param {number} beyond how far it goes too far before it comes to rest */
const easeOut = (t, beyond) => 1 + (beyond + 1) * (t - 1) ** 3 + beyond * (t - 1) ** 2;

/**
 * Move a node from stop to stop, frame by frame. The browser's own animations would make a layer of the
 * moving thing, one of all below it and one of all above, and draw the whole table anew at both ends.
 * Where the node rests afterwards is for the caller to say.
 * @param {SVGElement} node
 * @param {Stop[]} stops
 * @param {number} duration in ms
 * @param {number} beyond
 * @param {() => void} done
 * @returns {Motion}
 */
export function travel(node, stops, duration, beyond, done) {
  const start = performance.now();
  let frame = 0;
  const show = (/** @type {number} */ way) => {
    const n = Math.min(Math.floor(way), stops.length - 2);
    const [from, to] = [stops[n], stops[n + 1]];
    const part = way - n;
    const between = (/** @type {"x"|"y"|"scale"} */ key) => from[key] + (to[key] - from[key]) * part;
    node.style.transform = placed(between("x"), between("y"), between("scale"));
  };
  const step = (/** @type {number} */ now) => {
    const t = Math.max(0, (now - start) / duration);
    if (t >= 1) return done();
    show(easeOut(t, beyond) * (stops.length - 1));
    frame = requestAnimationFrame(step);
  };
  show(0);
  frame = requestAnimationFrame(step);
  return { cancel: () => cancelAnimationFrame(frame) };
}

/**
 * Something new comes down on the table.
 * @param {SVGElement} node @param {number} x @param {number} y @param {() => void} done
 */
export function drop(node, x, y, done) {
  return travel(node, [{ x, y: y - 60, scale: 1.25 }, { x, y, scale: 1 }], 190, 0.9, done);
}
