// Tiles and spots as SVG, by the symbols of skep/laruche/symbols.svg, which the page carries.

import { put, svg } from "../base/dom.js";
import { colorAt, faceOf } from "./fit.js";

/** @typedef {import("./fit.js").Pose} Pose */

export const SMALL_PX = 56; // below this width tiles are drawn simpler
const DIRECTIONS = [0, 1, 2, 3, 4, 5];

/** @param {Pose} pose turned so that red points to the north-east it is its own face @returns {number} in sixths counterclockwise */
const rotationOf = (pose) => (6 - pose.indexOf("R")) % 6;

/** The parts of a tile; `drawTile` gives them a pose. */
export function makeTile() {
  return svg("g", { class: "comb" }, svg("use", { href: "#ruche-base" }), ...DIRECTIONS.map(() => svg("use")), svg("use"));
}

/**
 * @param {Element} node of `makeTile`
 * @param {Pose} pose @param {boolean} isBeeUp @param {boolean} isSmall
 */
export function drawTile(node, pose, isBeeUp, isSmall) {
  const look = `${pose}${isBeeUp ? "+" : "-"}${isSmall ? "s" : ""}`;
  if (node.getAttribute("data-look") === look) return;
  node.setAttribute("data-look", look);
  const kind = isSmall ? "#ruche-small-" : "#ruche-";
  for (const direction of DIRECTIONS) {
    put(node.children[direction + 1], { href: `${kind}${colorAt(pose, direction)}`, transform: `rotate(${-60 * direction})` });
  }
  put(node.children[7], { href: `${kind}${isBeeUp ? "bee" : "blank"}`, transform: `rotate(${-60 * rotationOf(pose)})` });
}

/** A tile by itself. @param {Pose} pose @param {string} name of the tile @param {boolean} isSmall */
export function pictureOf(pose, name, isSmall) {
  const tile = makeTile();
  drawTile(tile, pose, faceOf(pose) === name, isSmall);
  return svg("svg", { class: "comb-picture", viewBox: "-87 -100 174 200", "aria-hidden": "true" }, tile);
}

/** The parts of a spot; `drawSpot` says what it asks for. */
export function makeSpot() {
  return svg("g", { class: "spot" }, svg("use", { class: "spot__ground" }), svg("g", { class: "spot__asks" }), svg("text", { class: "spot__number", y: 13 }));
}

/**
 * What a spot asks for, inside itself.
 * @param {Element} node of `makeSpot`
 * @param {Pick<import("./spots.js").Spot, "wanted"|"isLive">} spot @param {number} number 0: none
 */
export function drawSpot(node, { wanted, isLive }, number) {
  const look = `${isLive}${number}${wanted.map((color) => color ?? ".").join("")}`;
  if (node.getAttribute("data-look") === look) return;
  put(node, { "data-look": look, "data-live": isLive ? "yes" : "no" });
  put(node.children[0], { href: isLive ? "#ruche-spot" : "#ruche-dead" });
  node.children[1].replaceChildren(...(isLive
    ? wanted.flatMap((color, direction) =>
      (color === null ? [] : [svg("use", { href: `#ruche-small-${color}`, transform: `rotate(${-60 * direction})` })]))
    : []));
  node.children[2].textContent = number ? String(number) : "";
}
