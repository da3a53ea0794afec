// A tile that is dragged: the loupe above a finger, the tile under a mouse, and tiles that fly.

import { el, put, svg } from "../base/dom.js";
import { isStill } from "../base/preferences.js";
import { pictureOf } from "./drawing.js";

const LOUPE_PX = 120;
const ABOVE_PX = 90;
const FLIGHT_MS = 220;

/** @typedef {{x: number, y: number}} Point of the window */

/** @param {HTMLElement} root a layer over the page */
export function createDragging(root) {
  // It points at the table only while it is seen: the browser copies all that it points at with every tile that is laid.
  const copy = svg("use", {});
  const lens = svg("svg", { viewBox: "0 0 1 1", "aria-hidden": "true" }, copy);
  const loupe = el("div", { class: "loupe", hidden: true }, lens);
  const carried = el("div", { class: "carried", hidden: true });
  root.append(loupe, carried);

  /** @param {HTMLElement} node @param {Point} at */
  function place(node, at) {
    node.style.transform = `translate(${at.x.toFixed(1)}px, ${at.y.toFixed(1)}px)`;
  }

  return {
    /** @param {string} pose @param {string} tile @param {number} width */
    begin(pose, tile, width) {
      carried.replaceChildren(pictureOf(pose, tile, false));
      carried.style.width = `${width}px`;
    },
    /**
     * @param {Point} at @param {string} type of the pointer
     * @param {Point|null} aim the middle of the spot that is meant, on the table's surface
     */
    move(at, type, aim) {
      const isTouch = type !== "mouse";
      put(loupe, { hidden: !isTouch || !aim });
      put(carried, { hidden: aim !== null });
      place(carried, isTouch ? { x: at.x, y: at.y - 44 } : at);
      if (!isTouch || !aim) return;
      put(copy, { href: "#ruche-world" });
      const seen = LOUPE_PX / 2; // double size
      put(lens, { viewBox: `${(aim.x - seen / 2).toFixed(1)} ${(aim.y - seen / 2).toFixed(1)} ${seen} ${seen}` });
      const half = LOUPE_PX / 2;
      place(loupe, {
        x: Math.max(half, Math.min(innerWidth - half, at.x)),
        y: Math.max(half, at.y - ABOVE_PX),
      });
    },
    end() {
      put(loupe, { hidden: true });
      put(copy, { href: null });
      put(carried, { hidden: true });
    },
    /** A tile on its way. @param {string} pose @param {string} tile @param {number} width @param {Point} from @param {Point} to */
    fly(pose, tile, width, from, to) {
      if (isStill()) return;
      const node = el("div", { class: "carried" }, pictureOf(pose, tile, false));
      node.style.width = `${width}px`;
      root.append(node);
      const frames = [from, to].map(({ x, y }) => ({ transform: `translate(${x}px, ${y}px)` }));
      const flight = node.animate(frames, { duration: FLIGHT_MS, easing: "ease-in-out", fill: "both" });
      flight.onfinish = flight.oncancel = () => node.remove();
    },
    destroy: () => root.replaceChildren(),
  };
}
