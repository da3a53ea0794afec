// What one board knows: the state it was given and what the hand at it is doing. Everything that is
// read from them is worked out once and kept until they change.

import { cellAt, centreOf, keyOf, RADIUS } from "../../hexes/geometry.js";
import { liftOf } from "./tiles.js";

/** @typedef {import("./board.js").Cell} Cell */
/** @typedef {import("./board.js").Placed} Placed */
/** @typedef {import("./board.js").Props} Props */
/** @typedef {import("./board.js").Target} Target */
/** @typedef {ReadonlyMap<string, readonly Placed[]>} Stacks by cell, the lowest piece first */
/** @typedef {ReturnType<typeof createView>} View */

/** @type {readonly Target[]} */
const NONE = Object.freeze([]);

/** @param {readonly Placed[]} pieces @returns {Stacks} */
export function stacksOf(pieces) {
  /** @type {Map<string, Placed[]>} */
  const stacks = new Map();
  for (const piece of pieces) {
    const key = keyOf(piece.q, piece.r);
    const stack = stacks.get(key);
    if (stack) stack.push(piece);
    else stacks.set(key, [piece]);
  }
  for (const stack of stacks.values()) if (stack.length > 1) stack.sort((a, b) => a.level - b.level);
  return stacks;
}

/** @param {readonly Target[]} targets @returns {Map<string, Target[]>} */
function byPiece(targets) {
  /** @type {Map<string, Target[]>} */
  const found = new Map();
  for (const target of targets) {
    const mine = found.get(target.piece);
    if (mine) mine.push(target);
    else found.set(target.piece, [target]);
  }
  return found;
}

/** @param {Props} first */
export function createView(first) {
  /** @type {{from: readonly Placed[]|null, with: Target|null, pieces: readonly Placed[], stacks: Stacks}} */
  let kept = { from: null, with: null, pieces: [], stacks: new Map() };
  /** @type {{from: readonly Target[]|null, byPiece: Map<string, Target[]>}} */
  let ways = { from: null, byPiece: new Map() };
  /** @type {import("../../hexes/geometry.js").Layout} */
  let layout = Object.freeze({ orientation: "pointy", rotation: 0, mirror: false });

  function read() {
    if (kept.from === view.props.pieces && kept.with === view.tentative) return kept;
    let pieces = view.props.pieces;
    if (view.tentative) {
      const { piece, to } = view.tentative;
      const rest = pieces.filter((one) => one.id !== piece);
      const level = rest.filter((one) => one.q === to.q && one.r === to.r).length;
      pieces = [...rest, { id: piece, ...to, level }];
    }
    kept = { from: view.props.pieces, with: view.tentative, pieces, stacks: stacksOf(pieces) };
    return kept;
  }

  const view = {
    props: first,
    /** @type {string|null} the piece that was chosen */
    selected: null,
    /** @type {{piece: string, target: Target|null, x: number, y: number}|null} the piece in the hand */
    carried: null,
    /** @type {Target|null} a move that waits for its confirmation */
    tentative: null,
    /** @type {string|null} the cell whose stack is spread out */
    fanned: null,
    /** @type {readonly {from: Cell, to: Cell}[]} arrows and rings drawn by the reader */
    drawn: [],

    get layout() {
      const { orientation = "pointy", rotation = 0, mirror = false } = view.props;
      if (layout.orientation !== orientation || layout.rotation !== rotation || layout.mirror !== mirror) {
        layout = Object.freeze({ orientation, rotation, mirror });
      }
      return layout;
    },
    /** What lies on the table, a move that waits for its confirmation included. */
    get pieces() {
      return read().pieces;
    },
    get stacks() {
      return read().stacks;
    },
    /** Where the chosen piece may go. */
    get targets() {
      return view.targetsOf(view.selected);
    },
    /** @param {string|null} id @returns {readonly Target[]} */
    targetsOf(id) {
      if (!id || !view.props.active || view.tentative) return NONE;
      if (ways.from !== view.props.targets) {
        ways = { from: view.props.targets, byPiece: byPiece(view.props.targets) };
      }
      return ways.byPiece.get(id) ?? NONE;
    },
    /** Where a target is drawn: on top of what lies there. @param {Target} target */
    middleOf(target) {
      const at = centreOf(view.layout, target.to);
      return { x: at.x, y: at.y - liftOf(view.heightAt(keyOf(target.to.q, target.to.r))) };
    },
    /** @param {string} id */
    canLift: (id) => view.targetsOf(id).length > 0,
    /** @param {string} key */
    heightAt: (key) => view.stacks.get(key)?.length ?? 0,
    /** @param {Cell} cell */
    topAt(cell) {
      const stack = view.stacks.get(keyOf(cell.q, cell.r));
      return stack ? stack[stack.length - 1].id : null;
    },
    /**
     * The cell that a finger means. The top of a tall stack is drawn above its cell: what is seen counts.
     * @param {{x: number, y: number}} point of the world
     * @returns {Cell}
     */
    cellUnder(point) {
      let best = null;
      let nearest = RADIUS * 0.8;
      for (const stack of view.stacks.values()) {
        const top = stack[stack.length - 1];
        const at = centreOf(view.layout, top);
        const away = Math.hypot(point.x - at.x, point.y - (at.y - liftOf(stack.length - 1)));
        if (away < nearest) [best, nearest] = [top, away];
      }
      return best ? { q: best.q, r: best.r } : cellAt(view.layout, point);
    },
  };
  return view;
}
