// The sixty tiles, as the server names them: which face has the bee, and which tiles are not on the table yet.

import { faceOf, flipped, tileOf } from "./fit.js";

/** @typedef {import("./fit.js").Pose} Pose */
/** @typedef {import("./fit.js").Wanted} Wanted */
/** @typedef {ReturnType<typeof createTileSet>} TileSet */

/** The colours in the order in which they are told. */
export const COLORS = /** @type {const} */ (["R", "O", "Y", "G", "B", "V"]);

/** @param {readonly string[]} names each tile by its bee face, read from red */
export function createTileSet(names) {
  /** @type {ReadonlyMap<string, string>} */
  const named = new Map(names.map((name) => [tileOf(name), name]));
  const faces = names.map((name) => ({ name, front: name, back: flipped(name) }));
  /** All of a table is looked at with every tile that is laid. @type {Map<Pose, string>} */
  const known = new Map();

  /** The name of the tile that lies so; a pose of no known tile is its own name. @param {Pose} pose */
  function nameOf(pose) {
    let name = known.get(pose);
    if (name === undefined) {
      name = named.get(tileOf(pose)) ?? faceOf(pose);
      known.set(pose, name);
    }
    return name;
  }

  return {
    nameOf,
    /** @param {Pose} pose */
    hasBee: (pose) => faceOf(pose) === nameOf(pose),
    /**
     * Is there a tile that fits and does not lie yet? Who plays a short deal cannot know which tiles stay out.
     * @param {Wanted} wanted @param {ReadonlySet<string>} laid names
     */
    isOpen(wanted, laid) {
      return faces.some(({ name, front, back }) => !laid.has(name) && (canTurnTo(front, wanted) || canTurnTo(back, wanted)));
    },
  };
}

/** Does a tile fit somehow, by either face? @param {Pose} pose @param {Wanted} wanted */
export function canFit(pose, wanted) {
  return canTurnTo(pose, wanted) || canTurnTo(flipped(pose), wanted);
}

/**
 * Every colour is on a tile once: the first that is asked for tells the one turn that can fit. A table has some thirty spots
 * and is looked at with sixty tiles after every tile that is laid, so this is not tried turn by turn.
 * @param {Pose} face @param {Wanted} wanted
 */
export function canTurnTo(face, wanted) {
  const first = wanted.findIndex((color) => color !== null);
  if (first < 0) return true;
  const by = face.indexOf(/** @type {string} */ (wanted[first])) - placeOf(first) + 6;
  return wanted.every((color, direction) => color === null || face[(placeOf(direction) + by) % 6] === color);
}

/** Where a pose names the colour of a direction. @param {number} direction */
const placeOf = (direction) => (7 - direction) % 6;
