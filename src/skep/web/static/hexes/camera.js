// Where one looks: pan and zoom. It never moves by itself, except when something new would be out of view.

/** @typedef {{left: number, top: number, right: number, bottom: number}} Box */
/** @typedef {{above: number, below: number}} Covered px of the table that something lies on, at its edges */

export const LARGEST = 0.62; // a cell of 62 px radius
export const SMALLEST = 0.1;
const NOTHING_COVERED = Object.freeze({ above: 0, below: 0 });

export function createCamera() {
  let [x, y, scale] = [0, 0, 0.45];
  let [width, height] = [0, 0];
  let touched = false; // has the reader moved it?

  const clamp = (/** @type {number} */ value) => Math.min(LARGEST * 1.6, Math.max(SMALLEST, value));

  return {
    get scale() {
      return scale;
    },
    get touched() {
      return touched;
    },
    get transform() {
      return `translate(${x.toFixed(2)} ${y.toFixed(2)}) scale(${scale.toFixed(4)})`;
    },
    /** @param {number} w @param {number} h */
    resize(w, h) {
      x += (w - width) / 2;
      y += (h - height) / 2;
      [width, height] = [w, h];
    },
    /** @param {number} px @param {number} py */
    toWorld: (px, py) => ({ x: (px - x) / scale, y: (py - y) / scale }),
    /** @param {number} wx @param {number} wy */
    toScreen: (wx, wy) => ({ x: wx * scale + x, y: wy * scale + y }),
    /** @param {number} dx @param {number} dy */
    pan(dx, dy) {
      x += dx;
      y += dy;
      touched = true;
    },
    /** @param {number} factor @param {number} px @param {number} py */
    zoom(factor, px = width / 2, py = height / 2) {
      const next = clamp(scale * factor);
      x = px - ((px - x) * next) / scale;
      y = py - ((py - y) * next) / scale;
      scale = next;
      touched = true;
    },
    /** Show all of a box. @param {Box} box @param {Covered} [covered] */
    fit(box, { above, below } = NOTHING_COVERED) {
      const [w, h] = [box.right - box.left, box.bottom - box.top];
      const free = height - above - below;
      scale = Math.max(SMALLEST, Math.min(LARGEST, width / w, free / h));
      x = width / 2 - ((box.left + box.right) / 2) * scale;
      y = above + free / 2 - ((box.top + box.bottom) / 2) * scale;
      touched = false;
    },
    /** Look as somebody else has reckoned. @param {{scale: number, x: number, y: number}} next */
    look(next) {
      ({ scale, x, y } = next);
      touched = false;
    },
    /** Move as little as it takes to keep a box in view. @param {Box} box @param {Covered} [covered] */
    follow(box, covered = NOTHING_COVERED) {
      const [w, h] = [(box.right - box.left) * scale, (box.bottom - box.top) * scale];
      const [first, last] = [covered.above, height - covered.below];
      if (w > width || h > last - first) {
        const was = touched;
        this.fit(box, covered);
        touched = was;
        return true;
      }
      const before = x + y;
      const left = box.left * scale + x;
      const top = box.top * scale + y;
      if (left < 0) x -= left;
      else if (left + w > width) x -= left + w - width;
      if (top < first) y += first - top;
      else if (top + h > last) y -= top + h - last;
      return x + y !== before;
    },
  };
}
