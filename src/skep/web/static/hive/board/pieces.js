// The pieces on the table: where each is drawn, in which order, and how it comes there.

import { keyed, put } from "../../base/dom.js";
import { centreOf, distance, keyOf } from "../../hexes/geometry.js";
import { drop, placed } from "../../hexes/motion.js";
import { dressTile, labelOf, liftOf, makeTile } from "./tiles.js";
import { walk } from "./walk.js";

/** @typedef {import("./board.js").Cell} Cell */
/** @typedef {import("./board.js").Placed} Placed */
/** @typedef {import("./board.js").Props} Props */

// A stack that is spread out leans to the right and up by so much a level.
const FAN = { x: 74, y: 58 };
const PATIENCE_MS = 150; // how long a move waits for its way before it goes straight
// Later is drawn over earlier: the lower row over the upper one, then what is looked at, then what walks.
const RAISED = { fanned: 1e6, walking: 2e6 };

/**
 * @param {SVGElement} layer
 * @param {string} art
 * @param {import("./view.js").View} view
 */
export function createPieces(layer, art, view) {
  /** @type {WeakMap<Element, string>} how each node was dressed last */
  const dressed = new WeakMap();
  /** @type {{id: string, motion: import("../../hexes/motion.js").Motion|null, patience: number}|null} */
  let walker = null;
  /** @type {string|null} a piece that was carried to where it lies now */
  let carriedThere = null;

  const nodeOf = (/** @type {string} */ id) => /** @type {SVGElement|null} */ (layer.querySelector(`[data-key="${id}"]`));

  /** @param {Placed} piece */
  function placeOf(piece) {
    const at = centreOf(view.layout, piece);
    const fanned = view.fanned === keyOf(piece.q, piece.r);
    const level = fanned ? piece.level : 0;
    const raised = (fanned ? RAISED.fanned : 0) + (walker?.id === piece.id ? RAISED.walking : 0);
    return {
      piece,
      x: at.x + level * FAN.x,
      y: at.y - liftOf(piece.level) - level * FAN.y,
      depth: at.y * 10 + piece.level + raised,
    };
  }

  /** @param {Element} node @param {ReturnType<typeof placeOf>} place */
  function dress(node, { piece: { id, level }, x, y }) {
    const { props, selected, carried, tentative, layout } = view;
    const label = labelOf(id, props.labels ?? "numbers");
    const is = {
      selected: selected === id,
      carried: carried?.piece === id,
      pending: props.pending === id,
      tentative: tentative?.piece === id,
      movable: view.canLift(id),
    };
    const look = `${x} ${y} ${level} ${label} ${layout.orientation} ${is.selected} ${is.carried} ${is.pending} ${is.tentative} ${is.movable}`;
    if (dressed.get(node) === look) return;
    dressed.set(node, look);
    dressTile(node, label, layout.orientation);
    const isGoing = walker?.id === id && (walker.motion || walker.patience);
    if (!isGoing) /** @type {SVGElement} */ (node).style.transform = placed(x, y);
    put(node, {
      "data-selected": is.selected ? "yes" : null,
      "data-carried": is.carried ? "yes" : null,
      "data-pending": is.pending ? "yes" : null,
      "data-tentative": is.tentative ? "yes" : null,
      "data-movable": is.movable ? "yes" : null,
      "data-level": level,
    });
  }

  function draw() {
    const places = view.pieces.map(placeOf).sort((a, b) => a.depth - b.depth);
    keyed(layer, places, (place) => place.piece.id, (place) => makeTile(art, place.piece.id), dress);
  }

  function stop() {
    if (!walker) return;
    walker.motion?.cancel();
    clearTimeout(walker.patience);
    const node = nodeOf(walker.id);
    if (node) dressed.delete(node);
    walker = null;
  }

  return {
    draw,
    stop,
    /** The next move of this piece is not shown again: a hand has brought it there. @param {string|null} id */
    wasCarried(id) {
      carriedThere = id;
    },
    /** Before a new state is drawn: which piece will walk? It is drawn over the others. @param {Props} before */
    raise(before) {
      const { last, pieces } = view.props;
      const moved = last?.piece && last.to && before.pieces !== pieces &&
        !before.pieces.some((one) => one.id === last.piece && one.q === last.to?.q && one.r === last.to?.r);
      if (!moved) {
        if (before.pieces !== pieces) {
          stop();
          carriedThere = null;
        }
        return;
      }
      stop();
      const seen = carriedThere === last.piece;
      carriedThere = null;
      const oneMove = before.pieces.length + (last.from ? 0 : 1) === pieces.length; // else a jump in time
      if (seen || !oneMove || view.props.still || document.hidden) return;
      walker = { id: last.piece, motion: null, patience: 0 };
    },
    /** After it: let that piece go its way. */
    walk: () => setOut(false),
  };

  /** @param {boolean} isStraight whatever its way is */
  function setOut(isStraight) {
    const { last } = view.props;
    const node = walker && nodeOf(walker.id);
    if (!walker || walker.motion || !node || !last?.to) return;
    const { from, to } = last;
    const done = () => {
      stop();
      draw();
    };
    if (!from) {
      const at = centreOf(view.layout, to);
      walker.motion = drop(node, at.x, at.y, done);
      return;
    }
    if (!isStraight && isWayAwaited(last, from, to)) {
      if (walker.patience) return;
      const at = centreOf(view.layout, from);
      node.style.transform = placed(at.x, at.y - liftOf(heightBelow(from, to)));
      walker.patience = window.setTimeout(() => setOut(true), PATIENCE_MS);
      return;
    }
    clearTimeout(walker.patience);
    const path = last.path && last.path.length > 1 ? last.path : [from, to];
    walker.motion = walk(node, view.layout, path, last.kind, (cell) => heightBelow(cell, to), done);
  }

  /** How many pieces lie on a cell, without the one that goes to `to`. @param {Cell} cell @param {Cell} to */
  function heightBelow(cell, to) {
    const height = view.heightAt(keyOf(cell.q, cell.r));
    return cell.q === to.q && cell.r === to.r ? height - 1 : height;
  }
}

/**
 * Is the way of a move still to be told, and can it be other than straight?
 * @param {import("./board.js").LastMove} last @param {Cell} from @param {Cell} to
 */
function isWayAwaited({ path, kind }, from, to) {
  if (path !== null || kind === "jump") return false;
  return kind === "throw" || distance(from, to) > 1;
}
