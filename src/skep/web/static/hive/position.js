// Where the pieces lie after a line of moves. Reading notation is geometry, not rules.

const STEPS = { E: [1, 0], NE: [1, -1], NW: [0, -1], W: [-1, 0], SW: [-1, 1], SE: [0, 1] };
const COUNTS = { Q: 1, S: 2, B: 2, G: 3, A: 3, M: 1, L: 1, P: 1 };

/** @typedef {{q: number, r: number}} Cell */
/** @typedef {{id: string, q: number, r: number, level: number}} Placed */
/** @typedef {{pieces: readonly Placed[], last: {piece: string, from: Cell|null, to: Cell|null, move: string}|null}} Board */

/** All pieces of a set. @param {string} gameType @param {string} color */
export function fullReserve(gameType, color) {
  const extra = gameType.split("+")[1] ?? "";
  const ids = [];
  for (const [bug, count] of Object.entries(COUNTS)) {
    if ("MLP".includes(bug) && !extra.includes(bug)) continue;
    for (let n = 1; n <= count; n += 1) ids.push(`${color}${bug}${count > 1 ? n : ""}`);
  }
  return ids;
}

/**
 * A move as the server writes it.
 * @param {string} text
 * @returns {{piece: string, reference: string, step: number[]|null}|null} null for a pass
 */
export function readMove(text) {
  if (text === "pass") return null;
  const [piece, where] = text.split(" ");
  if (!where) return { piece, reference: "", step: null };
  const first = where[0];
  const end = where[where.length - 1];
  if (first === "-") return { piece, reference: where.slice(1), step: STEPS.W };
  if (first === "/") return { piece, reference: where.slice(1), step: STEPS.SW };
  if (first === "\\") return { piece, reference: where.slice(1), step: STEPS.NW };
  if (end === "-") return { piece, reference: where.slice(0, -1), step: STEPS.E };
  if (end === "/") return { piece, reference: where.slice(0, -1), step: STEPS.NE };
  if (end === "\\") return { piece, reference: where.slice(0, -1), step: STEPS.SE };
  return { piece, reference: where, step: null };
}

// In which order the neighbours of a cell are looked at for a reference, and how the way from each is written.
/** @type {[number, number, string, string][]} */
const REFERENCES = [
  [0, -1, "", "\\"],
  [1, -1, "/", ""],
  [1, 0, "-", ""],
  [0, 1, "\\", ""],
  [-1, 1, "", "/"],
  [-1, 0, "", "-"],
];

/**
 * A move as the server writes it: beside the first occupied neighbour from the north-west clockwise, or on top.
 * @param {readonly Placed[]} pieces @param {string} piece @param {Cell} to
 */
export function writeMove(pieces, piece, to) {
  const topAt = (/** @type {number} */ q, /** @type {number} */ r) => {
    const stack = pieces.filter((one) => one.q === q && one.r === r && one.id !== piece);
    return stack.sort((a, b) => b.level - a.level)[0]?.id;
  };
  const under = topAt(to.q, to.r);
  if (under) return `${piece} ${under}`;
  for (const [dq, dr, before, after] of REFERENCES) {
    const near = topAt(to.q + dq, to.r + dr);
    if (near) return `${piece} ${before}${near}${after}`;
  }
  return piece;
}

/** @type {Board} */
export const EMPTY = Object.freeze({ pieces: Object.freeze([]), last: null });

/** @param {Board} board @param {string} text @returns {Board} */
export function play(board, text) {
  const move = readMove(text);
  if (!move) return { pieces: board.pieces, last: { piece: "", from: null, to: null, move: text } };
  const old = board.pieces.find((piece) => piece.id === move.piece);
  const near = board.pieces.find((piece) => piece.id === move.reference);
  const to = near
    ? { q: near.q + (move.step?.[0] ?? 0), r: near.r + (move.step?.[1] ?? 0) }
    : { q: 0, r: 0 };
  const rest = board.pieces.filter((piece) => piece !== old);
  const level = rest.filter((piece) => piece.q === to.q && piece.r === to.r).length;
  return {
    pieces: [...rest, { id: move.piece, ...to, level }],
    last: { piece: move.piece, from: old ? { q: old.q, r: old.r } : null, to, move: text },
  };
}

/** Does a move bring a new piece? @param {Board} board before it @param {string} text */
export function isPlacement({ pieces }, text) {
  const move = readMove(text);
  return move !== null && !pieces.some((piece) => piece.id === move.piece);
}

/** The boards after each ply, remembered by the line they belong to. */
export function createBoards() {
  /** @type {string[]} */
  let line = [];
  /** @type {Board[]} */
  let boards = [EMPTY];
  return {
    /** @param {readonly string[]} moves @param {number} ply @returns {Board} */
    at(moves, ply) {
      let same = 0;
      while (same < line.length && same < moves.length && line[same] === moves[same]) same += 1;
      if (same < line.length) {
        line = line.slice(0, same);
        boards = boards.slice(0, same + 1);
      }
      while (line.length < ply && line.length < moves.length) {
        const text = moves[line.length];
        boards.push(play(boards[line.length], text));
        line.push(text);
      }
      return boards[Math.min(ply, boards.length - 1)];
    },
  };
}
