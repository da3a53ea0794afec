// The table: tiles, spots, and what comes and goes on it. State in, drawing out; it knows no rules.

import { keyed, put, svg } from "../base/dom.js";
import { isStill } from "../base/preferences.js";
import { cellOf, centreOf, corners } from "../hexes/geometry.js";
import { placed, travel } from "../hexes/motion.js";
import { lookAt, makeStage } from "../hexes/stage.js";
import { aimAt } from "./aim.js";
import { boxWithRing, createSteps, LAYOUT } from "./camera.js";
import { drawSpot, drawTile, makeShadow, makeSpot, makeTile, SMALL_PX } from "./drawing.js";

/** @typedef {import("./spots.js").Spot} Spot */
/**
 * @typedef {object} TableProps
 * @property {ReadonlyMap<string, string>} tiles poses by cell
 * @property {ReadonlySet<string>} waiting cells whose tile is not confirmed
 * @property {readonly string[]} [outline] cells of a shape that is to be filled
 * @property {readonly Spot[]} spots
 * @property {import("./spots.js").Numbers} numbers
 * @property {string|null} chosen
 * @property {ReadonlySet<string>} glowing spots that the held tile fits, where that may be shown
 * @property {{key: string, pose: string}|null} ghost a tile that is only held there
 * @property {{key: string, n: number, edges: readonly {direction: number}[]}|null} shaken a spot, and the edges at which the tile differs
 * @property {string|null} [last] the tile that came last, where that is shown
 * @property {boolean} isHeld
 * @property {number} [rings] of room around the table, where it grows little; then dead spots are in view as well
 * @property {string} label
 */

const COMING_MS = 240;
const TILE_WIDTH = 173.2;
const WRONG = "M86-36V36"; // along the edge to the east

/** The transform of a cell. @param {string} key */
function at(key) {
  const { x, y } = centreOf(LAYOUT, cellOf(key));
  return `translate(${x.toFixed(1)} ${y.toFixed(1)})`;
}

/**
 * @param {HTMLElement} root
 * @param {TableProps} first
 * @param {import("./tiles.js").TileSet} set
 * @param {{surface: string, fit: string}} words
 * @param {(view: {width: number, height: number}) => readonly import("../hexes/camera.js").Box[]} [covered] what lies over the table: no live spot stands there
 * @param {(draw: () => void) => void} [later] after a tile the spots are drawn so
 */
