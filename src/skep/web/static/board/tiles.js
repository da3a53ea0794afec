// One tile as SVG nodes. The drawings come from the symbols of the package; themes are only CSS.

import { put, svg } from "../base/dom.js";
import { SYMBOLS } from "./words.js";

/** How much higher the next tile of a stack lies, and the tallest a stack is drawn. */
export const LEVEL = 17;

/** @param {number} level */
export const liftOf = (level) => Math.min(level * LEVEL, 68);

/**
 * @param {string} art where the symbols are: `#skep-` when they stand in the page
 * @param {string} name @param {number} size @param {string} className
 */
function use(art, name, size, className) {
  return svg("use", {
    href: `${art}${name}`,
    x: -size / 2,
    y: -size / 2,
    width: size,
    height: size,
    class: className,
  });
}

/**
 * @param {string} art
 * @param {string} id
 * @returns {SVGElement}
 */
export function makeTile(art, id) {
  const side = id[0] === "w" ? "white" : "black";
  const symbol = SYMBOLS[/** @type {keyof typeof SYMBOLS} */ (id[1])];
  const body = svg(
    "g",
    { class: "tile__body" },
    use(art, `tile-${side}`, 200, "tile__rim"),
    use(art, `tile-${side}`, 200, "tile__face"),
    side === "black" ? use(art, "edge-black", 200, "tile__edge") : null,
  );
  return svg(
    "g",
    { class: `tile tile--${side}`, "data-bug": id[1], "aria-hidden": "true" },
    svg("g", { class: "tile__shade" }, use(art, `tile-${side}`, 200, "tile__shadow")),
    body,
    svg("g", { class: "tile__bug" }, use(art, symbol, 132, "tile__drawing")),
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
  const turn = orientation === "flat" ? "rotate(30)" : null;
  put(tile.children[0], { transform: turn });
  put(tile.children[1], { transform: turn });
  put(tile.children[2], {
    transform: label ? "translate(0 -12) scale(.86)" : null,
  });
  const text = tile.children[3];
  if (text.textContent !== label) text.textContent = label;
}

/** A tile in an SVG of its own, for reserves, move lists and the piece under a finger. */
export function looseTile(/** @type {string} */ art, /** @type {string} */ id) {
  return svg(
    "svg",
    { viewBox: "-104 -104 208 222", class: "loose-tile", "aria-hidden": "true" },
    makeTile(art, id),
  );
}
