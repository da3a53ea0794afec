// The board of Hive: state and legal destinations in, events out. It knows no rules and no network.

import { put } from "../base/dom.js";
import { createCamera } from "./camera.js";
import { createCells } from "./cells.js";
import { createChoice } from "./choice.js";
import { makeFrame } from "./frame.js";
import { createHand } from "./hand.js";
import { createHands } from "./hands.js";
import { centreOf } from "./hexes.js";
import { createHive } from "./hive.js";
import { createMarks } from "./marks.js";
import { createPointer } from "./pointer.js";
import { createReserve } from "./reserve.js";
import { createTargets } from "./targets.js";
import { createView } from "./view.js";

/** @typedef {{q: number, r: number}} Cell */
/** @typedef {{id: string, q: number, r: number, level: number}} Placed */
/** @typedef {{piece: string, to: Cell, kind: string, path: Cell[], by: string|null, move: string}} Target */
/** @typedef {{from: Cell, to: Cell, kind?: string}} Arrow */
/** @typedef {[[[number, number], [number, number]], unknown]} Gate the two stacks that form it, and the passage */
/**
 * @typedef {object} Props
 * @property {readonly Placed[]} pieces what lies on the table, level 0 at the bottom
 * @property {{w: readonly string[], b: readonly string[]}} reserves
 * @property {readonly Target[]} targets every legal move of the position, or none
 * @property {boolean} active may the person at this screen move now?
 * @property {boolean} [ahead] the moves are for later: it is the other side's turn
 * @property {"w"|"b"} turn
 * @property {"w"|"b"} own whose reserve lies in front
 * @property {{piece: string, from: Cell|null, to: Cell|null, path: Cell[], kind: string, by: string|null}|null} last
 * @property {string|null} [pending] a piece whose move is not confirmed yet
 * @property {readonly string[]} [pinned]
 * @property {readonly Gate[]} [gates]
 * @property {{pinned?: boolean, gates?: boolean, liberties?: boolean}} [overlays]
 * @property {{bad?: Cell[], gate?: Cell[], parts?: Cell[][], free?: Cell[]}|null} [marks]
 * @property {readonly Arrow[]} [arrows]
 * @property {boolean} [queenDue]
 * @property {"pointy"|"flat"} [orientation]
 * @property {number} [rotation] in steps of 60°
 * @property {boolean} [mirror]
 * @property {string} [labels] numbers, names or none
 * @property {boolean} [confirm]
 * @property {boolean} [still] no animation
 * @property {string} [art] where the symbols are
 */
/**
 * @typedef {object} On
 * @property {(target: Target) => void} [move]
 * @property {(piece: string, to: Cell|null) => void} [refuse] a piece was sent where it may not go
 * @property {(piece: string|null) => void} [select]
 */

const RING = 265; // the cells around the hive are in view: a piece may go there
const FEW_PIECES = 12;
const ROOM = 90; // for the next ring, as long as there are few pieces

/**
 * @param {HTMLElement} root
 * @param {Props} first
 * @param {On} on
 */
