// The sixty tiles, as the server names them: which face has the bee, and which tiles are not on the table yet.

import { faceOf, fits, flipped, tileOf, turned } from "./fit.js";

/** @typedef {import("./fit.js").Pose} Pose */
/** @typedef {import("./fit.js").Wanted} Wanted */
/** @typedef {ReturnType<typeof createTileSet>} TileSet */

/** The colours in the order in which they are told. */
export const COLORS = /** @type {const} */ (["R", "O", "Y", "G", "B", "V"]);

/** @param {readonly string[]} names each tile by its bee face, read from red */
export function createTileSet(names) {
  /** @type {ReadonlyMap<string, string>} */
  const named = new Map(names.map((name) => [tileOf(name), name]));

  /** The name of the tile that lies so; a pose of no known tile is its own name. @param {Pose} pose */
  const nameOf = (pose) => named.get(tileOf(pose)) ?? faceOf(pose);

  return {
    nameOf,
    /** @param {Pose} pose */
    hasBee: (pose) => faceOf(pose) === nameOf(pose),
    /**
     * Is there a tile that fits and does not lie yet? Who plays a short deal cannot know which tiles stay out.
     * @param {Wanted} wanted @param {ReadonlySet<string>} laid names
     */
    isOpen(wanted, laid) {
      return names.some((name) => !laid.has(name) && canFit(name, wanted));
    },
  };
}

/** Does a tile fit somehow, by either face? @param {Pose} pose @param {Wanted} wanted */
export function canFit(pose, wanted) {
  for (const face of [pose, flipped(pose)]) {
    for (let sixths = 0; sixths < 6; sixths += 1) if (fits(turned(face, sixths), wanted)) return true;
  }
  return false;
}
