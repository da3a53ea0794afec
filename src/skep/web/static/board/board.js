// The board of Hive: state and legal destinations in, events out. It knows no rules and no network.

import { el, keyed, put, svg } from "../base/dom.js";
import { t } from "../base/i18n.js";
import { createCamera } from "./camera.js";
import { createCells } from "./cells.js";
import { cellAt, centreOf, keyOf, RADIUS } from "./hexes.js";
import { createMarks } from "./marks.js";
import { drop, placed, walk } from "./motion.js";
import { createPointer } from "./pointer.js";
import { createReserve } from "./reserve.js";
import { dressTile, labelOf, liftOf, looseTile, makeTile } from "./tiles.js";

/** @typedef {{q: number, r: number}} Cell */
/** @typedef {{id: string, q: number, r: number, level: number}} Placed */
/** @typedef {{piece: string, to: Cell, kind: string, path: Cell[], by: string|null, move: string}} Target */
/**
 * @typedef {object} Props
 * @property {readonly Placed[]} pieces what lies on the table, level 0 at the bottom
 * @property {{w: readonly string[], b: readonly string[]}} reserves
 * @property {readonly Target[]} targets every legal move of the position, or none
 * @property {boolean} active may the person at this screen move now?
 * @property {"w"|"b"} turn
 * @property {"w"|"b"} own whose reserve lies in front
 * @property {{piece: string, from: Cell|null, to: Cell|null, path: Cell[], kind: string, by: string|null}|null} last
 * @property {string|null} [pending] a piece whose move is not confirmed yet
 * @property {readonly string[]} [pinned]
 * @property {readonly any[]} [gates]
 * @property {{pinned?: boolean, gates?: boolean, liberties?: boolean}} [overlays]
 * @property {{bad?: Cell[], gate?: Cell[], parts?: Cell[][], free?: Cell[]}|null} [marks]
 * @property {readonly {from: Cell, to: Cell, kind?: string}[]} [arrows]
 * @property {boolean} [queenDue]
 * @property {"pointy"|"flat"} [orientation]
 * @property {number} [rotation]
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

const SNAP = 0.6; // of a cell
const ABOVE_FINGER_PX = 40;
const SMALL_CELL_PX = 36;
const RING = 265; // the cells around the hive are in view: a piece may go there

/**
 * @param {HTMLElement} root
 * @param {Props} first
 * @param {On} on
 */
