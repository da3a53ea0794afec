// From a line of moves and what the server said about it to the state of a board.

import { fullReserve } from "./position.js";

/** @param {import("../net/messages.js").Way} way @returns {import("./board/board.js").Target} */
function targetOf(way) {
  const cell = (/** @type {[number, number]} */ [q, r]) => ({ q, r });
  return {
    piece: way.piece,
    to: cell(way.to),
    kind: way.kind,
    path: (way.path ?? []).map(cell),
    by: way.by ?? null,
    move: way.move,
  };
}

/** @type {WeakMap<object, import("./board/board.js").Target[]>} */
const targetsByLook = new WeakMap();

/** @param {import("../net/messages.js").Look|null} look @returns {readonly import("./board/board.js").Target[]} */
export function targetsOf(look) {
  if (!look) return [];
  let targets = targetsByLook.get(look);
  if (!targets) {
    targets = look.ways.map(targetOf);
    targetsByLook.set(look, targets);
  }
  return targets;
}

/**
 * @param {{line: {game_type: string, opening_queen: string, moves: readonly string[]}, ply: number,
 *          boards: ReturnType<typeof import("./position.js").createBoards>,
 *          looks: ReturnType<typeof import("./looks.js").createLooks>}} source
 */
export function sceneAt({ line, ply, boards, looks }) {
  const board = boards.at(line.moves, ply);
  const here = { ...line, moves: line.moves.slice(0, ply) };
  const look = looks.get(here);
  const inPlay = new Set(board.pieces.map((piece) => piece.id));
  const rest = (/** @type {"w"|"b"} */ color) =>
    fullReserve(line.game_type, color).filter((id) => !inPlay.has(id));
  let last = null;
  if (board.last) {
    const before = ply > 0 ? looks.get({ ...line, moves: line.moves.slice(0, ply - 1) }) : null;
    const way = targetsOf(before).find((target) => target.move === board.last?.move);
    last = { ...board.last, path: way?.path ?? [], kind: way?.kind ?? "slide", by: way?.by ?? null };
  }
  return {
    look,
    pieces: board.pieces,
    reserves: { w: rest("w"), b: rest("b") },
    turn: /** @type {"w"|"b"} */ (ply % 2 ? "b" : "w"),
    last,
    pinned: look?.pinned ?? [],
    gates: look?.gates ?? [],
    queenDue: look?.queen_due ?? false,
  };
}
