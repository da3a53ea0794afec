// Does a tile fit a spot, where does it differ, and which way round does it fit best?
//
// The one rule of the game that a page knows, so that a tile can lie before the server has answered. The server decides.
// skep.laruche.fit gives the same answers: the tests hold both to vectors that Python writes.

/** @typedef {"R" | "O" | "Y" | "G" | "B" | "V"} Color */
/** @typedef {string} Pose  a tile as it lies: its six colours clockwise from the north-east edge */
/** @typedef {readonly (Color | null)[]} Wanted  what each edge must show, counterclockwise from the east; null: anything */
/** @typedef {{ direction: number, own: Color, theirs: Color }} Difference */

/** The steps to the six neighbours, counterclockwise from the east. */
const STEPS = [[1, 0], [1, -1], [0, -1], [-1, 0], [-1, 1], [0, 1]];

/** From the smallest turn to the greatest, clockwise first: in sixths counterclockwise. */
const TURNS = [0, 5, 1, 4, 2, 3];

/** The colour that a tile shows in a direction. @param {Pose} pose @param {number} direction @returns {Color} */
export const colorAt = (pose, direction) => /** @type {Color} */ (pose[(7 - direction) % 6]);

/** The same face, turned counterclockwise. @param {Pose} pose @param {number} sixths @returns {Pose} */
export function turned(pose, sixths) {
  const by = ((sixths % 6) + 6) % 6;
  return pose.slice(by) + pose.slice(0, by);
}

/** The other face, turned over about the axis from north-east to south-west. @param {Pose} pose @returns {Pose} */
export const flipped = (pose) => pose[0] + [...pose.slice(1)].reverse().join("");

/** A face whatever its rotation: read from red. A tile is named by its bee face. @param {Pose} pose @returns {string} */
export const faceOf = (pose) => turned(pose, pose.indexOf("R"));

/** Does this pose show the bee of the tile with that name? @param {Pose} pose @param {string} tile @returns {boolean} */
export const hasBee = (pose, tile) => faceOf(pose) === tile;

/** A tile whatever its face and rotation, for sets of tiles. @param {Pose} pose @returns {string} */
export function tileOf(pose) {
  const [one, other] = [faceOf(pose), faceOf(flipped(pose))];
  return one < other ? one : other;
}

/** The key of a cell in a table. @param {number} q @param {number} r */
export const cellKey = (q, r) => `${q},${r}`;

/**
 * What the tiles around a cell ask of its six edges.
 * @param {ReadonlyMap<string, Pose>} table poses by cellKey
 * @param {number} q
 * @param {number} r
 * @returns {(Color | null)[]}
 */
export function wantedAt(table, q, r) {
  return STEPS.map(([dq, dr], direction) => {
    const neighbour = table.get(cellKey(q + dq, r + dr));
    return neighbour === undefined ? null : colorAt(neighbour, (direction + 3) % 6);
  });
}

/** How many tiles a spot touches. @param {Wanted} wanted */
export const contacts = (wanted) => wanted.filter((color) => color !== null).length;

/** Does a spot ask for one colour twice? No tile will ever lie there. @param {Wanted} wanted */
export const isDead = (wanted) => new Set(wanted.filter((color) => color !== null)).size < contacts(wanted);

/**
 * The edges at which a tile shows another colour than is asked for; none if it fits.
 * @param {Pose} pose
 * @param {Wanted} wanted
 * @returns {Difference[]}
 */
export function differences(pose, wanted) {
  return wanted.flatMap((theirs, direction) => {
    const own = colorAt(pose, direction);
    return theirs === null || theirs === own ? [] : [{ direction, own, theirs }];
  });
}

/** @param {Pose} pose @param {Wanted} wanted */
export const fits = (pose, wanted) => differences(pose, wanted).length === 0;

/** May a tile be laid so in play? @param {ReadonlyMap<string, Pose>} table @param {number} q @param {number} r @param {Pose} pose */
export function canLay(table, q, r, pose) {
  const wanted = wantedAt(table, q, r);
  return !table.has(cellKey(q, r)) && contacts(wanted) >= 2 && fits(pose, wanted);
}

/**
 * The rotation of the face held that matches most of the edges asked for, whether it fits or not. Of several it is the one
 * with the smallest turn from how the tile is held, and of two turns alike the clockwise one.
 * @param {Pose} held
 * @param {Wanted} wanted
 * @returns {Pose}
 */
export function bestTurn(held, wanted) {
  let best = held;
  let fewest = 7;
  for (const sixths of TURNS) {
    const pose = turned(held, sixths);
    const count = differences(pose, wanted).length;
    if (count < fewest) [best, fewest] = [pose, count];
  }
  return best;
}
