// What is said about a game of Hive: moves, ends, refusals.

import { capital, t, tn } from "../base/i18n.js";
import { choicesNow } from "./choices.js";
import { isLive, isMyTurn, pendingMove } from "./game.js";
import { readMove } from "./position.js";
import { besideWords, directionOf, pieceForms } from "./words.js";

/** @typedef {import("./words.js").Layout} Layout */

/**
 * A move that was made. @param {string} text @param {boolean} placed it came from the reserve @param {Layout} layout
 * @param {(id: string) => import("../base/i18n.js").Noun} [nameOf] how pieces are called
 */
export function moveSentence(text, placed, layout, nameOf = pieceForms) {
  const move = readMove(text);
  return move ? capital(madeWords(move, placed, layout, nameOf)) : t("Pass.");
}

/** @typedef {NonNullable<ReturnType<typeof readMove>>} Read */

/** @param {Read} move @param {boolean} placed @param {Layout} layout @param {(id: string) => import("../base/i18n.js").Noun} nameOf */
function madeWords(move, placed, layout, nameOf) {
  const piece = nameOf(move.piece);
  if (!move.reference) return t("{piece:the} opens the game.", { piece });
  const near = nameOf(move.reference);
  if (!move.step) return t("{piece:the} climbs onto {under:the}.", { piece, under: near });
  const where = besideWords(directionOf(layout, move.step), near);
  // NOTE: {where} is a text such as "north-east of the white queen": the cell to which the piece came
  return placed ? t("{piece:the} is placed {where}.", { piece, where }) : t("{piece:the} goes to the cell {where}.", { piece, where });
}

/**
 * Where a move goes, beside or onto another piece, whatever that one is called.
 * @param {{step: number[]|null}} move @param {import("./words.js").Name} piece @param {Layout} layout
 */
export const whereWords = ({ step }, piece, layout) =>
  step ? besideWords(directionOf(layout, step), piece) : t("onto {piece:the}", { piece });

/**
 * A move in a few words, such as "white ant 1 west of the white queen". @param {string} text @param {Layout} layout
 * @param {(id: string) => import("../base/i18n.js").Noun} [nameOf] how pieces are called
 */
export function moveWords(text, layout, nameOf = pieceForms) {
  const move = readMove(text);
  if (!move) return t("pass");
  const piece = nameOf(move.piece)[""];
  return move.reference ? `${piece} ${whereWords(move, nameOf(move.reference), layout)}` : piece;
}

/**
 * What is said to who taps an empty cell and has chosen nothing; null where the page shows it already.
 * @param {import("./screen.js").HiveState} state
 */
export function nothingChosenWords({ table, own }) {
  if (!isLive(table) || !table.you.length || own.shown !== null) return null;
  if (pendingMove(table)) return t("Your move is on its way.");
  if (isMyTurn(table)) return choicesNow(table)?.mustPass ? null : t("Choose a bug first: on the table or in your reserve.");
  return table.drawn.moves.length % 2 === 0 ? t("It is White's turn.") : t("It is Black's turn.");
}

/**
 * @param {import("../net/messages.js").Ending} outcome
 * @param {number[]} you
 * @returns {{title: string, reason: string, won: boolean|null, isCalledOff: boolean}}
 */
export function outcomeWords(outcome, you) {
  const { ranks } = outcome;
  const winner = ranks.length ? (ranks[0] === ranks[1] ? null : ranks.indexOf(1)) : undefined;
  const alone = you.length === 1;
  let title = t("Game called off");
  if (winner === null) title = t("A draw");
  else if (winner !== undefined) {
    if (alone) title = you[0] === winner ? t("You win!") : t("You lose");
    else title = winner === 0 ? t("White wins") : t("Black wins");
  }
  const won = winner === undefined || winner === null || !alone ? null : you[0] === winner;
  return { title, reason: reasonWords(outcome.reason, winner), won, isCalledOff: outcome.reason === "aborted" };
}

/** @param {string} reason @param {number|null|undefined} winner */
function reasonWords(reason, winner) {
  switch (reason) {
    case "surrounded":
      return winner === 0 ? t("The black queen is surrounded.") : t("The white queen is surrounded.");
    case "both surrounded":
      return t("Both queens are surrounded.");
    case "repetition":
      return t("The same position stood for the third time.");
    case "ply_limit":
      return t("The game reached its limit of 500 moves.");
    case "agreement":
      return t("Both players agreed on it.");
    case "resignation":
      return winner === 0 ? t("Black resigned.") : t("White resigned.");
    case "time":
      return winner === 0 ? t("Black ran out of time.") : t("White ran out of time.");
    case "absence":
      return t("The other player was away for too long.");
    case "aborted":
      return t("It was called off before both had moved.");
    case "not_begun":
      return t("A first move did not come in time.");
    default:
      return "";
  }
}

/**
 * What is said at this game when the server refuses something; null: the same as at every game.
 * @param {{code: string, params?: Record<string, any>}} refusal
 * @returns {string|null}
 */
export function refusalWords(refusal) {
  const seconds = Math.ceil(Number(refusal.params?.wait_ms ?? 1000) / 1000);
  switch (refusal.code) {
    case "NOT_YOUR_TURN":
      return t("It is the other player's turn.");
    case "NO_FREE_SEAT":
      return t("Both seats are taken. You can watch.");
    case "ILLEGAL_MOVE":
    case "UNREADABLE_MOVE":
      return t("The server refused that move. Choose another one.");
    case "FLAG_FALLEN":
      return t("Your time had run out.");
    case "ALREADY_OFFERED":
      return t("Your offer still stands.");
    case "NO_OFFER":
      return t("That offer does not stand any more.");
    case "ENGINE_DECLINES":
      return t("The computer plays on.");
    case "NOTHING_TO_TAKE_BACK":
      return t("There is no move of yours to take back.");
    case "NOTHING_TO_CLAIM":
      return t("A win can be claimed only while your opponent is away on their own turn.");
    case "TOO_EARLY":
      return tn(
        "Your opponent may still come back. Claim the win in {n} second.",
        "Your opponent may still come back. Claim the win in {n} seconds.",
        seconds,
      );
    case "TOO_LATE":
      return t("Both have moved: resign instead.");
    case "NOT_OVER":
      return t("No help from the computer while you play against somebody.");
    case "NOT_STARTED":
      return t("The game begins when both seats are taken.");
    default:
      return null;
  }
}
