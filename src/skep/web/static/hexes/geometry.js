// Hexagons on the screen. World units: a cell has the radius 100. No game here.

export const RADIUS = 100;
const ROOT3 = Math.sqrt(3);

/** @typedef {{q: number, r: number}} Cell */
/** @typedef {{x: number, y: number}} Point */
/** @typedef {{orientation: "pointy"|"flat", rotation: number, mirror: boolean}} Layout */

/** The six steps, counterclockwise from the east. */
export const STEPS = [
  [1, 0],
  [1, -1],
  [0, -1],
  [-1, 0],
  [-1, 1],
  [0, 1],
];

/** @param {number} q @param {number} r */
export const keyOf = (q, r) => `${q},${r}`;

/** @param {string} key @returns {Cell} */
export function cellOf(key) {
  const [q, r] = key.split(",").map(Number);
  return { q, r };
}

/** @param {Cell} a @param {Cell} b */
export const isSame = (a, b) => a.q === b.q && a.r === b.r;

/** @param {Cell} cell */
export const around = (cell) => STEPS.map(([dq, dr]) => ({ q: cell.q + dq, r: cell.r + dr }));

/** @param {Cell} a @param {Cell} b */
export function distance(a, b) {
  const [q, r] = [a.q - b.q, a.r - b.r];
  return Math.max(Math.abs(q), Math.abs(r), Math.abs(q + r));
}

/** @param {Layout} layout @param {Cell} cell @returns {Point} */
export function centreOf(layout, cell) {
  let [q, r] = [cell.q, cell.r];
  if (layout.mirror) q = -q - r;
  for (let turn = 0; turn < layout.rotation; turn += 1) [q, r] = [-r, q + r];
  if (layout.orientation === "flat") return { x: 150 * q, y: RADIUS * ROOT3 * (r + q / 2) };
  return { x: RADIUS * ROOT3 * (q + r / 2), y: 150 * r };
}

/** The cell under a point of the world. @param {Layout} layout @param {Point} point @returns {Cell} */
export function cellAt(layout, point) {
  let q, r;
  if (layout.orientation === "flat") {
    q = point.x / 150;
    r = point.y / (RADIUS * ROOT3) - q / 2;
  } else {
    r = point.y / 150;
    q = point.x / (RADIUS * ROOT3) - r / 2;
  }
  let [rq, rr] = [Math.round(q), Math.round(r)];
  const rs = Math.round(-q - r);
  const [dq, dr, ds] = [Math.abs(rq - q), Math.abs(rr - r), Math.abs(rs + q + r)];
  if (dq > dr && dq > ds) rq = -rr - rs;
  else if (dr > ds) rr = -rq - rs;
  for (let turn = 0; turn < layout.rotation; turn += 1) [rq, rr] = [rq + rr, -rq];
  if (layout.mirror) rq = -rq - rr;
  return { q: rq + 0, r: rr + 0 };
}

/**
 * How far a point lies outside of the cell in the middle of the world; inside it is negative.
 * @param {Layout["orientation"]} orientation @param {Point} point
 */
export function beyondCell(orientation, { x, y }) {
  const first = orientation === "flat" ? Math.PI / 6 : 0;
  const across = [0, 1, 2].map((n) => Math.abs(x * Math.cos(first + (n * Math.PI) / 3) + y * Math.sin(first + (n * Math.PI) / 3)));
  return Math.max(...across) - (RADIUS * ROOT3) / 2;
}

/**
 * The neighbour that lies most nearly in a direction on the screen, in degrees counterclockwise.
 * Of two that lie equally near, `leaning` picks the left or the right one.
 * @param {Layout} layout @param {Cell} cell @param {number} degrees @param {number} leaning
 */
export function neighbourTowards(layout, cell, degrees, leaning) {
  const from = centreOf(layout, cell);
  let best = cell;
  let least = Infinity;
  for (const next of around(cell)) {
    const to = centreOf(layout, next);
    const angle = (Math.atan2(from.y - to.y, to.x - from.x) * 180) / Math.PI;
    const off = ((angle - degrees + 540) % 360) - 180;
    const cost = Math.abs(off + leaning);
    if (cost < least) [best, least] = [next, cost];
  }
  return best;
}

/** @type {Map<string, {x: number, y: number}[]>} */
const cornerPoints = new Map();

/** @param {Layout} layout @param {number} scale */
function pointsOf(layout, scale) {
  const key = layout.orientation + scale;
  let points = cornerPoints.get(key);
  if (!points) {
    const first = layout.orientation === "flat" ? 0 : 30;
    const size = RADIUS * scale;
    points = [0, 1, 2, 3, 4, 5].map((n) => {
      const angle = ((first + 60 * n) * Math.PI) / 180;
      return { x: size * Math.cos(angle), y: size * Math.sin(angle) };
    });
    cornerPoints.set(key, points);
  }
  return points;
}

/** The corners of a cell, as the points of a polygon. @param {Layout} layout @param {number} scale */
export const corners = (layout, scale) =>
  pointsOf(layout, scale)
    .map((point) => `${point.x.toFixed(1)},${point.y.toFixed(1)}`)
    .join(" ");

/** A cell as a piece of a path that stands at its middle. @param {Layout} layout @param {number} scale */
export function outline(layout, scale) {
  let at = { x: 0, y: 0 };
  const steps = pointsOf(layout, scale).map((point) => {
    const step = `${(point.x - at.x).toFixed(1)} ${(point.y - at.y).toFixed(1)}`;
    at = point;
    return step;
  });
  return `m${steps[0]}l${steps.slice(1).join(" ")}z`;
}

/** The box around cells, with room to each side. @param {Layout} layout @param {readonly Cell[]} cells @param {number} room */
export function boxAround(layout, cells, room) {
  const centres = cells.map((cell) => centreOf(layout, cell));
  const xs = centres.map((at) => at.x);
  const ys = centres.map((at) => at.y);
  return {
    left: Math.min(...xs) - room,
    top: Math.min(...ys) - room,
    right: Math.max(...xs) + room,
    bottom: Math.max(...ys) + room,
  };
}
