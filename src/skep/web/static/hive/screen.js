// What a screen adds to a game by itself: how the board is seen, which move is looked at, what was asked.

import { NO_THOUGHTS, reduceThoughts } from "./thoughts.js";

/** @typedef {import("./game.js").HiveTable} HiveTable */
/** @typedef {{pinned: boolean, gates: boolean, liberties: boolean}} Overlays */
/** @typedef {NonNullable<import("./board/board.js").Props["marks"]>} Marks */
/**
 * @typedef {object} Screen
 * @property {number|null} shown the ply that is looked at; null: the newest
 * @property {Overlays} overlays
 * @property {number} rotation in steps of 60°
 * @property {boolean} isFlipped the other side lies in front
 * @property {boolean} isMirrored
 * @property {{code: string, marks: Marks}|null} why a move was not possible
 * @property {string|null} going the kind of the move that was chosen last
 * @property {import("./premove.js").Premove|null} premove
 * @property {import("./thoughts.js").Thoughts} thoughts
 * @property {import("../net/messages.js").CoachSaid & {ply: number}|null} coach what the coach said, and of which position
 * @property {number} answers how many questions were answered: the board may show more
 */
/**
 * @typedef {{type: "show", ply: number|null} | {type: "rotate"} | {type: "flip"} | {type: "mirror"}
 *   | {type: "overlay", name: string, isOn: boolean} | {type: "why", why: Screen["why"]}
 *   | {type: "going", kind: string} | {type: "premove", premove: Screen["premove"]} | {type: "answered"} | {type: "hint"}
 *   | {type: "coach", coach: Screen["coach"]} | {type: "think", isOn: boolean} | {type: "asked", id: string, ply: number}} ScreenAction
 */

/** @typedef {{table: HiveTable, own: Screen}} HiveState */
/**
 * What the parts of this room may do at their table.
 * @typedef {object} Desk
 * @property {() => HiveState} state
 * @property {(action: ScreenAction) => void} dispatch
 * @property {(command: import("../net/messages.js").Command) => void} command
 * @property {(frame: import("../net/messages.js").ClientFrame) => boolean} send was it sent?
 * @property {(text: string, kind?: string, isPassing?: boolean, link?: {text: string, address: string}) => void} say
 */

/** @type {Screen} */
export const FIRST_SCREEN = Object.freeze({
  shown: null,
  overlays: Object.freeze({ pinned: false, gates: false, liberties: false }),
  rotation: 0,
  isFlipped: false,
  isMirrored: false,
  why: null,
  going: null,
  premove: null,
  thoughts: NO_THOUGHTS,
  coach: null,
  answers: 0,
});

/** @param {number|null} ply @param {number} most */
const clipped = (ply, most) => (ply === null || ply >= most ? null : Math.max(0, ply));

/** @param {Screen} screen @param {any} action @param {HiveTable} table @returns {Screen} */
function acted(screen, action, table) {
  switch (/** @type {ScreenAction["type"]|"do"} */ (action.type)) {
    case "show": {
      const shown = clipped(action.ply, table.drawn.moves.length);
      return shown === screen.shown && !screen.why ? screen : { ...screen, shown, why: null };
    }
    case "do":
      return action.command.kind === "play" ? { ...screen, shown: null } : screen;
    case "rotate":
      return { ...screen, rotation: (screen.rotation + 1) % 6 };
    case "flip":
      return { ...screen, isFlipped: !screen.isFlipped };
    case "mirror":
      return { ...screen, isMirrored: !screen.isMirrored };
    case "overlay":
      return { ...screen, overlays: { ...screen.overlays, [action.name]: action.isOn } };
    case "why":
      return action.why === screen.why ? screen : { ...screen, why: action.why };
    case "going":
      return { ...screen, going: action.kind };
    case "premove":
      return action.premove === screen.premove ? screen : { ...screen, premove: action.premove };
    case "coach":
      return { ...screen, coach: action.coach };
    case "answered":
      return { ...screen, answers: screen.answers + 1 };
    default:
      return screen;
  }
}

/**
 * @param {Screen} screen
 * @param {any} action a `ScreenAction`, or what happened at the table
 * @param {HiveTable} table after it @param {HiveTable} before
 * @returns {Screen}
 */
export function reduceScreen(screen, action, table, before) {
  let next = acted(screen, action, table);
  const thoughts = reduceThoughts(next.thoughts, action);
  if (thoughts !== next.thoughts) next = { ...next, thoughts };
  const most = table.drawn.moves.length;
  if (most !== before.drawn.moves.length) {
    next = { ...next, shown: clipped(next.shown, most), why: null, thoughts: reduceThoughts(next.thoughts, { type: "moved" }) };
  }
  return next;
}
