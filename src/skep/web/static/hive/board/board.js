// The board of Hive: state and legal destinations in, events out. It knows no rules and no network.

import { put } from "../../base/dom.js";
import { createCarry } from "../../hexes/carry.js";
import { createCells } from "../../hexes/cells.js";
import { boxAround, cellOf, centreOf, keyOf, RADIUS } from "../../hexes/geometry.js";
import { createPointer } from "../../hexes/pointer.js";
import { lookAt } from "../../hexes/stage.js";
import { createChoice } from "./choice.js";
import { makeFrame } from "./frame.js";
import { createHands } from "./hands.js";
import { createLand } from "./land.js";
import { createMarks } from "./marks.js";
import { createPieces } from "./pieces.js";
import { createReserve } from "./reserve.js";
import { createTargets } from "./targets.js";
import { dressTile, labelOf, liftOf, LOOSE_SIZE, looseTile } from "./tiles.js";
import { createView } from "./view.js";

/** @typedef {{q: number, r: number}} Cell */
/** @typedef {{id: string, q: number, r: number, level: number}} Placed */
/** @typedef {{piece: string, to: Cell, kind: string}} Target */
/**
 * @typedef {object} LastMove
 * @property {string} piece
 * @property {Cell|null} from
 * @property {Cell|null} to
 * @property {readonly Cell[]|null} path its way; null: not known yet, empty: not known
 * @property {string} kind
 * @property {string|null} by who threw it
 */
/** @typedef {import("../../hexes/arrows.js").Arrow} Arrow */
/** @typedef {[[[number, number], [number, number]], unknown]} Gate the two stacks that form it, and the passage */
/**
 * @typedef {object} Props
 * @property {readonly Placed[]} pieces what lies on the table, level 0 at the bottom
 * @property {{w: readonly string[], b: readonly string[]}} reserves
 * @property {readonly Target[]} targets every legal move of the position, or none
 * @property {boolean} active may the person at this screen move now?
 * @property {boolean} [ahead] the moves are for later: it is the other side's turn
 * @property {boolean} [taps] cells are pointed at, and nothing is moved
 * @property {"w"|"b"} turn
 * @property {"w"|"b"} own whose reserve lies in front
 * @property {LastMove|null} last
 * @property {string|null} [pending] a piece whose move is not confirmed yet
 * @property {readonly string[]} [pinned]
 * @property {readonly string[]} [throwers] of the pinned: what can throw though it cannot go
 * @property {readonly Gate[]} [gates]
 * @property {{pinned?: boolean, gates?: boolean, liberties?: boolean}} [overlays]
 * @property {{bad?: Cell[], gate?: Cell[], parts?: Cell[][], free?: Cell[], able?: Cell[], found?: Cell[], shown?: Cell[], asked?: (Cell & {letters: string})[]}|null} [marks]
 * @property {{piece: string, to: Cell}|null} [ghost] a piece where it will go
 * @property {readonly Arrow[]} [arrows]
 * @property {boolean} [queenDue]
 * @property {"pointy"|"flat"} [orientation]
 * @property {number} [rotation] in steps of 60°
 * @property {boolean} [mirror]
 * @property {string} [labels] numbers, names or none
 * @property {boolean} [confirm]
 * @property {boolean} [still] no animation
 * @property {"ring"|"bugs"} [close] the hive does not grow far: it is shown with the cells around it, or alone
 * @property {string} [art] where the symbols are
 */
/**
 * @typedef {object} On
 * @property {() => void} [act] something is chosen, tried or put back: what was said before is over
 * @property {(target: Target) => void} [move]
 * @property {(piece: string, to: Cell|null) => void} [refuse] a piece was sent where it may not go
 * @property {() => void} [idle] an empty cell was meant, and nothing is chosen
 * @property {(piece: string|null) => void} [select]
 * @property {(piece: string|null, box: DOMRect|null, isLong?: boolean) => void} [look] the pointer rests on a piece, or the focus is there; null: no longer
 * @property {(cell: Cell) => void} [tap] a cell was pointed at, where cells are
 */

