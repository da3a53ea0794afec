// What a person can do at a game of Hive beside moving a piece, and when.

import { t } from "../base/i18n.js";
import { choicesNow } from "./choices.js";
import { isHotseat, isLive, isMyTurn, lineAt, playsAlone } from "./game.js";
import { PLIES_THAT_COUNT } from "./giving_up.js";

/** @typedef {import("./screen.js").HiveState} HiveState */
/** @typedef {import("./screen.js").Desk} Desk */
/** @typedef {import("./game.js").HiveTable} HiveTable */

/** What can be done now, or why it cannot. @param {HiveState} state @returns {Record<string, boolean|string>} */
export function enabled({ table }) {
  const idle = idleWords(table);
  return {
    takeback: idle ?? takebackWords(table) ?? true,
    hint: idle ?? hintWords(table) ?? true,
    draw: idle ?? drawWords(table) ?? true,
    resign: idle ?? true,
  };
}

/** Why nothing can be done at all. @param {HiveTable} table */
function idleWords(table) {
  if (table.confirmed.status.outcome) return t("The game is over.");
  if (!isLive(table)) return t("The game begins when both seats are taken.");
  return table.you.length ? null : t("You are watching");
}

/** @param {HiveTable} table */
function takebackWords(table) {
  const { drawn: { moves }, you } = table;
  const isFirst = isHotseat(table) ? moves.length === 0 : moves.length <= you[0];
  if (isFirst) return t("There is no move of yours to take back.");
  return isMine(table, table.confirmed.status.takeback_offer) ? t("You asked to take your move back.") : null;
}

/** @param {HiveTable} table */
function hintWords(table) {
  if (!playsAlone(table)) return t("No help from the computer while you play against somebody.");
  if (!isMyTurn(table)) return t("A hint is given when it is your turn.");
  return table.connection === "open" ? null : t("You are offline. Try again when the connection is back.");
}

/** @param {HiveTable} table */
function drawWords(table) {
  if (playsAlone(table) && !isHotseat(table)) return t("The computer does not agree to draws.");
  if (table.drawn.moves.length < PLIES_THAT_COUNT) return t("A draw can be offered when both have moved.");
  return isMine(table, table.confirmed.status.draw_offer) ? t("You offered a draw.") : null;
}

/** @param {HiveTable} table @param {number|null|undefined} seat who offers something */
const isMine = (table, seat) => isLive(table) && typeof seat === "number" && table.you.includes(seat);

/** @param {HiveTable} table @param {number|null|undefined} seat who offers something */
const isTheirs = (table, seat) =>
  isLive(table) && table.you.length > 0 && typeof seat === "number" && !table.you.includes(seat);

/** What waits for an answer of the person here, and what they wait for. @param {HiveState} state */
export function offersOf({ table, own }) {
  const { takeback_offer: takeback, draw_offer: draw } = table.confirmed.status;
  return {
    "offer-takeback": isTheirs(table, takeback),
    "asked-takeback": isMine(table, takeback),
    "offer-draw": isTheirs(table, draw),
    "asked-draw": isMine(table, draw),
    pass: own.shown === null && (choicesNow(table)?.mustPass ?? false),
    behind: own.shown !== null,
  };
}

/**
 * The buttons that send a command.
 * @param {Desk} desk
 * @param {{openResign(): void, closeDialogs(): void}} on
 * @returns {Record<string, () => void>}
 */
export function commandActions({ state, command }, { openResign, closeDialogs }) {
  const ply = () => state().table.confirmed.moves.length;
  return {
    takeback: () => command({ kind: "offer_takeback", ply: ply() }),
    draw: () => {
      closeDialogs();
      command({ kind: "offer_draw", ply: ply() });
    },
    resign: openResign,
    "resign-yes": () => {
      closeDialogs();
      command(ply() < PLIES_THAT_COUNT ? { kind: "abort" } : { kind: "resign" });
    },
    claim: () => command({ kind: "claim" }),
    "withdraw-takeback": () => command({ kind: "withdraw_takeback", ply: ply() }),
    "withdraw-draw": () => command({ kind: "withdraw_draw", ply: ply() }),
    "accept-takeback": () => command({ kind: "answer_takeback", accept: true, ply: ply() }),
    "decline-takeback": () => command({ kind: "answer_takeback", accept: false, ply: ply() }),
    "accept-draw": () => command({ kind: "answer_draw", accept: true, ply: ply() }),
    "decline-draw": () => command({ kind: "answer_draw", accept: false, ply: ply() }),
    pass: () => command({ kind: "play", move: "pass", ply: ply() }),
  };
}

/**
 * Looking back. What a position needs to be shown is asked for then.
 * @param {Desk} desk
 * @param {ReturnType<typeof import("./looks.js").createLooks>} looks
 */
export function createSteps({ state, dispatch }, looks) {
  /** @param {number|null} ply */
  function show(ply) {
    dispatch({ type: "show", ply });
    const { table, own } = state();
    if (own.shown === null) return;
    // The way of the move that led here, and what is seen of the position.
    if (own.shown > 0) void looks.ask(lineAt(table, own.shown - 1));
    void looks.ask(lineAt(table, own.shown)).then(() => dispatch({ type: "answered" }));
  }

  const at = () => state().own.shown;
  return {
    show,
    first: () => show(0),
    previous: () => show((at() ?? state().table.drawn.moves.length) - 1),
    next: () => show(at() === null ? null : Number(at()) + 1),
    last: () => show(null),
  };
}
