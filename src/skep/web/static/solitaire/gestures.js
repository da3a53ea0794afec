// What fingers, mice and keys do at a solitaire: hold, lay, take back, let go. Nothing needs a long press.

import { t } from "../base/i18n.js";
import { cellAt } from "../hexes/geometry.js";
import { createPointer } from "../hexes/pointer.js";
import { LAYOUT } from "../laruche/camera.js";
import { cellKey, differences } from "../laruche/fit.js";
import { poseIn } from "../laruche/hand.js";
import { differenceWords } from "../laruche/sentences.js";
import { handOf, mayLie, mayPlay, mayTurn } from "./model.js";
import { poseOn } from "./props.js";

/** @typedef {import("./props.js").SoloState} SoloState */
/**
 * What gestures may do at a table.
 * @typedef {object} Desk
 * @property {() => SoloState} state
 * @property {(action: import("./screen.js").ScreenAction) => void} dispatch
 * @property {(command: import("../net/messages.js").Command) => void} command
 * @property {() => void} flush
 * @property {(text: string, kind?: string, isPassing?: boolean) => void} say
 * @property {AbortSignal} signal
 */
/**
 * @typedef {object} Parts that come into being after the gestures
 * @property {ReturnType<typeof import("../laruche/hand_view.js").mountHand>} hand
 * @property {ReturnType<typeof import("../laruche/spot_list.js").mountSpots>} spots
 */

const DRAG_PX = 8;

/**
 * @param {Desk} desk
 * @param {{board: ReturnType<typeof import("../laruche/table.js").mountTable>,
 *   dragging: ReturnType<typeof import("../laruche/dragging.js").createDragging>, redraw(): void}} on
 */