export function mountTable(root, first, set, words, covered, later) {
  const life = new AbortController();
  const layers = {
    outline: svg("g", { class: "outline", "aria-hidden": "true" }),
    spots: svg("g", { class: "spots" }),
    shadows: svg("g", { "aria-hidden": "true" }),
    tiles: svg("g", { class: "tiles-laid" }),
    ghost: svg("g", { class: "ghost" }),
    wrong: svg("g", { class: "wrong" }),
  };
  const stage = makeStage(layers, words);
  stage.world.id = "ruche-world";
  root.replaceChildren(stage.table);
  let props = first;
  /** Where tiles that are new come from. @type {Map<string, {x: number, y: number}>} */
  const comings = new Map();
  let waiting = 0;
  /** What is drawn now: a part whose values are the same is left alone. @type {{small: boolean, props: TableProps}|null} */
  let shown = null;

  const seen = (/** @type {Spot} */ spot) => spot.isLive || first.rings !== undefined;
  const cells = () => [...props.tiles.keys(), ...(props.outline ?? []), ...props.spots.filter(seen).map((spot) => spot.key)].map(cellOf);
  const live = () => props.spots.filter((spot) => spot.isLive);
  const view = lookAt(stage, {
    whole: () => boxWithRing(cells()),
    frame: () => steps.show(live(), cells(), view.size),
    ready: () => draw(),
  }, life.signal);
  const steps = createSteps(view.camera, () => performance.now(), covered, first.rings);
  const isSmall = () => view.camera.scale * TILE_WIDTH < SMALL_PX;

  /** Step now, or when the hand is quiet; `data-stepping` tells until a touch counts by what is seen. */
  function follow() {
    clearTimeout(waiting);
    if (!view.isSized || document.hidden) return;
    const wait = steps.quietFor(props.isHeld);
    if (wait === 0 && steps.follow(live(), cells(), view.size, props.isHeld)) {
      view.move();
      draw();
    }
    const left = wait > 0 && steps.isDue(live(), view.size) ? wait : steps.oldFor();
    put(stage.table, { "data-stepping": left > 0 ? "yes" : null });
    if (left > 0) waiting = window.setTimeout(wait > 0 ? follow : settle, left);
  }

  function settle() {
    put(stage.table, { "data-stepping": null });
  }

  /** @param {SVGElement} node @param {string} key */
  function arrive(node, key) {
    const { x, y } = centreOf(LAYOUT, cellOf(key));
    const from = comings.get(key);
    comings.delete(key);
    node.style.transform = placed(x, y);
    if (!from || isStill()) return;
    const start = view.camera.toWorld(from.x, from.y);
    travel(node, [{ ...start, scale: 0.6 }, { x, y, scale: 1 }], COMING_MS, 0.4, () => {
      node.style.transform = placed(x, y);
    });
  }

  function draw() {
    const small = isSmall();
    const before = shown?.small === small ? shown.props : null;
    shown = { small, props };
    const isNew = (/** @type {(keyof TableProps)[]} */ ...names) => !before || names.some((name) => before[name] !== props[name]);
    put(stage.table, { "data-small": small ? "yes" : null });
    put(stage.surface, { "aria-label": props.label });
    keyed(layers.outline, props.outline ?? [], (key) => key, (key) => svg("polygon", { points: corners(LAYOUT, 1), transform: at(key) }), () => {});
    if (isNew("spots", "numbers", "chosen", "glowing", "shaken")) {
      if (!before || !later || before.tiles === props.tiles) drawSpots();
      else later(drawSpots);
    }
    if (isNew("tiles")) keyed(layers.shadows, [...props.tiles.keys()], (key) => key, (key) => put(makeShadow(), { transform: at(key) }), () => {});
    if (isNew("tiles", "waiting", "last")) drawTiles(small);
    keyed(layers.ghost, props.ghost ? [props.ghost] : [], () => "ghost", makeTile, (node, { key, pose }) => {
      drawTile(node, pose, set.hasBee(pose), small);
      put(node, { transform: at(key) });
    });
    keyed(layers.wrong, props.shaken ? [props.shaken] : [], ({ n }) => String(n), ({ key, edges }) =>
      svg("g", { transform: at(key) }, ...edges.map(({ direction }) =>
        svg("g", { transform: `rotate(${-60 * direction})` }, svg("path", { d: WRONG, class: "wrong__halo" }), svg("path", { d: WRONG })))), () => {});
  }

  function drawSpots() {
    keyed(layers.spots, props.spots, (spot) => spot.key, (spot) => put(makeSpot(), { transform: at(spot.key) }), (node, spot) => {
      drawSpot(node, spot, props.numbers.indexOf(spot.key) + 1);
      put(node, {
        "data-chosen": spot.key === props.chosen ? "yes" : null,
        "data-glowing": props.glowing.has(spot.key) ? "yes" : null,
        "data-shaken": spot.key === props.shaken?.key ? props.shaken.n : null,
      });
    });
  }

  /** @param {boolean} small */
  function drawTiles(small) {
    keyed(layers.tiles, [...props.tiles], ([key]) => key, ([key]) => {
      const node = makeTile();
      arrive(node, key);
      return node;
    }, (node, [key, pose]) => {
      drawTile(node, pose, set.hasBee(pose), small);
      put(node, { "data-waiting": props.waiting.has(key) ? "yes" : null, "data-last": key === props.last ? "yes" : null });
    });
  }

  /** @param {TableProps} next */
  function set_(next) {
    const isEmptied = next.tiles.size < props.tiles.size - 1;
    props = next;
    if (isEmptied && view.isSized) view.fit();
    follow(); // first: a tile that comes sets out from where its player is seen after the step
    draw();
  }

  draw();
  return {
    surface: stage.surface,
    camera: view.camera,
    pan: view.pan,
    /** @param {number} factor @param {number} x @param {number} y */
    zoom(factor, x, y) {
      view.zoom(factor, x, y);
      draw();
    },
    touched: steps.touched,
    /** Show all of it. */
    fit: view.fit,
    set: set_,
    /** The spot that a touch means. @param {number} x of the surface @param {number} y */
    spotAt(x, y) {
      const marks = live().map((spot) => {
        const centre = centreOf(LAYOUT, spot);
        return { key: spot.key, ...steps.toScreen(centre.x, centre.y) };
      });
      return aimAt({ x, y }, marks, steps.radius());
    },
    /** Where a cell is in the window. @param {string} key */
    place(key) {
      const { x, y } = centreOf(LAYOUT, cellOf(key));
      const at = view.camera.toScreen(x, y);
      const box = stage.surface.getBoundingClientRect();
      return { x: box.left + at.x, y: box.top + at.y };
    },
    /** A tile that will lie there comes from a place in the window. @param {string} key @param {{x: number, y: number}} from */
    comesFrom(key, from) {
      comings.set(key, { x: from.x - view.size.left, y: from.y - view.size.top });
    },
    get tileWidth() {
      return view.camera.scale * TILE_WIDTH;
    },
    destroy() {
      clearTimeout(waiting);
      life.abort();
      root.replaceChildren();
    },
  };
}