export function mountBoard(root, first, on = {}) {
  const life = new AbortController();
  const signal = life.signal;
  const art = first.art ?? "#skep-";
  const camera = createCamera();
  let props = first;
  /** @type {string|null} */
  let selected = null;
  /** @type {{piece: string, target: Target|null, type: string, x: number, y: number}|null} */
  let carried = null;
  /** @type {Target|null} */
  let tentative = null;
  /** @type {string|null} a stack that is spread out */
  let fanned = null;
  /** @type {string|null} */
  let droppedPiece = null;
  /** @type {Map<string, Animation>} */
  const running = new Map();
  /** @type {{from: Cell, to: Cell}[]} */
  let drawn = [];
  /** @type {Cell|null} */
  let drawingFrom = null;
  let hoverTimer = 0;
  let hoverKey = "";

  // --- nodes

  const world = svg("g");
  const under = svg("g", { "aria-hidden": "true" });
  const tiles = svg("g", { class: "tiles" });
  const over = svg("g", { "aria-hidden": "true" });
  const cellLayer = svg("g", { class: "cells" });
  world.append(under, tiles, over, cellLayer);
  const surface = svg("svg", { class: "board__surface", role: "group", "aria-label": t("Board") }, world);
  const fitButton = el("button", { type: "button", class: "board__tool", "aria-label": t("Show the whole hive"), title: t("Show the whole hive") },
    svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5" })));
  const tools = el("div", { class: "board__tools" }, fitButton);
  const confirmBar = el("div", { class: "board__confirm", hidden: true },
    el("button", { type: "button", class: "button button--primary", "data-do": "yes" }, t("Play it")),
    el("button", { type: "button", class: "button", "data-do": "no" }, t("Take back")));
  const table = el("div", { class: "board__table" }, surface, tools, confirmBar);
  const front = el("div", { class: "board__reserve board__reserve--own" });
  const back = el("div", { class: "board__reserve board__reserve--other" });
  const carry = el("div", { class: "board__carry", hidden: true, "aria-hidden": "true" });
  root.replaceChildren(back, table, front, carry);
  root.classList.add("board");

  const marks = createMarks(under, over);
  const reserveOn = { pick, press: pressReserve, leave: cancel };
  const ownReserve = createReserve(front, art, reserveOn, signal);
  const otherReserve = createReserve(back, art, reserveOn, signal);
  const cells = createCells(cellLayer, {
    activate: (key) => activate(key),
    cancel,
    letter,
    focused: (key) => {
      fanned = key && (stacksOf().get(key)?.length ?? 0) > 1 ? key : null;
      drawTiles();
    },
  }, signal);

  const layoutOf = () => ({
    orientation: props.orientation ?? "pointy",
    rotation: props.rotation ?? 0,
    mirror: props.mirror ?? false,
  });

  // --- reading the state

  function shownPieces() {
    if (!tentative) return props.pieces;
    const { piece, to } = tentative;
    const rest = props.pieces.filter((p) => p.id !== piece);
    const level = rest.filter((p) => p.q === to.q && p.r === to.r).length;
    return [...rest, { id: piece, ...to, level }];
  }

  /** @returns {Map<string, Placed[]>} */
  function stacksOf() {
    const stacks = new Map();
    for (const piece of [...shownPieces()].sort((a, b) => a.level - b.level)) {
      const key = keyOf(piece.q, piece.r);
      stacks.set(key, [...(stacks.get(key) ?? []), piece]);
    }
    return stacks;
  }

  const targetsOf = (/** @type {string|null} */ id) =>
    id && props.active && !tentative ? props.targets.filter((target) => target.piece === id) : [];

  const canLift = (/** @type {string} */ id) =>
    props.active && !tentative && props.targets.some((target) => target.piece === id);

  /** @param {number} x @param {number} y in pixels of the surface */
  function cellUnder(x, y) {
    const layout = layoutOf();
    const point = camera.toWorld(x, y);
    // The top of a tall stack is drawn above its cell: a finger means what it sees.
    let best = null;
    let nearest = RADIUS * 0.8;
    for (const [key, stack] of stacksOf()) {
      const top = stack[stack.length - 1];
      const at = centreOf(layout, top);
      const away = Math.hypot(point.x - at.x, point.y - (at.y - liftOf(stack.length - 1)));
      if (away < nearest) [best, nearest] = [key, away];
    }
    if (best) {
      const [q, r] = best.split(",").map(Number);
      return { q, r };
    }
    return cellAt(layout, point);
  }

  /** @param {Cell} cell */
  function topAt(cell) {
    const stack = stacksOf().get(keyOf(cell.q, cell.r));
    return stack ? stack[stack.length - 1].id : null;
  }

  // --- choosing

  /** @param {string|null} id */
  function select(id) {
    if (selected === id) return;
    selected = id;
    on.select?.(id);
    draw();
  }

  /** @param {string} id from a reserve */
  function pick(id) {
    if (selected === id) select(null);
    else if (canLift(id)) select(id);
    else if (props.active) on.refuse?.(id, null);
  }

  function cancel() {
    pointer.abandon();
    tentative = null;
    selected = null;
    endCarry(true);
    on.select?.(null);
    draw();
  }

  /** @param {Target} target @param {boolean} byHand it was carried there, so it does not walk again */
  function choose(target, byHand) {
    droppedPiece = byHand ? target.piece : null;
    selected = null;
    if (props.confirm && !tentative) {
      tentative = target;
      draw();
      const yes = confirmBar.querySelector("button");
      if (cellLayer.contains(document.activeElement)) yes?.focus();
      return;
    }
    tentative = null;
    on.select?.(null);
    on.move?.(target);
    draw();
  }

  /** @param {string} key */
  function activate(key) {
    const [q, r] = key.split(",").map(Number);
    act({ q, r });
  }

  /** @param {Cell} cell */
  function act(cell) {
    if (!props.active || tentative) return;
    const target = targetsOf(selected).find((one) => one.to.q === cell.q && one.to.r === cell.r);
    if (target) {
      choose(target, false);
      return;
    }
    const top = topAt(cell);
    if (top && top === selected) select(null);
    else if (top && canLift(top)) select(top);
    else if (selected) on.refuse?.(selected, cell);
    else if (top) on.refuse?.(top, null);
  }

  /** @param {string} bug @param {boolean} other */
  function letter(bug, other) {
    if (!"QSBGAMLP".includes(bug)) return false;
    const side = other === (props.turn === "w") ? "b" : "w";
    const found = [...stacksOf()].filter(([, stack]) => {
      const id = stack[stack.length - 1].id;
      return id[1] === bug && id[0] === side;
    });
    const at = found.findIndex(([key]) => key === cells.current);
    if (found.length && (found.length > 1 || at < 0)) {
      cells.go(found[(at + 1) % found.length][0]);
      return true;
    }
    if (ownReserve.focus(bug)) return true;
    return found.length > 0;
  }

  // --- carrying

  const pointer = createPointer(surface, {
    pieceAt(x, y) {
      pressed = null;
      const top = topAt(cellUnder(x, y));
      return top && canLift(top) ? top : null;
    },
    tap(x, y, type) {
      if (pressed) {
        const id = pressed;
        pressed = null;
        pick(id);
        return;
      }
      const small = camera.scale * RADIUS * Math.sqrt(3) < SMALL_CELL_PX;
      if (type !== "mouse" && small) {
        camera.zoom(48 / (camera.scale * RADIUS * Math.sqrt(3)), x, y);
        moveCamera();
        return;
      }
      act(cellUnder(x, y));
    },
    lift(id, event) {
      pressed = null;
      fanned = null;
      carried = { piece: id, target: null, type: event.pointerType, x: 0, y: 0 };
      selected = id;
      on.select?.(id);
      carry.replaceChildren(looseTile(art, id));
      const tile = carry.querySelector(".tile");
      if (tile) dressTile(tile, labelOf(id, props.labels ?? "numbers"), props.orientation ?? "pointy");
      carry.hidden = false;
      draw();
    },
    carry(x, y, type) {
      if (!carried) return;
      carried.x = x;
      carried.y = type === "mouse" ? y : y - ABOVE_FINGER_PX;
      snap();
    },
    drop() {
      pressed = null;
      if (!carried) return;
      const { piece, target, x, y } = carried;
      if (target) {
        endCarry(false);
        choose(target, true);
        return;
      }
      const cell = cellUnder(x, y);
      const origin = props.pieces.find((p) => p.id === piece);
      const box = table.getBoundingClientRect();
      const inside = x >= 0 && y >= 0 && x <= box.width && y <= box.height;
      endCarry(true);
      if (inside && !(origin && origin.q === cell.q && origin.r === cell.r)) {
        on.refuse?.(piece, cell);
      }
      selected = null;
      on.select?.(null);
      draw();
    },
    cancel: () => {
      endCarry(true);
      selected = null;
      draw();
    },
    pan(dx, dy) {
      if (pressed) return; // a reserve piece that cannot be played is no handle
      camera.pan(dx, dy);
      moveCamera();
    },
    zoom(factor, x, y) {
      camera.zoom(factor, x, y);
      moveCamera();
    },
    hover(x, y) {
      const cell = cellUnder(x, y);
      const key = keyOf(cell.q, cell.r);
      if (key === hoverKey) return;
      hoverKey = key;
      clearTimeout(hoverTimer);
      const top = topAt(cell);
      const live = (top && canLift(top)) || targetsOf(selected).some((one) => keyOf(one.to.q, one.to.r) === key);
      table.toggleAttribute("data-hand", Boolean(live));
      const tall = (stacksOf().get(key)?.length ?? 0) > 1;
      if (tall || fanned) {
        hoverTimer = window.setTimeout(() => spread(tall ? key : null), tall ? 280 : 120);
      }
    },
    longPress(x, y) {
      const cell = cellUnder(x, y);
      const key = keyOf(cell.q, cell.r);
      spread((stacksOf().get(key)?.length ?? 0) > 1 ? key : null);
    },
    draw(x, y, phase) {
      const cell = cellAt(layoutOf(), camera.toWorld(x, y));
      if (phase === "start") drawingFrom = cell;
      else if (drawingFrom) {
        const from = drawingFrom;
        drawingFrom = null;
        const same = (/** @type {{from: Cell, to: Cell}} */ one) =>
          keyOf(one.from.q, one.from.r) + keyOf(one.to.q, one.to.r) ===
          keyOf(from.q, from.r) + keyOf(cell.q, cell.r);
        drawn = drawn.some(same) ? drawn.filter((one) => !same(one)) : [...drawn, { from, to: cell }];
        draw();
      }
    },
  }, signal);

  /** @type {string|null} a reserve piece that is pressed but not yet carried */
  let pressed = null;

  /** @param {string} id @param {PointerEvent} event */
  function pressReserve(id, event) {
    pressed = id;
    if (/** @type {Element} */ (event.target).hasPointerCapture?.(event.pointerId)) {
      /** @type {Element} */ (event.target).releasePointerCapture(event.pointerId);
    }
    pointer.start(event, canLift(id) ? id : null);
  }

  /** @param {string|null} key */
  function spread(key) {
    if (fanned === key) return;
    fanned = key;
    drawTiles();
  }

  function snap() {
    if (!carried) return;
    const layout = layoutOf();
    const point = camera.toWorld(carried.x, carried.y);
    let best = null;
    let nearest = RADIUS * Math.sqrt(3) * SNAP;
    for (const target of targetsOf(carried.piece)) {
      const at = centreOf(layout, target.to);
      const away = Math.hypot(point.x - at.x, point.y - at.y);
      if (away < nearest) [best, nearest] = [target, away];
    }
    carried.target = best;
    const size = camera.scale * 208 * 1.08;
    const box = surface.getBoundingClientRect();
    carry.style.width = `${size}px`;
    carry.style.transform = `translate(${box.left + carried.x - size / 2}px, ${box.top + carried.y - size / 2}px)`;
    drawMarks();
  }

  /** @param {boolean} goesBack */
  function endCarry(goesBack) {
    if (!carried) return;
    const { piece } = carried;
    carried = null;
    const origin = props.pieces.find((p) => p.id === piece);
    if (goesBack && origin && !props.still) {
      const box = surface.getBoundingClientRect();
      const size = camera.scale * 208;
      const at = centreOf(layoutOf(), origin);
      const home = camera.toScreen(at.x, at.y - liftOf(origin.level));
      const gone = carry.animate(
        [{ transform: carry.style.transform },
          { transform: `translate(${box.left + home.x - size / 2}px, ${box.top + home.y - size / 2}px)` }],
        { duration: 120, easing: "ease-out" },
      );
      gone.onfinish = () => {
        carry.hidden = true;
        drawTiles();
      };
      return;
    }
    carry.hidden = true;
  }

  // --- drawing

  function boxOf() {
    const layout = layoutOf();
    let box = { left: -260, top: -260, right: 260, bottom: 260 };
    const centres = shownPieces().map((piece) => centreOf(layout, piece));
    if (centres.length) {
      const xs = centres.map((c) => c.x);
      const ys = centres.map((c) => c.y);
      box = {
        left: Math.min(...xs) - RING,
        top: Math.min(...ys) - RING,
        right: Math.max(...xs) + RING,
        bottom: Math.max(...ys) + RING,
      };
    }
    return box;
  }

  function fit() {
    const box = boxOf();
    // Room for the next ring of pieces, as long as there are few of them.
    const room = props.pieces.length < 12 ? 90 : 0;
    camera.fit({ left: box.left - room, top: box.top - room, right: box.right + room, bottom: box.bottom + room });
    moveCamera();
  }

  function moveCamera() {
    put(world, { transform: camera.transform });
    const step = camera.scale * RADIUS;
    table.style.setProperty("--cell", `${step.toFixed(1)}px`);
    put(table, { "data-scale": camera.scale.toFixed(3) });
  }

  function drawTiles() {
    const layout = layoutOf();
    const pieces = shownPieces();
    const order = pieces
      .map((piece) => {
        const at = centreOf(layout, piece);
        const fan = fanned === keyOf(piece.q, piece.r) ? piece.level : 0;
        return {
          piece,
          x: at.x + fan * 74,
          y: at.y - liftOf(piece.level) - fan * 58,
          depth: at.y * 10 + piece.level + (fanned === keyOf(piece.q, piece.r) ? 1e6 : 0) +
            (running.has(piece.id) ? 2e6 : 0),
        };
      })
      .sort((a, b) => a.depth - b.depth);
    keyed(
      tiles,
      order,
      (item) => item.piece.id,
      (item) => makeTile(art, item.piece.id),
      (node, item) => {
        const { id, level } = item.piece;
        dressTile(node, labelOf(id, props.labels ?? "numbers"), layout.orientation);
        /** @type {SVGElement} */ (node).style.transform = placed(item.x, item.y);
        put(node, {
          "data-selected": selected === id ? "yes" : null,
          "data-carried": carried?.piece === id ? "yes" : null,
          "data-pending": props.pending === id ? "yes" : null,
          "data-tentative": tentative?.piece === id ? "yes" : null,
          "data-movable": canLift(id) ? "yes" : null,
          "data-level": level,
        });
      },
    );
  }

  function heightsOf() {
    const heights = new Map();
    for (const piece of shownPieces()) {
      const key = keyOf(piece.q, piece.r);
      heights.set(key, (heights.get(key) ?? 0) + 1);
    }
    return heights;
  }

  function drawMarks() {
    marks.draw(
      { ...props, pieces: shownPieces(), arrows: [...(props.arrows ?? []), ...drawn] },
      {
        layout: layoutOf(),
        heights: heightsOf(),
        targets: targetsOf(selected),
        snapped: carried?.target ? keyOf(carried.target.to.q, carried.target.to.r) : null,
      },
    );
  }

  function drawReserves() {
    const playable = new Set(props.active && !tentative ? props.targets.map((target) => target.piece) : []);
    const other = props.own === "w" ? "b" : "w";
    const shared = { playable, selected, lifted: carried?.piece ?? null, labels: "none", orientation: props.orientation ?? "pointy" };
    const hidden = tentative?.piece;
    const idsOf = (/** @type {"w"|"b"} */ color) => props.reserves[color].filter((id) => id !== hidden);
    ownReserve.draw({ ...shared, color: props.own, ids: idsOf(props.own), own: true,
      queenDue: Boolean(props.queenDue && props.turn === props.own && props.active) });
    otherReserve.draw({ ...shared, color: other, ids: idsOf(other), own: false, queenDue: false });
  }

  function draw() {
    drawTiles();
    drawMarks();
    drawReserves();
    const byKey = new Map(targetsOf(selected).map((target) => [keyOf(target.to.q, target.to.r), target]));
    cells.draw({ layout: layoutOf(), stacks: stacksOf(), targets: byKey, props, selected });
    confirmBar.hidden = tentative === null;
    put(table, { "data-active": props.active ? "yes" : "no", "data-selected": selected });
  }

  /** @param {Props} before */
  function animate(before) {
    const last = props.last;
    const isNew = last && last.piece && last.to &&
      !before.pieces.some((p) => p.id === last.piece && last.to && p.q === last.to.q && p.r === last.to.r);
    for (const [id, animation] of running) {
      animation.cancel();
      running.delete(id);
    }
    if (!isNew || !last.to || props.still || document.hidden) return;
    if (droppedPiece === last.piece) {
      droppedPiece = null;
      return;
    }
    if (before.pieces.length - (last.from ? 0 : -1) !== props.pieces.length) return; // a jump in time
    const node = /** @type {SVGElement|null} */ (tiles.querySelector(`[data-key="${last.piece}"]`));
    if (!node) return;
    const layout = layoutOf();
    const heights = heightsOf();
    const at = centreOf(layout, last.to);
    const heightAt = (/** @type {Cell} */ cell) => {
      const height = heights.get(keyOf(cell.q, cell.r)) ?? 0;
      return last.to && cell.q === last.to.q && cell.r === last.to.r ? height - 1 : height;
    };
    const animation = last.from
      ? walk(node, layout, last.path.length > 1 ? last.path : [last.from, last.to], last.kind, heightAt)
      : drop(node, at.x, at.y);
    if (!animation) return;
    running.set(last.piece, animation);
    animation.onfinish = () => {
      running.delete(last.piece);
      drawTiles();
    };
    tiles.append(node); // it goes over the others on its way
  }

  // --- life

  confirmBar.addEventListener("click", (event) => {
    const what = /** @type {Element} */ (event.target).closest("button")?.getAttribute("data-do");
    if (what === "yes" && tentative) choose(tentative, true);
    else if (what === "no") cancel();
  }, { signal });
  fitButton.addEventListener("click", fit, { signal });
  window.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && (carried || tentative || selected)) cancel();
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
      const before = props;
      props = next;
      if (selected && !canLift(selected)) selected = null;
      if (tentative && !next.targets.some((target) => target.move === tentative?.move)) tentative = null;
      if (next.rotation !== before.rotation || next.orientation !== before.orientation) {
        draw();
        fit();
        return;
      }
      if (next.pieces !== before.pieces) drawn = [];
      draw();
      animate(before);
      if (sized && next.pieces !== before.pieces) {
        if (!camera.touched && !carried && next.pieces.length < 2) fit();
        else if (camera.follow(boxOf())) moveCamera();
      }
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
      clearTimeout(hoverTimer);
      pointer.destroy();
      for (const animation of running.values()) animation.cancel();
      marks.destroy();
      cells.destroy();
      ownReserve.destroy();
      otherReserve.destroy();
      root.replaceChildren();
      root.classList.remove("board");
      root.removeAttribute("data-ready");
    },
  };
}