const RING = 265; // the cells around the hive are in view: a piece may go there
const CLEAR = 125; // a cell with its rim and a little air
const FEW_PIECES = 12;
const ROOM = 90; // for the next ring, as long as there are few pieces
const EMPTY_BOX = { left: -260, top: -260, right: 260, bottom: 260 };

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
  const frame = makeFrame(root);
  const { layers, surface, table } = frame.stage;
  const look = lookAt(frame.stage, { whole, ready: () => put(root, { "data-ready": "yes" }) }, signal);
  const { camera } = look;

  const pieces = createPieces(layers.tiles, art, view);
  const marks = createMarks(layers, art);
  const targets = createTargets(layers.targets);
  /** @type {import("../../hexes/carry.js").Carrying<Target>} */
  const carrying = {
    size: LOOSE_SIZE,
    picture: pictureOf,
    targets: view.targetsOf,
    middle: view.middleOf,
    under: view.cellUnder,
    orientation: () => view.layout.orientation,
    from: cellOfPiece,
    home: homeOf,
    isStill: () => Boolean(view.props.still),
    hold: (held) => {
      view.carried = held;
    },
    snapped: () => targets.drawSnap(view),
    cameHome: pieces.draw,
  };
  const hand = createCarry(frame.stage, camera, carrying);
  const choice = createChoice(view, on, {
    draw,
    putBack: () => {
      pointer.abandon();
      hand.open(true);
    },
    carried: pieces.wasCarried,
    confirm: () => {
      if (layers.cells.contains(document.activeElement)) frame.confirm.querySelector("button")?.focus();
    },
  });
  const cells = createCells(layers.cells, createLand(view), {
    activate: choice.activate,
    cancel() {
      const { selected } = view;
      choice.cancel();
      if (selected && view.props.reserves[view.props.own].includes(selected)) ownReserve.focus(selected[1]);
    },
    letter: (bug, other) => choice.letter(bug, other, cells, ownReserve),
    focused(key) {
      spread(key);
      lookedAt(key);
    },
  }, signal);
  const hands = createHands({ view, look, choice, hand, draw, spread, table, lookedAt });
  const pointer = createPointer(surface, hands.on, signal);
  const reserveOn = {
    /** By a key: the next one goes to a cell. @param {string} id */
    pick(id) {
      choice.pick(id);
      if (view.selected === id) cells.go(keyOf(view.targets[0].to.q, view.targets[0].to.r));
    },
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
    pieces.draw();
  }

  /** Not while a piece is chosen: then cells are what counts. @param {string|null} key @param {boolean} [isLong] */
  function lookedAt(key, isLong = false) {
    const cell = key && !view.selected && !view.carried ? cellOf(key) : null;
    const id = cell && view.topAt(cell);
    const box = cell && id ? look.onScreen(boxAround(view.layout, [cell], RADIUS)) : null;
    on.look?.(id, box && new DOMRect(box.left, box.top, box.right - box.left, box.bottom - box.top), isLong);
  }
  surface.addEventListener("pointerleave", () => lookedAt(null), { signal });

  // --- where one looks

  const boxOf = () => {
    const { close, marks } = view.props;
    if (!view.pieces.length) return EMPTY_BOX;
    return close === "bugs" ? boxAround(view.layout, [...view.pieces, ...(marks?.asked ?? [])], CLEAR) : boxAround(view.layout, view.pieces, RING);
  };

  /** What is shown when all is to be seen. */
  function whole() {
    const box = boxOf();
    const room = view.props.pieces.length < FEW_PIECES && !view.props.close ? ROOM : 0;
    return { left: box.left - room, top: box.top - room, right: box.right + room, bottom: box.bottom + room };
  }

  // --- the piece in the hand

  /** @param {string} id */
  function pictureOf(id) {
    const picture = looseTile(art, id);
    const tile = picture.querySelector(".tile");
    if (tile) dressTile(tile, labelOf(id, view.props.labels ?? "numbers"), view.layout.orientation);
    return picture;
  }

  /** @param {string} id */
  function cellOfPiece(id) {
    return view.props.pieces.find((one) => one.id === id) ?? null;
  }

  /** @param {string} id */
  function homeOf(id) {
    const origin = cellOfPiece(id);
    if (!origin) return null;
    const at = centreOf(view.layout, origin);
    return { x: at.x, y: at.y - liftOf(origin.level) };
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
      advised: props.ghost?.piece ?? null,
      orientation: view.layout.orientation,
    };
    const other = props.own === "w" ? "b" : "w";
    const queenDue = Boolean(props.queenDue && props.turn === props.own && props.active);
    ownReserve.draw({ ...shared, color: props.own, ids: props.reserves[props.own], own: true, queenDue });
    otherReserve.draw({ ...shared, color: other, ids: props.reserves[other], own: false, queenDue: false });
  }

  function draw() {
    pieces.draw();
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
  window.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && (view.carried || view.tentative || view.selected)) choice.cancel();
  }, { signal });

  draw();

  return {
    /** @param {Props} next */
    set(next) {
      const before = view.props;
      const { layout } = view;
      view.props = next;
      choice.review(before);
      if (view.layout !== layout) {
        pieces.stop();
        draw();
        look.fit();
        return;
      }
      const moved = next.pieces !== before.pieces;
      if (moved) view.drawn = [];
      pieces.raise(before);
      draw();
      pieces.walk();
      if (!look.isSized || !moved) return;
      if (!camera.touched && !view.carried && next.pieces.length < 2) look.fit();
      else look.follow(boxOf());
    },
    fit: look.fit,
    zoom: look.zoom,
    focus: () => cells.go(cells.current),
    /** Where cells lie on the screen, with what stands on them. @param {readonly Cell[]} list */
    boxesOf: (list) => list.map((cell) => look.onScreen(boxAround(view.layout, [cell], RADIUS))),
    /** Something lies over the table: keep these cells clear of it. @param {readonly Cell[]} list @param {{top: number, bottom: number}} over */
    reveal(list, over) {
      const box = surface.getBoundingClientRect();
      const isBelow = over.top + over.bottom > box.top + box.bottom;
      look.follow(boxAround(view.layout, list, CLEAR), { above: isBelow ? 0 : over.bottom - box.top, below: isBelow ? box.bottom - over.top : 0 });
    },
    destroy() {
      life.abort();
      hands.destroy();
      pointer.destroy();
      pieces.stop();
      hand.destroy();
      frame.remove();
    },
  };
}
