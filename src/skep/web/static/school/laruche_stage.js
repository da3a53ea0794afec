// A table and a hand of a lesson of La Ruche: tap a tile, then a spot; a tap on the tile that is held turns it over, once that is taught.

import { el, keyed, put } from "../base/dom.js";
import { t, tn } from "../base/i18n.js";
import { cellAt } from "../hexes/geometry.js";
import { createPointer } from "../hexes/pointer.js";
import { LAYOUT } from "../laruche/camera.js";
import { createDragging } from "../laruche/dragging.js";
import { bestTurn, cellKey, contacts, flipped, hasBee, isDead, wantedAt } from "../laruche/fit.js";
import { poseIn, settled } from "../laruche/hand.js";
import { mountHand } from "../laruche/hand_view.js";
import { mountTableHelp } from "../laruche/help.js";
import { mountSpots } from "../laruche/spot_list.js";
import { mountTable } from "../laruche/table.js";

/** @typedef {import("./lesson.js").LessonState} LessonState */
/** @typedef {import("../net/messages.js").LaRucheStage} LaRucheStage */
/** @typedef {import("../laruche/spots.js").Spot} Spot */

/** @type {ReadonlySet<string>} */
const NONE = new Set();
const SLACK_PX = 8; // less is a tap
const LARGEST_PX = 96;

/** @param {LaRucheStage} stage */
const tableOf = (stage) => new Map(stage.tiles.map(([q, r, pose]) => [cellKey(q, r), pose]));

/**
 * Where a tile may be tried, dead spots among them.
 * @param {LaRucheStage} stage @param {boolean} [isRiddle] which of them are dead is asked: all look alike
 * @returns {Spot[]}
 */
export function spotsOn(stage, isRiddle = false) {
  const table = tableOf(stage);
  return stage.spots.map(([q, r]) => {
    const wanted = wantedAt(table, q, r);
    return { key: cellKey(q, r), q, r, wanted, contacts: contacts(wanted), isLive: isRiddle || !isDead(wanted) };
  });
}

/** The colour that a spot asks for twice. @param {Spot|undefined} spot */
export const twiceOn = (spot) => spot?.wanted.find((color, n) => color !== null && spot.wanted.indexOf(color) !== n) ?? null;

/**
 * @param {{board: HTMLElement, hand: HTMLElement, spots: HTMLElement, others: HTMLElement, carry: HTMLElement}} root
 * @param {() => LessonState} state
 * @param {import("../laruche/tiles.js").TileSet} tiles
 * @param {{act(action: any): void, tries(): void, idle(): void, turned(): void, chosen(twice: string|null): void}} on `tries`: something is chosen anew;
 *   `idle`: somebody wants to give, and holds nothing; `turned`: a tile lies on its other face; `chosen`: a spot is, before a tile: with the colour that it asks for twice
 */
