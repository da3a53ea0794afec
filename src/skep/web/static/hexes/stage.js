// A table to look at: its surface with layers, what is carried over it, its camera and its size.

import { el, put, svg } from "../base/dom.js";
import { createCamera } from "./camera.js";

/** @typedef {import("./camera.js").Box} Box */
/** @typedef {ReturnType<typeof makeStage>} Stage */

/**
 * @template {Record<string, SVGElement>} L
 * @param {L} layers the lowest first
 * @param {{surface: string, fit: string}} words
 */
export function makeStage(layers, words) {
  const world = svg("g", {}, ...Object.values(layers));
  const surface = svg("svg", { class: "board__surface", role: "group", "aria-label": words.surface }, world);
  const fit = el("button", { type: "button", class: "board__tool", "aria-label": words.fit, title: words.fit },
    svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5" })));
  const table = el("div", { class: "board__table" }, surface, el("div", { class: "board__tools" }, fit));
  const carry = el("div", { class: "board__carry", hidden: true, "aria-hidden": "true" });
  return { layers, world, surface, fit, table, carry };
}

/**
 * @param {Stage} stage
 * @param {{whole(): Box, ready(): void, frame?(camera: ReturnType<typeof createCamera>): void}} on the box that is shown when all is to be seen;
 *   `frame`: who knows better how to show it
 * @param {AbortSignal} signal
 */
export function lookAt({ world, surface, fit: button, table }, on, signal) {
  const camera = createCamera();
  let sized = false;
  let size = { left: 0, top: 0, width: 0, height: 0 };

  function move() {
    put(world, { transform: camera.transform });
    put(table, { "data-scale": camera.scale.toFixed(3) });
  }

  function fit() {
    if (on.frame) on.frame(camera);
    else camera.fit(on.whole());
    move();
  }

  const sizes = new ResizeObserver(() => {
    const box = surface.getBoundingClientRect();
    if (!box.width || !box.height) return;
    size = { left: box.left, top: box.top, width: box.width, height: box.height };
    camera.resize(box.width, box.height);
    if (!sized || !camera.touched) fit();
    else move();
    sized = true;
    on.ready();
  });
  sizes.observe(table);
  signal.addEventListener("abort", () => sizes.disconnect(), { once: true });
  button.addEventListener("click", fit, { signal });

  return {
    camera,
    fit,
    move,
    /** As it was last measured: to ask the surface makes the browser lay everything out. */
    get size() {
      return size;
    },
    /** Is its size known? */
    get isSized() {
      return sized;
    },
    /** @param {number} factor @param {number} [x] @param {number} [y] */
    zoom(factor, x, y) {
      camera.zoom(factor, x, y);
      move();
    },
    /** @param {number} dx @param {number} dy */
    pan(dx, dy) {
      camera.pan(dx, dy);
      move();
    },
    /** Move as little as it takes to keep a box in view. @param {Box} box @param {import("./camera.js").Covered} [covered] */
    follow(box, covered) {
      if (camera.follow(box, covered)) move();
    },
    /** Where a box of the world lies on the screen. @param {Box} box @returns {Box} */
    onScreen(box) {
      const { left, top } = surface.getBoundingClientRect();
      const [from, to] = [camera.toScreen(box.left, box.top), camera.toScreen(box.right, box.bottom)];
      return { left: left + from.x, top: top + from.y, right: left + to.x, bottom: top + to.y };
    },
  };
}
