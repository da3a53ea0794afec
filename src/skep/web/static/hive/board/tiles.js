// One tile as SVG nodes. The drawings come from the symbols of the package; themes are only CSS.

import { put, svg, write } from "../../base/dom.js";
import { SYMBOLS } from "../words.js";

/** How much higher the next tile of a stack lies, and the tallest a stack is drawn. */
export const LEVEL = 17;

/** @param {number} level */
export const liftOf = (level) => Math.min(level * LEVEL, 68);

/**
 * A drawing of the package. It is copied out of the page: a browser styles a copy in half the time of a
 * reference. Where the drawings are in another file, a reference has to do.
 * @param {string} art where the symbols are: `#skep-` when they stand in the page
 * @param {string} name @param {number} size @param {string} className
 */
function drawing(art, name, size, className) {
  const symbol = art.startsWith("#") ? document.getElementById(art.slice(1) + name) : null;
  if (!symbol) {
    const half = -size / 2;
    return svg("use", { href: art + name, x: half, y: half, width: size, height: size, class: className });
  }
  const shapes = [...symbol.children].map((shape) => /** @type {SVGElement} */ (shape.cloneNode(true)));
  const scale = size / Number(symbol.getAttribute("viewBox")?.split(" ")[2] ?? size);
  if (shapes.length === 1 && scale === 1) return put(shapes[0], { class: className });
  return svg("g", { class: className, transform: scale === 1 ? null : `scale(${scale})` }, ...shapes);
}

/**
 * Move a hexagon by changing its path. Where it is always drawn beside the middle, a transform of its own
 * would be one more thing for the browser to keep track of in every frame, for every tile.
 * @param {SVGElement} hex @param {number} dx @param {number} dy
 */
function shifted(hex, dx, dy) {
  const path = hex.getAttribute("d")?.replace(/(-?[\d.]+) (-?[\d.]+)/g, (_, x, y) => `${Number(x) + dx} ${Number(y) + dy}`);
  return put(hex, path ? { d: path } : { transform: `translate(${dx} ${dy})` });
}

/**
 * @param {string} art
 * @param {string} id
 * @returns {SVGElement}
 */
export function makeTile(art, id) {
  const side = id[0] === "w" ? "white" : "black";
  const symbol = SYMBOLS[/** @type {keyof typeof SYMBOLS} */ (id[1])];
  const hex = (/** @type {string} */ className) => drawing(art, `tile-${side}`, 200, className);
  return svg(
    "g",
    { class: `tile tile--${side}`, "data-bug": id[1], "aria-hidden": "true" },
    shifted(hex("tile__shadow"), 3, 20),
    shifted(hex("tile__rim"), 0, 13),
    hex("tile__face"),
    side === "black" ? drawing(art, "edge-black", 200, "tile__edge") : null,
    put(drawing(art, symbol, 132, "tile__drawing"), { fill: `var(--bug-${id[1].toLowerCase()})` }),
    svg("text", { class: "tile__label", y: 72 }),
  );
}

/** @param {string} id @param {string} labels */
export function labelOf(id, labels) {
  if (labels === "none") return "";
  return labels === "names" ? id : id.slice(2);
}

/** @param {Element} tile @param {string} label @param {string} orientation */
export function dressTile(tile, label, orientation) {
  put(tile, { "data-flat": orientation === "flat", "data-labelled": label !== "" });
  write(tile.lastElementChild, label);
}

/** What a loose tile measures in units of the board. */
export const LOOSE_SIZE = 208;

/** A tile in an SVG of its own, for reserves, move lists and the piece under a finger. */
export function looseTile(/** @type {string} */ art, /** @type {string} */ id) {
  return svg(
    "svg",
    { viewBox: "-104 -104 208 222", class: "loose-tile", "aria-hidden": "true" },
    makeTile(art, id),
  );
}
