// Tiles and spots as SVG, copied from the symbols of skep/laruche/symbols.svg, which the page carries.

import { put, svg, write } from "../base/dom.js";
import { colorAt, faceOf } from "./fit.js";
import { turnShape } from "./turning.js";

/** @typedef {import("./fit.js").Pose} Pose */

export const SMALL_PX = 56; // below this width tiles are drawn simpler
export const DIRECTIONS = [0, 1, 2, 3, 4, 5];

/** @param {Pose} pose turned so that red points to the north-east it is its own face @returns {number} in sixths counterclockwise */
const rotationOf = (pose) => (6 - pose.indexOf("R")) % 6;

/** Symbols, each in the directions that were asked for. @type {Map<string, readonly Element[]>} */
const known = new Map();
const copyOf = (/** @type {Element} */ part) => /** @type {Element} */ (part.cloneNode(true));

/**
 * What a symbol holds, turned. Copies instead of `use`: a page that is slow takes twice as long for the shadow trees.
 * @param {string} name @param {number} [direction] in sixths counterclockwise
 * @returns {Element[]}
 */
export function copied(name, direction = 0) {
  const key = `${name} ${direction}`;
  let parts = known.get(key);
  if (!parts) {
    parts = [...(document.getElementById(name)?.children ?? [])].map(copyOf);
    if (direction) for (const part of parts) turnShape(part, direction);
    known.set(key, parts);
  }
  return parts.map(copyOf);
}

/** A tile; `drawTile` gives it a pose. */
export const makeTile = () => svg("g", { class: "comb" });

/**
 * @param {Element} node of `makeTile`
 * @param {Pose} pose @param {boolean} isBeeUp @param {boolean} isSmall
 */
export function drawTile(node, pose, isBeeUp, isSmall) {
  const look = `${pose}${isBeeUp ? "+" : "-"}${isSmall ? "s" : ""}`;
  if (node.getAttribute("data-look") === look) return;
  node.setAttribute("data-look", look);
  const kind = isSmall ? "ruche-small-" : "ruche-";
  node.replaceChildren(
    ...copied("ruche-base"),
    ...DIRECTIONS.flatMap((direction) => copied(`${kind}${colorAt(pose, direction)}`, direction)),
    ...copied(`${kind}${isBeeUp ? "bee" : "blank"}`, rotationOf(pose)),
  );
}

/** What a tile throws on the table. */
export const makeShadow = () => svg("g", {}, ...copied("ruche-shadow"));

/** A tile by itself. @param {Pose} pose @param {string} name of the tile @param {boolean} isSmall */
export function pictureOf(pose, name, isSmall) {
  const tile = makeTile();
  drawTile(tile, pose, faceOf(pose) === name, isSmall);
  return svg("svg", { class: "comb-picture", viewBox: "-87 -100 174 200", "aria-hidden": "true" }, tile);
}

/** The parts of a spot; `drawSpot` says what it asks for. */
export function makeSpot() {
  return svg("g", { class: "spot" }, svg("g", { class: "spot__ground" }), svg("g", { class: "spot__asks" }), svg("text", { class: "spot__number", y: 13 }));
}

/**
 * What a spot asks for, inside itself.
 * @param {Element} node of `makeSpot`
 * @param {Pick<import("./spots.js").Spot, "wanted"|"isLive">} spot @param {number} number 0: none
 */
export function drawSpot(node, { wanted, isLive }, number) {
  const look = `${isLive}${wanted.map((color) => color ?? ".").join("")}`;
  write(node.children[2], number ? String(number) : "");
  if (node.getAttribute("data-look") === look) return;
  put(node, { "data-look": look, "data-live": isLive ? "yes" : "no" });
  node.children[0].replaceChildren(...copied(isLive ? "ruche-spot" : "ruche-dead"));
  node.children[1].replaceChildren(...(isLive
    ? wanted.flatMap((color, direction) => (color === null ? [] : copied(`ruche-small-${color}`, direction)))
    : []));
}
