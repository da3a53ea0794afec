// From the state of a live game to what its board shows.

import { t } from "../base/i18n.js";
import { isStill, preferences } from "../base/preferences.js";
import { choicesAhead, choicesNow } from "./choices.js";
import { bestOnBoard } from "./evaluation.js";
import { isHotseat, isLive, isTheirTurn, optionsOf, ownColor, pendingMove } from "./game.js";
import { rowLook } from "./rows.js";
import { sceneAt } from "./scene.js";
import { thoughtAbout } from "./thoughts.js";

/** @typedef {import("./screen.js").HiveState} HiveState */
/** @typedef {import("./board/board.js").Props} Props */
/**
 * @typedef {object} Sources
 * @property {ReturnType<typeof import("./position.js").createBoards>} boards
 * @property {ReturnType<typeof import("./looks.js").createLooks>} looks
 */

/** How the reader wants every board to look. */
export function preferredLook() {
  const { labels, cells } = preferences();
  return {
    labels: labels ?? "numbers",
    orientation: /** @type {"pointy"|"flat"} */ (cells === "flat" ? "flat" : "pointy"),
    still: isStill(),
  };
}

/**
 * How a board is seen. @param {{rotation: number, isMirrored: boolean}} [own] as a screen has turned it
 * @returns {import("./words.js").Layout}
 */
export const layoutOf = ({ rotation, isMirrored } = { rotation: 0, isMirrored: false }) => ({ orientation: preferredLook().orientation, rotation, mirror: isMirrored });

/** May a move be chosen for later now? @param {HiveState} state */
export const isAhead = ({ table, own }) =>
  own.shown === null && !pendingMove(table) && isTheirTurn(table) && preferences().premove !== "no";

/** @param {HiveState} state @param {Sources} sources @returns {Props} */
export function boardProps(state, { boards, looks }) {
  const { table, own } = state;
  const { moves, way } = table.drawn;
  const ply = own.shown ?? moves.length;
  const isNewest = own.shown === null;
  const scene = sceneAt({ line: { ...optionsOf(table.game), moves }, ply, boards, looks, way });
  const pending = isNewest ? pendingMove(table) : null;
  const now = isNewest ? choicesNow(table) : null;
  const ahead = isAhead(state) ? choicesAhead(table) : null;
  const wantsThought = isNewest && (own.thoughts.isHint || own.thoughts.isAlways);
  /** @type {Props} */
  const props = {
    pieces: scene.pieces,
    reserves: scene.reserves,
    targets: now?.targets ?? [],
    active: now !== null,
    turn: scene.turn,
    own: ownColor(table, own.isFlipped),
    last: pending && scene.last ? { ...scene.last, path: null, kind: own.going ?? "slide" } : scene.last,
    pending: pending?.split(" ")[0] ?? null,
    pinned: now?.pinned ?? ahead?.pinned ?? scene.pinned,
    throwers: now?.throwers,
    gates: scene.gates,
    overlays: own.overlays,
    marks: own.why?.marks ?? (isNewest ? coachMarks(own.coach, scene.pieces, ply) : null),
    ...bestOnBoard(wantsThought ? thoughtAbout(own.thoughts, ply) : null, scene),
    queenDue: now?.queenDue ?? false,
    rotation: own.rotation,
    mirror: own.isMirrored,
    confirm: preferences().confirm === "yes",
    ...preferredLook(),
  };
  return ahead ? { ...props, ...aheadProps(props, ahead.targets, own.premove) } : props;
}

/** The bug that the coach speaks of. @param {HiveState["own"]["coach"]} coach @param {Props["pieces"]} pieces @param {number} ply @returns {Props["marks"]} */
function coachMarks(coach, pieces, ply) {
  const named = coach?.ply === ply ? pieces.find(({ id }) => id === coach.remark?.facts.piece) : undefined;
  return named ? { bad: [named] } : null;
}

/**
 * @param {Props} props @param {Props["targets"]} targets @param {import("./premove.js").Premove|null} premove
 * @returns {Partial<Props>}
 */
function aheadProps(props, targets, premove) {
  const from = premove && props.pieces.find((piece) => piece.id === premove.piece);
  const arrows = premove && from
    ? [...(props.arrows ?? []), { from, to: premove.to, kind: "premove" }]
    : props.arrows;
  return { targets, active: true, ahead: true, confirm: false, arrows, ghost: premove };
}

/** The cells that the page speaks of. @param {Props} props @returns {import("./position.js").Cell[]} */
export function namedCells({ marks, arrows = [], ghost }) {
  const { bad = [], gate = [], parts = [], free = [], able = [] } = marks ?? {};
  return [...bad, ...gate, ...parts.flat(), ...free, ...able, ...arrows.flatMap(({ from, to }) => [from, to]), ...(ghost ? [ghost.to] : [])];
}

/** What the list of moves shows. @param {HiveState} state */
export function movesProps({ table, own }) {
  const { moves } = table.drawn;
  return { moves, shown: own.shown ?? moves.length, look: rowLook(layoutOf(own)) };
}

/** Whose seat lies in front of or beyond the board, and what is said there. @param {HiveState} state @param {boolean} isFront */
export function placeProps({ table, own }, isFront) {
  const front = ownColor(table, own.isFlipped) === "w" ? 0 : 1;
  const seat = isFront ? front : 1 - front;
  const label = seat === 0 ? t("White") : t("Black");
  const isTurn = isLive(table) && table.drawn.moves.length % 2 === seat;
  const isEngine = table.game.seats[seat].who === "engine";
  return {
    seat,
    label,
    mark: seat === 0 ? "w" : "b",
    name: isHotseat(table) ? label : null,
    free: seat === 0 ? t("White: free seat") : t("Black: free seat"),
    isOwn: isFront && table.you.includes(seat),
    isTurn,
    doing: isTurn ? (isEngine ? t("thinks…") : t("to move")) : "",
    clock: table.confirmed.status.clock ?? null,
  };
}
