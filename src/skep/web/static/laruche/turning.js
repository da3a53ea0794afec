// Shapes turned by sixths, point by point. A transform on every edge of every tile would cost the browser a node each, and
// all of them are gone through whenever one tile is laid.

const COUNTS = /** @type {Record<string, number>} */ ({ M: 2, L: 2, Q: 4, T: 2, C: 6, A: 7, H: 1, V: 1, Z: 0 });

/** @param {number} value */
const short = (value) => String(Math.round(value * 100) / 100);

/**
 * The outline of a path, turned. It is written with absolute commands, arcs are of circles.
 * @param {string} outline the `d` of a path @param {(x: number, y: number) => [number, number]} turn
 */
export function turnedOutline(outline, turn) {
  const parts = outline.match(/[A-Z]|-?(?:\d+\.?\d*|\.\d+)/g) ?? [];
  const words = [];
  let [command, x, y] = ["M", 0, 0];
  for (let n = 0; n < parts.length;) {
    if (/[A-Z]/.test(parts[n])) command = parts[n++];
    const values = parts.slice(n, n + COUNTS[command]).map(Number);
    n += COUNTS[command];
    if (command === "Z") {
      words.push("Z");
      continue;
    }
    if (command === "A") words.push(`A${values.slice(0, 5).join(" ")}`);
    else words.push(command === "H" || command === "V" ? "L" : command);
    const points = command === "H" ? [values[0], y] : command === "V" ? [x, values[0]] : command === "A" ? values.slice(5) : values;
    for (let at = 0; at < points.length; at += 2) words.push(turn(points[at], points[at + 1]).map(short).join(" "));
    [x, y] = points.slice(-2);
    if (command === "M") command = "L"; // more points of a move are lines
  }
  return words.join(" ");
}

/**
 * Turn a shape and what it holds, about the middle of its tile.
 * @param {Element} node @param {number} sixths counterclockwise
 */
export function turnShape(node, sixths) {
  const [cos, sin] = [Math.cos((sixths * Math.PI) / 3), Math.sin((sixths * Math.PI) / 3)];
  /** @type {(x: number, y: number) => [number, number]} */
  const turn = (x, y) => [x * cos + y * sin, y * cos - x * sin];
  for (const one of [node, ...node.querySelectorAll("*")]) {
    const outline = one.getAttribute("d");
    if (outline) one.setAttribute("d", turnedOutline(outline, turn));
    if (one.localName !== "circle") continue;
    const [cx, cy] = turn(Number(one.getAttribute("cx") ?? 0), Number(one.getAttribute("cy") ?? 0));
    one.setAttribute("cx", short(cx));
    one.setAttribute("cy", short(cy));
  }
}
