// What fingers, mice and keys do at a match: hold, turn, lay, give, let go. Nothing needs a long press.

import { t } from "../base/i18n.js";
import { createPointer } from "../hexes/pointer.js";
import { bestTurn, differences, flipped } from "./fit.js";
import { poseIn } from "./hand.js";
import { fittedLately, giftsFor, mayLay, mayLie, readyMs, whoWasFirst } from "./model.js";
import { helpOf, poseOn } from "./props.js";
import { differenceWords, firstWords, missWords, waitWords } from "./sentences.js";

/** @typedef {import("./props.js").LaRucheState} LaRucheState */
/** @typedef {import("./screen.js").ScreenAction} ScreenAction */
/**
 * What gestures may do at a table.
 * @typedef {object} Desk
 * @property {() => LaRucheState} state
 * @property {(action: ScreenAction) => void} dispatch
 * @property {(command: import("../net/messages.js").Command) => void} command
 * @property {() => void} flush
 * @property {(text: string, kind?: string, isPassing?: boolean) => void} say
 * @property {() => number} now
 * @property {AbortSignal} signal
 */
/** @typedef {{x: number, y: number}} Point */
/**
 * @typedef {object} Parts that come into being after the gestures
 * @property {ReturnType<typeof import("./hand_view.js").mountHand>} hand
 * @property {ReturnType<typeof import("./strip.js").mountStrip>} strip
 * @property {ReturnType<typeof import("./spot_list.js").mountSpots>} spots
 */

const DRAG_PX = 8;
const WHEEL_MS = 140;
const MISS_MS = 1500; // what a miss costs where nothing else was agreed on

/**
 * @param {Desk} desk
 * @param {{board: ReturnType<typeof import("./table.js").mountTable>, dragging: ReturnType<typeof import("./dragging.js").createDragging>, redraw(): void, isCoached(): boolean}} on
 */