export function createGestures(desk, { board, dragging, redraw }) {
  /** @type {Parts|null} */
  let parts = null;
  /** @type {string|null} a tile under way by the pointer */
  let dragged = null;
  /** @type {import("./props.js").Aim} */
  let aim = null;
  let wasDragged = false;

  const isOverTable = (/** @type {number} */ x, /** @type {number} */ y) =>
    x >= 0 && y >= 0 && x <= board.surface.clientWidth && y <= board.surface.clientHeight;

  /** @param {string} tile @param {string} key @param {boolean} [isCarried] it is there already, under the pointer */
  function lay(tile, key, isCarried = false) {
    const { table, own } = desk.state();
    if (!mayPlay(table)) return;
    const pose = poseOn(desk.state(), tile, key);
    const [q, r] = key.split(",").map(Number);
    if (mayLie(table.drawn, key, pose)) {
      if (parts && !isCarried) board.comesFrom(key, parts.hand.place(tile));
      desk.command({ kind: "put", cell: [q, r], pose });
      desk.dispatch({ type: "let_go" });
    } else {
      const edges = differences(pose, own.spots.find((spot) => spot.key === key)?.wanted ?? []);
      desk.dispatch({ type: "shake", tile, key, edges });
      desk.say(differenceWords(edges), "why", true);
    }
    desk.flush();
  }

  /** @param {string} key of a laid tile */
  function takeBack(key) {
    const { table } = desk.state();
    if (!mayPlay(table) || table.drawn.waiting.has(key)) return;
    if (table.drawn.puzzle.isStrict) {
      desk.say(t("Strict: what lies, lies."), "note", true);
      return;
    }
    const [q, r] = key.split(",").map(Number);
    desk.command({ kind: "take_back", cell: [q, r] });
    desk.flush();
  }

  /** @param {number} [sixths] */
  function turn(sixths = -1) {
    const { own, table } = desk.state();
    if (own.held === null || !mayTurn(table)) return;
    desk.dispatch({ type: "turn", tile: own.held, sixths });
    desk.flush();
  }

  /** @param {string} tile */
  function tapTile(tile) {
    if (wasDragged) {
      wasDragged = false;
      return;
    }
    const { own, table } = desk.state();
    if (own.chosen !== null) lay(tile, own.chosen);
    else if (own.held === tile && mayTurn(table)) turn();
    else if (own.held === tile) desk.dispatch({ type: "let_go" });
    else desk.dispatch({ type: "hold", tile });
    desk.flush();
  }

  /** @param {string} key */
  function tapSpot(key) {
    const { own } = desk.state();
    if (own.held !== null) lay(own.held, key);
    else if (own.hint?.key === key) lay(own.hint.tile, key);
    else desk.dispatch({ type: "choose", key: own.chosen === key ? null : key });
    desk.flush();
  }

  /** The laid tile under a point of the surface. @param {number} x @param {number} y */
  function tileAt(x, y) {
    const { q, r } = cellAt(LAYOUT, board.camera.toWorld(x, y));
    const key = cellKey(q, r);
    return desk.state().table.drawn.table.has(key) ? key : null;
  }

  /** @param {string|null} key @param {string|null} tile */
  function aimed(key, tile) {
    const next = key !== null && tile !== null ? { key, tile } : null;
    if (next?.key === aim?.key && next?.tile === aim?.tile) return;
    aim = next;
    redraw();
  }

  const pointer = createPointer(board.surface, {
    slack: DRAG_PX,
    pieceAt: () => null,
    tap(x, y) {
      board.touched();
      if (!isOverTable(x, y)) return;
      const { held, chosen } = desk.state().own;
      const tile = held === null && chosen === null ? tileAt(x, y) : null;
      const key = tile === null ? board.spotAt(x, y) : null;
      if (tile !== null) takeBack(tile);
      else if (key !== null) tapSpot(key);
      else desk.dispatch({ type: "let_go" });
      aimed(null, null);
      desk.flush();
    },
    lift(tile) {
      dragged = tile;
      wasDragged = true;
      desk.dispatch({ type: "let_go" });
      dragging.begin(poseIn(desk.state().own.poses, tile), tile, Math.max(64, parts?.hand.size ?? 0));
      redraw();
    },
    carry(x, y, type) {
      board.touched();
      const key = isOverTable(x, y) ? board.spotAt(x, y) : null;
      aimed(key, dragged);
      const box = board.surface.getBoundingClientRect();
      const middle = key === null ? null : board.place(key);
      dragging.move({ x: box.left + x, y: box.top + y }, type, middle && { x: middle.x - box.left, y: middle.y - box.top });
    },
    drop() {
      const [tile, key] = [dragged, aim?.key ?? null];
      stop();
      if (tile !== null && key !== null) lay(tile, key, true);
    },
    cancel: stop,
    pan(dx, dy) {
      board.touched();
      board.pan(dx, dy);
    },
    zoom(factor, x, y) {
      board.touched();
      board.zoom(factor, x, y);
    },
    hover(x, y) {
      const { held } = desk.state().own;
      aimed(held === null ? null : board.spotAt(x, y), held);
    },
    longPress() {},
    draw(_x, _y, phase) {
      if (phase === "end") turn();
    },
  }, desk.signal);

  function stop() {
    dragged = null;
    aim = null;
    dragging.end();
    board.touched();
    redraw();
  }

  window.addEventListener("pointerdown", board.touched, { signal: desk.signal, capture: true });

  return {
    /** @param {Parts} found */
    join(found) {
      parts = found;
    },
    get aim() {
      // What was meant may be gone by now.
      return aim && desk.state().own.numbers.includes(aim.key) && handOf(desk.state().table.drawn).includes(aim.tile) ? aim : null;
    },
    get dragged() {
      return dragged;
    },
    lay,
    takeBack,
    turn,
    tapTile,
    tapSpot,
    /** A press on a tile of the hand, which may become a drag. @param {string} tile @param {PointerEvent} event */
    press(tile, event) {
      wasDragged = false;
      board.touched();
      if (mayPlay(desk.state().table)) pointer.start(event, tile);
    },
  };
}
