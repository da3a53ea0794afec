// Something in the hand: lifted, carried, snapped to a cell, dropped or brought back.

import { beyondCell, isSame, RADIUS } from "./geometry.js";

// A finger that is a hair's breadth beside a cell means it: so far in pixels, and in parts of a cell where cells are small.
const BESIDE_PX = 10;
const BESIDE = RADIUS / 4;
const ABOVE_FINGER = 0.9; // of a cell's radius: a finger hides what lies under it
const LIFTED = 1.08;
const RETURN_MS = 120;

/**
 * @template {{to: import("./geometry.js").Cell}} T
 * @typedef {{piece: string, target: T|null, x: number, y: number}} Held
 */

/**
 * @template {{to: import("./geometry.js").Cell}} T
 * @typedef {object} Carrying
 * @property {number} size what is carried, in units of the table
 * @property {(id: string) => Element} picture of it
 * @property {(id: string) => readonly T[]} targets where it may go
 * @property {(target: T) => import("./geometry.js").Point} middle where a target is drawn
 * @property {(point: import("./geometry.js").Point) => import("./geometry.js").Cell} under the cell that a finger means there
 * @property {() => "pointy"|"flat"} orientation
 * @property {(id: string) => import("./geometry.js").Cell|null} from where it came from on the table
 * @property {(id: string) => import("./geometry.js").Point|null} home where it is drawn there
 * @property {() => boolean} isStill nothing is animated
 * @property {(held: Held<T>|null) => void} hold
 * @property {() => void} snapped another target is meant
 * @property {() => void} cameHome
 */

/**
 * @template {{to: import("./geometry.js").Cell}} T
 * @param {{carry: HTMLElement, surface: SVGElement, table: HTMLElement}} frame
 * @param {ReturnType<typeof import("./camera.js").createCamera>} camera
 * @param {Carrying<T>} on
 */
export function createCarry({ carry, surface, table }, camera, on) {
  /** @type {Animation|null} */
  let returning = null;
  /** @type {Held<T>|null} */
  let held = null;

  /** Where it is put so that its middle is there. @param {number} x @param {number} y @param {number} size */
  function placeAt(x, y, size) {
    const box = surface.getBoundingClientRect();
    return `translate(${box.left + x - size / 2}px, ${box.top + y - size / 2}px)`;
  }

  /** @param {Held<T>|null} next */
  function hold(next) {
    held = next;
    on.hold(next);
  }

  /**
   * The target under the finger; else one that it just misses, but never from where the piece came.
   * @param {import("./geometry.js").Point} point @param {string} piece
   */
  function meant(point, piece) {
    const [cell, from, targets] = [on.under(point), on.from(piece), on.targets(piece)];
    const under = targets.find((one) => isSame(one.to, cell));
    if (under || (from && isSame(from, cell))) return under ?? null;
    /** @type {T|null} */
    let best = null;
    let nearest = Math.min(BESIDE, BESIDE_PX / camera.scale);
    for (const target of targets) {
      const at = on.middle(target);
      const away = beyondCell(on.orientation(), { x: point.x - at.x, y: point.y - at.y });
      if (away < nearest) [best, nearest] = [target, away];
    }
    return best;
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
      hold({ piece: id, target: null, x: 0, y: 0 });
      carry.replaceChildren(on.picture(id));
      carry.hidden = false;
    },
    /** @param {number} x @param {number} y of the surface @param {string} type of the pointer */
    move(x, y, type) {
      if (!held) return;
      // The finger counts. Only the picture is lifted, so that it is seen.
      [held.x, held.y] = [x, y];
      const lift = type === "mouse" ? 0 : ABOVE_FINGER * RADIUS * camera.scale;
      const best = meant(camera.toWorld(x, y), held.piece);
      const size = camera.scale * on.size * LIFTED;
      carry.style.width = `${size}px`;
      carry.style.transform = placeAt(x, y - lift, size);
      if (best === held.target) return;
      held.target = best;
      on.snapped();
    },
    isOverTable() {
      if (!held) return false;
      const box = table.getBoundingClientRect();
      return held.x >= 0 && held.y >= 0 && held.x <= box.width && held.y <= box.height;
    },
    /** The hand is empty again. @param {boolean} goesBack it flies to where it came from */
    open(goesBack) {
      if (!held) return;
      const home = on.home(held.piece);
      hold(null);
      if (!goesBack || !home || on.isStill()) {
        carry.hidden = true;
        return;
      }
      const at = camera.toScreen(home.x, home.y);
      returning = carry.animate(
        [{ transform: carry.style.transform }, { transform: placeAt(at.x, at.y, camera.scale * on.size) }],
        { duration: RETURN_MS, easing: "ease-out" },
      );
      returning.onfinish = () => {
        settle();
        on.cameHome();
      };
    },
    destroy: settle,
  };
}
