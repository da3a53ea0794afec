// "Why not?": rule codes with their facts, made into a sentence and into marks on the board.

import { t } from "../base/i18n.js";
import { bugName, colorName, pieceName } from "./words.js";

/** @typedef {{code: string, params: any}} Reason */
/** @typedef {{q: number, r: number}} Cell */

const capital = (/** @type {string} */ text) => text.charAt(0).toUpperCase() + text.slice(1);
const list = (/** @type {string[]} */ ids) => (ids ?? []).map(pieceName).join(", ");

/**
 * @param {Reason} reason
 * @param {{isNew?: boolean, throws?: readonly string[]}} [about] `isNew`: it comes from the reserve; `throws`: what the
 *   piece can throw, though it may not go there itself
 * @returns {string}
 */
export function whySentence(reason, { isNew = false, throws = [] } = {}) {
  const { code, params: p } = reason;
  const piece = p.piece ? pieceName(p.piece) : "";
  const color = p.color ? colorName(p.color) : "";
  const words = capital(sentence(code, p, piece, color, isNew));
  return throws.length ? `${words} ${t("But it can throw: choose {pieces}.", { pieces: list([...throws]) })}` : words;
}

/** @param {string} code @param {any} p @param {string} piece @param {string} color @param {boolean} isNew */
function sentence(code, p, piece, color, isNew) {
  switch (code) {
    case "GAME_OVER":
      return t("the game is over.");
    case "CANNOT_PASS":
      return t("there is a legal move, so {color} cannot pass.", { color });
    case "NOT_IN_SET":
      return t("this game is played without that bug.");
    case "NOT_YOUR_TURN":
      return t("it is {color}'s turn.", { color });
    case "QUEEN_BY_FOURTH":
      return t("fourth turn: {color} has to place the queen now.", { color });
    case "QUEEN_NOT_PLACED":
      return t("{color}'s pieces stay where they are until the queen is in play.", { color });
    case "NOT_IN_RESERVE":
      return t("{piece} is in play already.", { piece });
    case "NUMBER_ORDER":
      return t("{next} comes first.", { next: pieceName(p.next) });
    case "QUEEN_ON_FIRST_TURN":
      return t("in this game the queen cannot be the first piece.");
    case "FIRST_AT_ORIGIN":
      return t("the first piece goes into the middle.");
    case "TOUCHES_ENEMY":
      return t("a new piece may touch its own colour only; here is {enemies}.", { enemies: list(p.enemies) });
    case "TOUCHES_NO_FRIEND":
      return t("a new piece has to touch one of its own colour.");
    case "NOT_IN_PLAY":
      return t("{piece} is not in play yet.", { piece });
    case "SAME_CELL":
      return t("{piece} is there already.", { piece });
    case "COVERED":
      return t("{cover} sits on top of it.", { cover: pieceName(p.cover) });
    case "JUST_MOVED":
      return t("{piece} was moved a moment ago and rests for a turn.", { piece });
    case "ONE_HIVE":
      return t("without {piece} the hive falls apart.", { piece });
    case "TOUCHES_NOTHING":
      return t("{piece} would leave the hive there.", { piece });
    case "CELL_OCCUPIED":
      if (isNew) return t("a new piece needs an empty cell, and {occupant} is there.", { occupant: pieceName(p.occupant) });
      return t("{piece} cannot climb, and {occupant} is there.", { piece, occupant: pieceName(p.occupant) });
    case "GATE":
      return t("{piece} does not fit between {left} and {right}.", { piece, left: pieceName(p.left), right: pieceName(p.right) });
    case "LOST_CONTACT":
      return t("{piece} would lose touch with the hive on the way.", { piece });
    case "NO_WAY":
      return t("no way leads {piece} there: the hive closes it off.", { piece });
    case "ONE_STEP":
      return t("{piece} goes one step at a time.", { piece, bug: p.bug ? bugName(p.bug) : "" });
    case "NOT_THREE_STEPS":
      return t("a spider goes exactly three steps; this takes {steps}.", { steps: p.steps });
    case "NOT_STRAIGHT":
      return t("a grasshopper jumps in a straight line.");
    case "NOTHING_TO_JUMP":
      return t("a grasshopper jumps over at least one piece.");
    case "GAP_IN_LINE":
      return t("a grasshopper lands on the first empty cell of its line.");
    case "LADYBUG_STEPS":
      return t("a ladybug takes two steps on top of the hive, then one down.");
    case "MOSQUITO_ONLY_MOSQUITOES":
      return t("{piece} touches nothing that it could copy.", { piece });
    case "THROWER_COVERED":
      return t("{thrower} cannot throw with {cover} on top.", { thrower: pieceName(p.thrower), cover: pieceName(p.cover) });
    case "THROWER_JUST_MOVED":
      return t("{thrower} was moved a moment ago and cannot throw.", { thrower: pieceName(p.thrower) });
    case "THROW_OF_STACK":
      return t("only a piece that lies alone can be thrown.");
    case "THROW_TOO_FAR":
      return t("{thrower} throws to a cell beside itself.", { thrower: pieceName(p.thrower) });
    default:
      return t("that is not allowed here.");
  }
}

/**
 * What the board shows for it: the two stacks of a gate, the parts that would fall apart.
 * @param {Reason} reason
 * @param {Cell|null} to
 * @param {readonly {id: string, q: number, r: number}[]} pieces
 * @param {string} [asked] the piece that was lifted
 * @param {readonly string[]} [throws] what it can throw
 * @returns {NonNullable<import("./board/board.js").Props["marks"]>}
 */
export function whyMarks(reason, to, pieces, asked, throws = []) {
  const { code, params: p } = reason;
  const cell = (/** @type {string} */ id) => pieces.find((one) => one.id === id);
  const cells = (/** @type {string[]} */ ids) =>
    ids.map(cell).filter((one) => one !== undefined).map((one) => ({ q: one.q, r: one.r }));
  const pair = (/** @type {number[]} */ [q, r]) => ({ q, r });
  const bad = to ? [to] : [];
  const able = cells([...throws]);
  if (code === "ONE_HIVE" && p.parts) {
    return { bad, able, parts: p.parts.map((/** @type {number[][]} */ part) => part.map(pair)) };
  }
  if (code === "GATE") return { bad, able, gate: cells([p.left, p.right]) };
  if (code === "TOUCHES_ENEMY") return { bad, gate: cells(p.enemies) };
  if (code === "COVERED") return { bad, gate: cells([p.cover]) };
  if (p.thrower) return { bad, gate: cells([p.thrower]) };
  const about = p.piece ?? asked;
  if (about && cell(about)) return { bad, able, free: cells([about]) };
  return { bad, able };
}