export function mountLaRucheStage(root, state, tiles, on) {
  const life = new AbortController();
  const { signal } = life;
  const stage = () => /** @type {LaRucheStage} */ (state().stage);
  const step = () => state().told.steps[state().at];
  /** @type {string|null} */
  let held = null;
  /** @type {string|null} a spot that was tapped first */
  let chosen = null;
  /** @type {string|null} how a tile was tried last */
  let refused = null;
  /** @type {string|null} the keyboard is there */
  let focused = null;
  /** @type {Record<string, string>} how tiles lie in the hand */
  let poses = {};
  /** @type {import("../laruche/hand.js").Slots} */
  let slots = [];
  let of = "";

  const names = () => stage().hand.map(tiles.nameOf);
  const isPlayed = () => step().wants === "lay" || step().wants === "give";

  /** Another step, or the same one again: tiles lie as they were dealt. */
  function settle() {
    const now = `${state().told.lesson}/${step().id}/${state().actions.length ? "" : "fresh"}`;
    if (now !== of && !state().actions.length) {
      poses = Object.fromEntries(stage().hand.map((pose) => [tiles.nameOf(pose), pose]));
      [held, chosen, slots] = [null, null, []];
    }
    of = now;
    slots = settled(slots, names());
    if (held !== null && !names().includes(held)) held = null;
  }

  /** @param {string} tile @param {Spot|undefined} spot */
  const poseOn = (tile, spot) => (spot && spot.contacts ? bestTurn(poseIn(poses, tile), spot.wanted) : poseIn(poses, tile));

  /** @param {string} tile @param {string} key */
  function lay(tile, key) {
    const spot = spotsOn(stage()).find((one) => one.key === key);
    const [q, r] = key.split(",").map(Number);
    chosen = null;
    refused = poseOn(tile, spot);
    on.act({ do: "lay", pose: refused, cell: [q, r] });
  }

  /** @param {string} tile */
  function tapTile(tile) {
    if (!isPlayed() || state().isDone) return;
    // Who touches a tile after a miss begins again, and wants no other face.
    const isAfterMiss = state().verdict?.kind === "wrong";
    on.tries();
    if (chosen !== null) lay(tile, chosen);
    else if (held === tile && !isAfterMiss) turn(tile);
    else held = tile;
    help.hide();
    draw();
  }

  /** @param {string} tile */
  function turn(tile) {
    if (!step().turns_over || state().isDone) return;
    poses = { ...poses, [tile]: flipped(poseIn(poses, tile)) };
    on.turned();
  }

  /** @param {string} key */
  function tapSpot(key) {
    const [q, r] = key.split(",").map(Number);
    on.tries();
    if (step().wants === "tap") on.act({ do: "tap", cell: [q, r] });
    else if (held !== null) lay(held, key);
    else {
      chosen = chosen === key ? null : key;
      if (chosen) on.chosen(twiceOn(spotsOn(stage()).find((spot) => spot.key === key)));
    }
    draw();
  }

  /** Once all is laid, nobody looks for a spot; which ones were dead is still of interest. */
  const shownSpots = () => {
    const { isDone } = state();
    if (step().wants === "give" || (isDone && step().wants !== "tap")) return [];
    return spotsOn(stage(), step().wants === "tap" && !isDone);
  };
  const numbers = () => spotsOn(stage()).map((spot) => spot.key);
  const shownSpot = () => {
    const { shown } = state();
    return shown?.do === "lay" || shown?.do === "tap" ? cellKey(shown.cell[0], shown.cell[1]) : null;
  };
  const glowing = () => {
    const cells = [...step().marked, ...state().found].map(([q, r]) => cellKey(q, r));
    const shown = shownSpot();
    return new Set(shown ? [...cells, shown] : state().isDone ? [] : cells);
  };
  /** The tile that is shown; a hint that has to be followed on names one of several as well. */
  const shownTile = () => {
    const action = state().shown ?? (isTouched() && names().length > 1 ? state().advised : null);
    return action?.do === "lay" ? new Set([tiles.nameOf(action.pose)]) : NONE;
  };

  /** @param {string} pose */
  const isBeeUp = (pose) => hasBee(pose, tiles.nameOf(pose));

  /** Is the hand no longer as it was dealt: a tile is laid, or lies on its other face? */
  const isTouched = () => state().actions.length > 0 || step().stage.game !== "laruche" || stage().hand.some((pose) => isBeeUp(pose) !== isBeeUp(poseIn(poses, tiles.nameOf(pose))));

  /** The tile that was refused, where it was meant to lie. */
  const missed = () => {
    const { verdict } = state();
    const [q, r] = verdict?.cells?.[0] ?? [];
    if (verdict?.kind !== "wrong" || verdict.code !== "MISMATCH" || refused === null || q === undefined) return null;
    const edges = /** @type {[number, string, string][]} */ (verdict.facts?.edges ?? []);
    return { key: cellKey(q, r ?? 0), pose: refused, n: state().misses, edges: edges.map(([direction]) => ({ direction })) };
  };

  const tableProps = () => ({
    tiles: tableOf(stage()),
    waiting: NONE,
    spots: shownSpots(),
    numbers: numbers(),
    chosen: chosen ?? focused,
    glowing: glowing(),
    ghost: missed(),
    shaken: missed(),
    isHeld: held !== null,
    rings: 0.25,
    label: t("Table"),
  });
  const handProps = () => ({
    slots,
    poseOf: (/** @type {string} */ tile) => poseIn(poses, tile),
    there: new Set(names()),
    held,
    glowing: shownTile(),
    shaken: null,
    fresh: null,
    largest: LARGEST_PX,
  });
  const spotsProps = () => ({ spots: state().isDone ? [] : shownSpots(), numbers: numbers(), chosen, glowing: glowing() });

  const dragging = createDragging(root.carry);
  const help = mountTableHelp(root.board.parentElement ?? root.board, signal);

  /** A tile may be carried to its spot as well. @param {string} tile @param {PointerEvent} event */
  function drag(tile, event) {
    if (!isPlayed() || state().isDone) return;
    const end = new AbortController();
    let isDragged = false;
    const own = (/** @type {PointerEvent} */ one) => one.pointerId === event.pointerId;
    window.addEventListener("pointermove", (moved) => {
      if (!own(moved)) return;
      if (!isDragged && Math.hypot(moved.clientX - event.clientX, moved.clientY - event.clientY) < SLACK_PX) return;
      if (!isDragged) {
        help.hide();
        dragging.begin(poseIn(poses, tile), tile, hand.size);
      }
      isDragged = true;
      dragging.move({ x: moved.clientX, y: moved.clientY }, moved.pointerType, null);
    }, { signal: end.signal });
    for (const kind of /** @type {const} */ (["pointerup", "pointercancel"])) {
      window.addEventListener(kind, (last) => {
        if (!own(last)) return;
        end.abort();
        dragging.end();
        if (isDragged && kind === "pointerup") drop(tile, last);
      }, { signal: end.signal });
    }
    signal.addEventListener("abort", () => end.abort());
  }

  /** @param {string} tile @param {PointerEvent} at */
  function drop(tile, { clientX, clientY }) {
    const box = board.surface.getBoundingClientRect();
    if (clientX < box.left || clientX > box.right || clientY < box.top || clientY > box.bottom) return;
    chosen = null;
    held = tile;
    tapSpot(keyAt(clientX - box.left, clientY - box.top));
  }

  /** Every empty cell may be meant: whoever misses a spot is told why nothing lies there. @param {number} x @param {number} y */
  function keyAt(x, y) {
    const { q, r } = cellAt(LAYOUT, board.camera.toWorld(x, y));
    return board.spotAt(x, y) ?? cellKey(q, r);
  }

  /** The tile that is held, or the only one. */
  function flip() {
    const tile = held ?? (names().length === 1 ? names()[0] : null);
    if (tile === null) return;
    turn(tile);
    draw();
  }

  settle();
  const board = mountTable(root.board, tableProps(), tiles, { surface: t("Table"), fit: t("Show all of the table") });
  const hand = mountHand(root.hand, handProps(), {
    choose: tapTile,
    press: drag,
    key(event, tile) {
      if (event.key.toLowerCase() !== "f") return;
      turn(tile);
      draw();
    },
  });
  const spots = mountSpots(root.spots, spotsProps(), {
    choose: tapSpot,
    focused(key) {
      focused = key;
      board.set(tableProps());
    },
  });
  createPointer(board.surface, {
    pieceAt: () => null,
    tap(x, y) {
      if (!state().isDone) tapSpot(keyAt(x, y));
    },
    lift() {}, carry() {}, drop() {}, cancel() {}, hover() {}, longPress() {}, draw() {},
    pan: board.pan,
    zoom: board.zoom,
  }, signal);
  root.others.addEventListener("click", (event) => {
    const player = /** @type {Element} */ (event.target).closest("[data-player]")?.getAttribute("data-player");
    if (!player) return;
    if (held === null) on.idle();
    else on.act({ do: "give", tile: held, player: Number(player) });
  }, { signal });

  let drawnStep = step();

  function draw() {
    settle();
    board.set(tableProps());
    if (drawnStep !== step()) board.fit(); // another table
    drawnStep = step();
    hand.set(handProps());
    spots.set(spotsProps());
    put(root.hand, { hidden: !stage().hand.length });
    put(root.others, { hidden: !stage().others.length });
    keyed(root.others, stage().others.map((count, player) => ({ count, player })), ({ player }) => String(player), ({ player }) =>
      el("button", { type: "button", class: "button button--small", "data-player": player }), (node, { count, player }) => {
      node.textContent = t("Player {player}: {tiles}", { player: player + 1, tiles: tn("{n} tile", "{n} tiles", count) }).replaceAll(/(?<!:) /g, "\u00a0");
      put(node, { disabled: state().isDone });
    });
  }

  draw();
  return {
    draw,
    flip,
    /** How the hand lies, for a hint: untouched, the advised tile on its right face, or on the other one. @returns {"dealt"|"right"|"wrong"} */
    faces() {
      const { advised } = state();
      if (!isTouched() || advised?.do !== "lay") return "dealt";
      return isBeeUp(advised.pose) === isBeeUp(poseIn(poses, tiles.nameOf(advised.pose))) ? "right" : "wrong";
    },
    /** The first thing to do. */
    focus() {
      /** @type {HTMLElement|null} */ ((isPlayed() ? root.hand : root.spots).querySelector("button"))?.focus();
    },
    destroy() {
      life.abort();
      dragging.destroy();
      board.destroy();
      hand.destroy();
      spots.destroy();
    },
  };
}
