// What a pointer means on the board: taps, carried pieces, looking around, spreading stacks, drawing.

import { cellAt, keyOf, RADIUS } from "../../hexes/geometry.js";

const SMALL_CELL_PX = 36; // a finger would miss it: the first tap comes closer
const CLOSE_CELL_PX = 48;
const SPREAD_AFTER_MS = 280;
const CLOSE_AFTER_MS = 120;

/** @typedef {import("./board.js").Cell} Cell */

/**
 * @param {{view: import("./view.js").View,
 *          look: ReturnType<typeof import("../../hexes/stage.js").lookAt>,
 *          choice: ReturnType<typeof import("./choice.js").createChoice>,
 *          hand: ReturnType<typeof import("../../hexes/carry.js").createCarry>,
 *          draw(): void, spread(key: string|null): void, table: HTMLElement, lookedAt(key: string|null, isLong?: boolean): void}} board
 */
export function createHands({ view, look, choice, hand, draw, spread, table, lookedAt }) {
  const { camera } = look;
  /** @type {string|null} a reserve piece that is pressed but not yet carried */
  let pressed = null;
  /** @type {Cell|null} */
  let drawingFrom = null;
  let hoverTimer = 0;
  let hoverKey = "";

  const cellUnder = (/** @type {number} */ x, /** @type {number} */ y) => view.cellUnder(camera.toWorld(x, y));
  const cellSize = () => camera.scale * RADIUS * Math.sqrt(3);

  function putDown() {
    hand.open(true);
    choice.select(null);
    draw();
  }

  /** @type {import("../../hexes/pointer.js").Hands} */
  const on = {
    pieceAt(x, y) {
      pressed = null;
      const top = view.topAt(cellUnder(x, y));
      return top && view.canLift(top) ? top : null;
    },
    tap(x, y, type) {
      const id = pressed;
      pressed = null;
      if (id) choice.pick(id);
      else if (type !== "mouse" && cellSize() < SMALL_CELL_PX) {
        look.zoom(CLOSE_CELL_PX / cellSize(), x, y);
      } else choice.act(cellUnder(x, y));
    },
    lift(id) {
      pressed = null;
      view.fanned = null;
      hand.lift(id);
      choice.take(id);
      draw();
    },
    carry: hand.move,
    drop() {
      pressed = null;
      const { carried } = view;
      if (!carried) return;
      if (carried.target) {
        hand.open(false);
        choice.choose(carried.target, true);
        return;
      }
      const cell = cellUnder(carried.x, carried.y);
      const origin = view.props.pieces.find((one) => one.id === carried.piece);
      const astray = hand.isOverTable() && !(origin && origin.q === cell.q && origin.r === cell.r);
      if (!astray) {
        putDown();
        return;
      }
      // It stays chosen: the next tap may go where it was meant to.
      hand.open(true);
      draw();
      choice.refuse(carried.piece, cell);
    },
    cancel: putDown,
    pan(dx, dy) {
      if (pressed) return; // a reserve piece that cannot be played is no handle
      look.pan(dx, dy);
    },
    zoom: look.zoom,
    hover(x, y) {
      const cell = cellUnder(x, y);
      const key = keyOf(cell.q, cell.r);
      if (key === hoverKey) return;
      hoverKey = key;
      lookedAt(key);
      const top = view.topAt(cell);
      const live = (top && view.canLift(top)) || view.targets.some((one) => keyOf(one.to.q, one.to.r) === key);
      table.toggleAttribute("data-hand", Boolean(live));
      clearTimeout(hoverTimer);
      const tall = view.heightAt(key) > 1;
      if (tall || view.fanned) {
        hoverTimer = window.setTimeout(() => spread(key), tall ? SPREAD_AFTER_MS : CLOSE_AFTER_MS);
      }
    },
    longPress(x, y) {
      if (pressed) return; // of the reserve, not of the table
      const cell = cellUnder(x, y);
      spread(keyOf(cell.q, cell.r));
      lookedAt(keyOf(cell.q, cell.r), true);
    },
    draw(x, y, phase) {
      const to = cellAt(view.layout, camera.toWorld(x, y));
      const from = drawingFrom;
      drawingFrom = phase === "start" ? to : null;
      if (phase === "start" || !from) return;
      const name = keyOf(from.q, from.r) + keyOf(to.q, to.r);
      const others = view.drawn.filter((one) => keyOf(one.from.q, one.from.r) + keyOf(one.to.q, one.to.r) !== name);
      // The same stroke again takes it away.
      view.drawn = others.length < view.drawn.length ? others : [...others, { from, to }];
      draw();
    },
  };

  return {
    on,
    /** @param {string} id a piece of the reserve is pressed */
    press(id) {
      pressed = id;
    },
    destroy: () => clearTimeout(hoverTimer),
  };
}