export function mountBoard(root, first, on = {}) {
  const life = new AbortController();
  const { signal } = life;
  const art = first.art ?? "#skep-";
  const view = createView(first);
  const camera = createCamera();
  const frame = makeFrame(root);
  const { layers, surface, table } = frame;

  const hive = createHive(layers.tiles, art, view);
  const marks = createMarks(layers);
  const targets = createTargets(layers.targets);
  const hand = createHand(frame, art, view, camera, { snapped: () => targets.drawSnap(view), home: hive.draw });
  const choice = createChoice(view, on, {
    draw,
    putBack: () => {
      pointer.abandon();
      hand.open(true);
    },
    carried: hive.wasCarried,
    confirm: () => {
      if (layers.cells.contains(document.activeElement)) frame.confirm.querySelector("button")?.focus();
    },
  });
  const cells = createCells(layers.cells, view, {
    activate: choice.activate,
    cancel: choice.cancel,
    letter: (bug, other) => choice.letter(bug, other, cells, ownReserve),
    focused: (key) => spread(key),
  }, signal);
  const hands = createHands({ view, camera, choice, hand, draw, moveCamera, spread, table });
  const pointer = createPointer(surface, hands.on, signal);
  const reserveOn = {
    pick: choice.pick,
    leave: choice.cancel,
    press: (/** @type {string} */ id, /** @type {PointerEvent} */ event) => {
      hands.press(id);
      const target = /** @type {Element} */ (event.target);
      if (target.hasPointerCapture?.(event.pointerId)) target.releasePointerCapture(event.pointerId);
      pointer.start(event, view.canLift(id) ? id : null);
    },
  };
  const ownReserve = createReserve(frame.own, art, reserveOn, signal);
  const otherReserve = createReserve(frame.other, art, reserveOn, signal);

  /** Spread a stack out, so that all its pieces are seen. @param {string|null} key */
  function spread(key) {
    const tall = key && view.heightAt(key) > 1 ? key : null;
    if (view.fanned === tall) return;
    view.fanned = tall;
    hive.draw();
  }

  // --- where one looks

  function boxOf() {
    const centres = view.pieces.map((piece) => centreOf(view.layout, piece));
    if (!centres.length) return { left: -260, top: -260, right: 260, bottom: 260 };
    const xs = centres.map((at) => at.x);
    const ys = centres.map((at) => at.y);
    return {
      left: Math.min(...xs) - RING,
      top: Math.min(...ys) - RING,
      right: Math.max(...xs) + RING,
      bottom: Math.max(...ys) + RING,
    };
  }

  function fit() {
    const box = boxOf();
    const room = view.props.pieces.length < FEW_PIECES ? ROOM : 0;
    camera.fit({ left: box.left - room, top: box.top - room, right: box.right + room, bottom: box.bottom + room });
    moveCamera();
  }

  function moveCamera() {
    put(frame.world, { transform: camera.transform });
    put(table, { "data-scale": camera.scale.toFixed(3) });
  }

  // --- drawing

  function drawReserves() {
    const { props, tentative } = view;
    const shared = {
      canPlay: view.canLift,
      targets: props.active && !tentative ? props.targets : null,
      selected: view.selected,
      lifted: view.carried?.piece ?? null,
      hidden: tentative?.piece ?? null,
      orientation: view.layout.orientation,
    };
    const other = props.own === "w" ? "b" : "w";
    const queenDue = Boolean(props.queenDue && props.turn === props.own && props.active);
    ownReserve.draw({ ...shared, color: props.own, ids: props.reserves[props.own], own: true, queenDue });
    otherReserve.draw({ ...shared, color: other, ids: props.reserves[other], own: false, queenDue: false });
  }

  function draw() {
    hive.draw();
    marks.draw(view);
    targets.draw(view);
    drawReserves();
    cells.draw();
    put(frame.confirm, { hidden: view.tentative === null });
    // Named unlike anything on a tile: a rule for `.tile[data-x] …` has the browser look through all that
    // is inside of whatever changes its data-x, and this is around all tiles.
    put(table, { "data-active": view.props.active ? "yes" : "no", "data-chosen": view.selected, "data-ahead": Boolean(view.props.ahead) });
  }

  // --- life

  frame.confirm.addEventListener("click", (event) => {
    const what = /** @type {Element} */ (event.target).closest("button")?.getAttribute("data-do");
    if (what === "yes" && view.tentative) choice.choose(view.tentative, true);
    else if (what === "no") choice.cancel();
  }, { signal });
  frame.fit.addEventListener("click", fit, { signal });
  window.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && (view.carried || view.tentative || view.selected)) choice.cancel();
  }, { signal });

  let sized = false;
  const sizes = new ResizeObserver(() => {
    const box = surface.getBoundingClientRect();
    if (!box.width || !box.height) return;
    camera.resize(box.width, box.height);
    if (!sized || !camera.touched) fit();
    else moveCamera();
    sized = true;
    put(root, { "data-ready": "yes" });
  });
  sizes.observe(table);
  draw();

  return {
    /** @param {Props} next */
    set(next) {
      const before = view.props;
      const { layout } = view;
      view.props = next;
      choice.review();
      if (view.layout !== layout) {
        hive.stop();
        draw();
        fit();
        return;
      }
      const moved = next.pieces !== before.pieces;
      if (moved) view.drawn = [];
      hive.raise(before);
      draw();
      hive.walk();
      if (!sized || !moved) return;
      if (!camera.touched && !view.carried && next.pieces.length < 2) fit();
      else if (camera.follow(boxOf())) moveCamera();
    },
    fit,
    /** @param {number} factor */
    zoom(factor) {
      camera.zoom(factor);
      moveCamera();
    },
    focus: () => cells.go(cells.current),
    destroy() {
      life.abort();
      sizes.disconnect();
      hands.destroy();
      pointer.destroy();
      hive.stop();
      hand.destroy();
      frame.remove();
    },
  };
}
