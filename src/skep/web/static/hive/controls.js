// What a person can do at a game of Hive beside moving a piece, and when.

import { choicesNow } from "./choices.js";
import { isLive, isMyTurn, lineAt, playsAlone } from "./game.js";
import { PLIES_THAT_COUNT } from "./giving_up.js";

/** @typedef {import("./screen.js").HiveState} HiveState */
/** @typedef {import("./screen.js").Desk} Desk */

/** What can be done now. @param {HiveState} state @returns {Record<string, boolean>} */
export function enabled({ table }) {
  const isPlayed = isLive(table) && table.you.length > 0;
  const ply = table.drawn.moves.length;
  return {
    takeback: isPlayed && ply > 0 && !isMine(table, table.confirmed.status.takeback_offer),
    hint: playsAlone(table) && isMyTurn(table) && table.connection === "open",
    draw: isPlayed && ply > 1 && !isMine(table, table.confirmed.status.draw_offer),
    resign: isPlayed,
  };
}

/** @param {import("./game.js").HiveTable} table @param {number|null|undefined} seat who offers something */
const isMine = (table, seat) => isLive(table) && typeof seat === "number" && table.you.includes(seat);

/** @param {import("./game.js").HiveTable} table @param {number|null|undefined} seat who offers something */
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
