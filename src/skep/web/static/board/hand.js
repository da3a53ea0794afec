// A piece in the hand: lifted, carried, snapped to a target, dropped or brought back.

import { centreOf, RADIUS } from "./hexes.js";
import { dressTile, labelOf, liftOf, looseTile } from "./tiles.js";

const SNAP = 0.6; // of the way from a cell to the next
const ABOVE_FINGER_PX = 40;
const LIFTED = 1.08;
const RETURN_MS = 120;
const TILE = 208; // what a loose tile measures in units of the board

/** @typedef {import("./board.js").Target} Target */

/**
 * @param {{carry: HTMLElement, surface: SVGElement, table: HTMLElement}} frame
 * @param {string} art
 * @param {import("./view.js").View} view
 * @param {ReturnType<typeof import("./camera.js").createCamera>} camera
 * @param {{snapped(): void, home(): void}} on
 */
export function createHand({ carry, surface, table }, art, view, camera, on) {
  /** @type {Animation|null} */
  let returning = null;

  /** Where a carried tile is put so that its middle is there. @param {number} x @param {number} y @param {number} size */
  function placeAt(x, y, size) {
    const box = surface.getBoundingClientRect();
    return `translate(${box.left + x - size / 2}px, ${box.top + y - size / 2}px)`;
  }

  function settle() {
    returning?.cancel();
    returning = null;
    carry.hidden = true;
  }

  return {
    /** @param {string} id */
    lift(id) {
      settle();
      view.carried = { piece: id, target: null, x: 0, y: 0 };
      carry.replaceChildren(looseTile(art, id));
      const tile = carry.querySelector(".tile");
      if (tile) dressTile(tile, labelOf(id, view.props.labels ?? "numbers"), view.layout.orientation);
      carry.style.width = `${camera.scale * TILE * LIFTED}px`;
      carry.hidden = false;
    },
    /** @param {number} x @param {number} y of the surface @param {string} type of the pointer */
    move(x, y, type) {
      const { carried } = view;
      if (!carried) return;
      carried.x = x;
      carried.y = type === "mouse" ? y : y - ABOVE_FINGER_PX;
      const point = camera.toWorld(carried.x, carried.y);
      /** @type {Target|null} */
      let best = null;
      let nearest = RADIUS * Math.sqrt(3) * SNAP;
      for (const target of view.targetsOf(carried.piece)) {
        const at = centreOf(view.layout, target.to);
        const away = Math.hypot(point.x - at.x, point.y - at.y);
        if (away < nearest) [best, nearest] = [target, away];
      }
      carry.style.transform = placeAt(carried.x, carried.y, camera.scale * TILE * LIFTED);
      if (best === carried.target) return;
      carried.target = best;
      on.snapped();
    },
    /** Is the piece over the table? */
    isOverTable() {
      const { carried } = view;
      if (!carried) return false;
      const box = table.getBoundingClientRect();
      return carried.x >= 0 && carried.y >= 0 && carried.x <= box.width && carried.y <= box.height;
    },
    /** The hand is empty again. @param {boolean} goesBack the piece flies to where it came from */
    open(goesBack) {
      const { carried } = view;
      if (!carried) return;
      view.carried = null;
      const origin = view.props.pieces.find((one) => one.id === carried.piece);
      if (!goesBack || !origin || view.props.still) {
        carry.hidden = true;
        return;
      }
      const at = centreOf(view.layout, origin);
      const home = camera.toScreen(at.x, at.y - liftOf(origin.level));
      const size = camera.scale * TILE;
      returning = carry.animate(
        [{ transform: carry.style.transform }, { transform: placeAt(home.x, home.y, size) }],
        { duration: RETURN_MS, easing: "ease-out" },
      );
      returning.onfinish = () => {
        settle();
        on.home();
      };
    },
    destroy: settle,
  };
}
