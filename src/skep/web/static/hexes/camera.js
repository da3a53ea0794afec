// Where one looks: pan and zoom. It never moves by itself, except when something new would be out of view.

/** @typedef {{left: number, top: number, right: number, bottom: number}} Box */

export const LARGEST = 0.62; // a cell of 62 px radius
export const SMALLEST = 0.1;

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
    /** Show all of a box. @param {Box} box */
    fit(box) {
      const [w, h] = [box.right - box.left, box.bottom - box.top];
      scale = Math.max(SMALLEST, Math.min(LARGEST, width / w, height / h));
      x = width / 2 - ((box.left + box.right) / 2) * scale;
      y = height / 2 - ((box.top + box.bottom) / 2) * scale;
      touched = false;
    },
    /** Look as somebody else has reckoned. @param {{scale: number, x: number, y: number}} next */
    look(next) {
      ({ scale, x, y } = next);
      touched = false;
    },
    /** Move as little as it takes to keep a box in view. @param {Box} box */
    follow(box) {
      const [w, h] = [(box.right - box.left) * scale, (box.bottom - box.top) * scale];
      if (w > width || h > height) {
        const was = touched;
        this.fit(box);
        touched = was;
        return true;
      }
      const before = x + y;
      const left = box.left * scale + x;
      const top = box.top * scale + y;
      if (left < 0) x -= left;
      else if (left + w > width) x -= left + w - width;
      if (top < 0) y -= top;
      else if (top + h > height) y -= top + h - height;
      return x + y !== before;
    },
  };
}
