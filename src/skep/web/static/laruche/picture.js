// A table as a file that stands by itself.

import { svg } from "../base/dom.js";
import { cellOf, boxAround, centreOf } from "../hexes/geometry.js";
import { drawTile, makeTile } from "./drawing.js";
import { EDGE, LAYOUT } from "./framing.js";

/**
 * @param {ReadonlyMap<string, string>} table poses by cell
 * @param {import("./tiles.js").TileSet} set @param {string} title
 * @returns {Blob}
 */
export function tablePicture(table, set, title) {
  const cells = [...table.keys()].map(cellOf);
  const box = boxAround(LAYOUT, cells.length ? cells : [{ q: 0, r: 0 }], EDGE);
  const tiles = [...table].map(([key, pose]) => {
    const tile = makeTile();
    drawTile(tile, pose, set.hasBee(pose), false);
    const { x, y } = centreOf(LAYOUT, cellOf(key));
    tile.setAttribute("transform", `translate(${x.toFixed(1)} ${y.toFixed(1)})`);
    return tile;
  });
  const [width, height] = [box.right - box.left, box.bottom - box.top];
  const picture = svg("svg", {
    xmlns: "http://www.w3.org/2000/svg",
    viewBox: `${box.left.toFixed(1)} ${box.top.toFixed(1)} ${width.toFixed(1)} ${height.toFixed(1)}`,
    width: Math.round(width / 2),
    height: Math.round(height / 2),
  }, svg("title", {}, title), ...tiles);
  return new Blob([new XMLSerializer().serializeToString(picture)], { type: "image/svg+xml" });
}
