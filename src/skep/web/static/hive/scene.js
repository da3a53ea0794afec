// From a line of moves and what the server said about it to the state of a board.

import { fullReserve } from "./position.js";

/** @typedef {import("../net/messages.js").Look} Look */
/** @typedef {import("../net/messages.js").PlayedWay} PlayedWay */

/** How a move went, if the look at the position before it is known. @param {Look|null} before @param {string} move */
function wayIn(before, move) {
  const way = before?.ways.find((one) => one.move === move);
  return way ? { kind: way.kind, path: way.path ?? [], thrower: way.by ?? null } : null;
}

/**
 * @param {{line: import("./looks.js").Line, ply: number, way?: PlayedWay|null,
 *          boards: ReturnType<typeof import("./position.js").createBoards>,
 *          looks: ReturnType<typeof import("./looks.js").createLooks>}} source `way`: of the last move of the line
 */
export function sceneAt({ line, ply, boards, looks, way = null }) {
  const board = boards.at(line.moves, ply);
  const lookAt = (/** @type {number} */ at) => looks.get({ ...line, moves: line.moves.slice(0, at) });
  const look = lookAt(ply);
  const inPlay = new Set(board.pieces.map((piece) => piece.id));
  const rest = (/** @type {"w"|"b"} */ color) =>
    fullReserve(line.game_type, color).filter((id) => !inPlay.has(id));
  const { last } = board;
  const went = last && ((ply === line.moves.length ? way : null) ?? wayIn(lookAt(ply - 1), last.move));
  return {
    pieces: board.pieces,
    reserves: { w: rest("w"), b: rest("b") },
    turn: /** @type {"w"|"b"} */ (ply % 2 ? "b" : "w"),
    last: last && {
      ...last,
      path: (went?.path ?? []).map(([q, r]) => ({ q, r })),
      kind: went?.kind ?? "slide",
      by: went?.thrower ?? null,
    },
    pinned: look?.pinned ?? [],
    gates: look?.gates ?? [],
  };
}