export function createGestures(desk, { board, dragging, redraw, isCoached }) {
  /** @type {Parts|null} */
  let parts = null;
  /** @type {string|null} a tile under way by the pointer */
  let dragged = null;
  /** @type {import("./props.js").Aim} */
  let aim = null;
  let wasDragged = false;
  let wheeledMs = 0;
  /** Where the pointer is in the window. @type {Point} */
  let at = { x: 0, y: 0 };

  const inWindow = (/** @type {number} */ x, /** @type {number} */ y) => {
    const box = board.surface.getBoundingClientRect();
    return { x: box.left + x, y: box.top + y };
  };
  const isOverTable = (/** @type {number} */ x, /** @type {number} */ y) =>
    x >= 0 && y >= 0 && x <= board.surface.clientWidth && y <= board.surface.clientHeight;

  /** Send a tile to a spot, whether it fits or not. @param {string} tile @param {string} key */
  function lay(tile, key) {
    const { table } = desk.state();
    if (!mayLay(table)) {
      desk.dispatch({ type: "let_go" });
      desk.say(t("You cannot lay a tile now."), "note", true);
      return;
    }
    const wait = readyMs(table) - desk.now();
    if (wait > 0) {
      desk.say(waitWords(wait), "note", true);
      return;
    }
    const pose = poseOn(desk.state(), tile, key);
    const [q, r] = key.split(",").map(Number);
    const isFit = mayLie(table.drawn, key, pose);
    if (!isFit && fittedLately(table.confirmed, key, pose, desk.now())) {
      // Somebody was first, a moment ago: no miss, and it must not become one on its way.
      desk.dispatch({ type: "let_go" });
      desk.say(firstWords(table, whoWasFirst(table.confirmed, key)), "note", true);
      desk.flush();
      return;
    }
    desk.command({ kind: "lay", round: table.confirmed.status.round, cell: [q, r], pose });
    if (isFit) {
      desk.dispatch({ type: "let_go" });
      if (parts?.spots.hasFocus()) {
        // The spot goes, and keys would lead nowhere. Drawn first, so that it is a tile that stays.
        redraw();
        parts.hand.focus();
      }
    } else {
      const wanted = desk.state().own.spots.find((spot) => spot.key === key)?.wanted ?? [];
      const edges = differences(pose, wanted);
      desk.dispatch({ type: "shake", tile, key, edges });
      const cost = Number(table.game.options.miss_ms ?? MISS_MS);
      const costs = cost && table.drawn.status.turn === null && helpOf(table) !== "show" ? ` ${missWords(cost)}` : "";
      const hasOther = isCoached() && mayLie(table.drawn, key, bestTurn(flipped(pose), wanted));
      const words = hasOther ? t("Its other face fits here: turn it over.") : differenceWords(edges);
      desk.say(words + costs, "why", true);
    }
    desk.flush();
  }

  /** @param {number} seat */
  function give(seat, tile = desk.state().own.held) {
    const { table } = desk.state();
    if (!giftsFor(table, seat)) return;
    if (!tile) {
      desk.say(t("Choose a tile first, then the player."), "note", true);
      desk.flush();
      return;
    }
    desk.command({ kind: "give", round: table.confirmed.status.round, tile, to: seat });
    desk.dispatch({ type: "let_go" });
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
    else if (own.held === tile) (helpOf(table) === "none" ? turn : flip)();
    else desk.dispatch({ type: "hold", tile });
    desk.flush();
  }

  /** @param {string} key */
  function tapSpot(key) {
    const { own } = desk.state();
    if (own.held !== null) lay(own.held, key);
    else desk.dispatch({ type: "choose", key: own.chosen === key ? null : key });
    desk.flush();
  }

  function flip(tile = desk.state().own.held) {
    if (tile) desk.dispatch({ type: "flip", tile });
    desk.flush();
  }

  function turn(sixths = -1, tile = desk.state().own.held) {
    if (tile) desk.dispatch({ type: "turn", tile, sixths });
    desk.flush();
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
      const key = board.spotAt(x, y);
      if (key !== null) tapSpot(key);
      else desk.dispatch({ type: "let_go" });
      aimed(null, null);
      desk.flush();
    },
    lift(tile, event) {
      dragged = tile;
      wasDragged = true;
      desk.dispatch({ type: "let_go" });
      dragging.begin(poseIn(desk.state().own.poses, tile), tile, Math.max(64, parts?.hand.size ?? 0));
      at = { x: event.clientX, y: event.clientY };
      redraw();
    },
    carry(x, y, type) {
      board.touched();
      at = inWindow(x, y);
      const key = isOverTable(x, y) ? board.spotAt(x, y) : null;
      aimed(key, dragged);
      const box = board.surface.getBoundingClientRect();
      const middle = key === null ? null : board.place(key);
      dragging.move(at, type, middle && { x: middle.x - box.left, y: middle.y - box.top });
    },
    drop() {
      const [tile, key] = [dragged, aim?.key ?? null];
      stop();
      if (tile === null) return;
      const seat = key === null ? (parts?.strip.seatAt(at.x, at.y) ?? null) : null;
      if (key !== null) lay(tile, key);
      else if (seat !== null) give(seat, tile);
    },
    cancel: stop,
    pan(dx, dy) {
      board.touched();
      board.pan(dx, dy);
    },
    zoom(factor, x, y) {
      const { own, table } = desk.state();
      board.touched();
      if (own.held !== null && helpOf(table) === "none") {
        if (performance.now() - wheeledMs > WHEEL_MS) turn(factor > 1 ? 1 : -1);
        wheeledMs = performance.now();
      } else board.zoom(factor, x, y);
    },
    hover(x, y) {
      const { held } = desk.state().own;
      aimed(held === null ? null : board.spotAt(x, y), held);
    },
    longPress() {},
    draw(_x, _y, phase) {
      if (phase === "end") flip();
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
  window.addEventListener("keydown", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (target.closest("input, textarea, select, dialog") || event.ctrlKey || event.metaKey || event.altKey) return;
    const { held } = desk.state().own;
    if (event.key === "Escape") desk.dispatch({ type: "let_go" });
    else if (/^\d$/.test(event.key)) parts?.spots.go(Number(event.key) || 10);
    else if (held && event.key.toLowerCase() === "f") flip();
    else if (held && event.key.toLowerCase() === "r") turn(event.shiftKey ? 1 : -1);
  }, { signal: desk.signal });

  return {
    /** @param {Parts} found */
    join(found) {
      parts = found;
    },
    get aim() {
      // What was meant may be gone by now.
      return aim && desk.state().own.numbers.includes(aim.key) && desk.state().table.drawn.status.hand.includes(aim.tile) ? aim : null;
    },
    get dragged() {
      return dragged;
    },
    tapTile,
    tapSpot,
    flip: () => flip(),
    turn: () => turn(),
    give: (/** @type {number} */ seat) => give(seat),
    /** A press on a tile of the hand, which may become a drag. @param {string} tile @param {PointerEvent} event */
    press(tile, event) {
      wasDragged = false;
      board.touched();
      pointer.start(event, tile);
    },
    /** A key on a tile of the hand that is not held. @param {KeyboardEvent} event @param {string} tile */
    tileKey(event, tile) {
      const key = event.key.toLowerCase();
      if (key !== "f" && key !== "r") return;
      event.stopPropagation();
      if (key === "f") flip(tile);
      else turn(event.shiftKey ? 1 : -1, tile);
    },
  };
}
