// Choosing a piece and where it goes: by click, by key, from the reserve, with or without confirmation.

import { cellOf } from "../../hexes/geometry.js";

/** @typedef {import("./board.js").Cell} Cell */
/** @typedef {import("./board.js").Target} Target */

const LETTERS = "QSBGAMLP";

/**
 * @param {import("./view.js").View} view
 * @param {import("./board.js").On} on
 * @param {{draw(): void, putBack(): void, carried(id: string|null): void, confirm(): void}} board
 */
export function createChoice(view, on, board) {
  /** @param {string|null} id */
  function select(id) {
    if (view.selected === id) return;
    view.selected = id;
    on.select?.(id);
    board.draw();
  }

  function cancel() {
    on.act?.();
    board.putBack();
    view.tentative = null;
    view.selected = null;
    on.select?.(null);
    board.draw();
  }

  /** @param {Target} target @param {boolean} byHand it was carried there, so it does not walk again */
  function choose(target, byHand) {
    board.carried(byHand ? target.piece : null);
    view.selected = null;
    if (view.props.confirm && !view.tentative) {
      view.tentative = target;
      board.draw();
      board.confirm();
      return;
    }
    view.tentative = null;
    on.select?.(null);
    on.move?.(target);
    board.draw();
  }

  /** What a hint points at there: whoever taps it follows the hint. @param {Cell} cell @param {string|null} top */
  function advisedAt(cell, top) {
    const { ghost, ahead, targets } = view.props;
    if (!ghost || ahead || (view.selected && view.selected !== ghost.piece) || ghost.to.q !== cell.q || ghost.to.r !== cell.r || (top && view.canLift(top))) return null;
    return targets.find((one) => one.piece === ghost.piece && one.to.q === cell.q && one.to.r === cell.r) ?? null;
  }

  /** A cell was clicked or entered. @param {Cell} cell */
  function act(cell) {
    on.act?.();
    if (view.tentative) return;
    const top = view.topAt(cell);
    if (!view.props.active) {
      if (!top) on.idle?.();
      return;
    }
    if (view.props.taps) {
      on.tap?.(cell);
      return;
    }
    const target = view.targets.find((one) => one.to.q === cell.q && one.to.r === cell.r) ?? advisedAt(cell, top);
    if (target) {
      choose(target, false);
      return;
    }
    if (top && top === view.selected) select(null);
    else if (top && view.canLift(top)) select(top);
    else if (view.selected) on.refuse?.(view.selected, cell);
    else if (top) on.refuse?.(top, null);
    else on.idle?.();
  }

  /** Pieces have gone back, or a hint has come. @param {import("./board.js").Props} before */
  function isOver({ ghost, pieces }) {
    const { props } = view;
    const isNew = props.ghost && (props.ghost.piece !== ghost?.piece || props.ghost.to.q !== ghost.to.q || props.ghost.to.r !== ghost.to.r);
    return (isNew && !props.ahead) || props.pieces.length < pieces.length;
  }

  return {
    /**
     * A new state came: what is no longer possible is let go, and what was chosen before a hint or another position. A piece in the hand stays there.
     * @param {import("./board.js").Props} before
     */
    review(before) {
      const { carried, tentative } = view;
      const isSame = (/** @type {Target} */ a, /** @type {Target} */ b) =>
        a.piece === b.piece && a.to.q === b.to.q && a.to.r === b.to.r;
      const still = (/** @type {Target|null} */ target) =>
        (target && view.props.active && view.props.targets.find((one) => isSame(one, target))) || null;
      view.tentative = still(tentative);
      if (carried) carried.target = still(carried.target);
      else if (view.selected && (isOver(before) || !view.canLift(view.selected))) view.selected = null;
    },
    act,
    /** A piece is taken into the hand. @param {string} id */
    take(id) {
      on.act?.();
      select(id);
    },
    select,
    cancel,
    choose,
    /** @param {string} piece @param {Cell|null} cell */
    refuse: (piece, cell) => on.refuse?.(piece, cell),
    /** @param {string} key */
    activate: (key) => act(cellOf(key)),
    /** @param {string} id from a reserve */
    pick(id) {
      on.act?.();
      if (view.selected === id) select(null);
      else if (view.canLift(id)) select(id);
      else if (view.props.active) on.refuse?.(id, null);
    },
    /**
     * A letter goes to the next bug of that kind: on the table, else in the reserve.
     * @param {string} bug @param {boolean} other of the other side
     * @param {{current: string, go(key: string): void}} cells @param {{focus(bug: string): boolean}} reserve
     */
    letter(bug, other, cells, reserve) {
      if (!LETTERS.includes(bug)) return false;
      const side = other === (view.props.turn === "w") ? "b" : "w";
      const keys = [];
      for (const [key, stack] of view.stacks) {
        const { id } = stack[stack.length - 1];
        if (id[1] === bug && id[0] === side) keys.push(key);
      }
      const at = keys.indexOf(cells.current);
      if (keys.length > 1 || (keys.length && at < 0)) {
        cells.go(keys[(at + 1) % keys.length]);
        return true;
      }
      return reserve.focus(bug) || keys.length > 0;
    },
  };
}
