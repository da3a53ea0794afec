// What the buttons, boxes and keys of a game's page do.

import { copyText, share } from "../base/copying.js";
import { put } from "../base/dom.js";
import { t } from "../base/i18n.js";
import { commandId } from "../net/socket.js";
import { shownMoves } from "./state.js";

/**
 * How somebody wishes to see the board.
 * @typedef {object} Wishes
 * @property {{pinned: boolean, gates: boolean, liberties: boolean}} overlays
 * @property {number} rotation in steps of 60°
 * @property {boolean} flipped
 * @property {boolean} mirror
 * @property {ReturnType<typeof import("../hive/why.js").whyMarks>|null} marks
 */

/**
 * The parts of a table that the controls act on.
 * @typedef {object} Controlled
 * @property {{get: () => import("./state.js").State}} store
 * @property {ReturnType<typeof import("../net/socket.js").openSocket>} socket
 * @property {ReturnType<typeof import("../base/dialogs.js").createDialogs>} dialogs
 * @property {ReturnType<typeof import("./thoughts.js").createThoughts>} thoughts
 * @property {ReturnType<typeof import("./result.js").createResult>} result
 * @property {Wishes} wishes
 * @property {(what: import("../net/messages.js").Command) => void} command
 * @property {(text: string, kind?: string) => void} say
 * @property {(thought: import("../net/messages.js").AnalysisProgress) => void} sayHint
 * @property {(ply: number|null) => void} show
 * @property {() => void} draw
 */

/**
 * @param {HTMLElement} page
 * @param {(name: string) => HTMLElement} part
 * @param {Controlled} table
 * @param {AbortSignal} signal
 */
export function listenToControls(page, part, table, signal) {
  const { store, socket, dialogs, thoughts, result, wishes, command, say, sayHint, show, draw } = table;
  const ply = () => store.get().moves.length;
  /** @type {Record<string, () => void>} */
  const actions = {
    takeback: () => command({ kind: "offer_takeback", ply: ply() }),
    draw: () => {
      dialogs.close();
      command({ kind: "offer_draw", ply: ply() });
      say(t("A draw is offered. Your opponent may accept it or play on."));
    },
    resign: () => dialogs.open(part("resign")),
    "resign-yes": () => {
      dialogs.close();
      command(ply() < 2 ? { kind: "abort" } : { kind: "resign" });
    },
    claim: () => {
      dialogs.close();
      command({ kind: "claim" });
    },
    "accept-takeback": () => command({ kind: "answer_takeback", accept: true, ply: ply() }),
    "decline-takeback": () => command({ kind: "answer_takeback", accept: false, ply: ply() }),
    "accept-draw": () => command({ kind: "answer_draw", accept: true, ply: ply() }),
    "decline-draw": () => command({ kind: "answer_draw", accept: false, ply: ply() }),
    pass: () => command({ kind: "play", move: "pass", ply: ply() }),
    hint: () => {
      thoughts.askHint(ply());
      const known = thoughts.about(ply());
      if (known) sayHint(known);
      else say(t("Thinking…"), "hint");
      draw();
    },
    first: () => show(0),
    previous: () => show((store.get().shown ?? shownMoves(store.get()).length) - 1),
    next: () => show(store.get().shown === null ? null : Number(store.get().shown) + 1),
    latest: () => show(null),
    rematch: () => void socket.send({ type: "want_rematch", id: commandId() }),
    "close-result": () => {
      result.close();
      draw();
    },
    more: () => dialogs.open(part("more")),
    close: dialogs.close,
    rotate: () => {
      wishes.rotation = (wishes.rotation + 1) % 6;
      draw();
    },
    mirror: () => {
      wishes.mirror = !wishes.mirror;
      draw();
    },
    flip: () => {
      wishes.flipped = !wishes.flipped;
      draw();
    },
    sheet: () => {
      const open = page.toggleAttribute("data-sheet");
      put(part("sheet-button"), { "aria-expanded": String(open) });
      draw();
      if (open) part("moves").querySelector("button")?.focus();
      else part("sheet-button").focus();
    },
    "copy-link": async () => {
      const field = /** @type {HTMLInputElement} */ (part("link"));
      if (await copyText(field.value)) say(t("Link copied."));
      else field.select();
    },
    "share-link": () => void share(/** @type {HTMLInputElement} */ (part("link")).value, document.title),
    notice: () => {
      wishes.marks = null;
      say("");
      draw();
    },
    reconnect: () => socket.hurry(),
  };

  page.addEventListener("click", (event) => {
    const target = /** @type {Element} */ (event.target);
    const step = target.closest("button[data-ply]")?.getAttribute("data-ply");
    if (step) show(Number(step));
    const action = target.closest("[data-action]")?.getAttribute("data-action");
    if (action) actions[action]?.();
  }, { signal });
  page.addEventListener("change", (event) => {
    const box = event.target;
    if (!(box instanceof HTMLInputElement)) return;
    if (box.dataset.overlay) wishes.overlays = { ...wishes.overlays, [box.dataset.overlay]: box.checked };
    if (box.dataset.part === "think") thoughts.always = box.checked;
    draw();
  }, { signal });
  part("chat")?.addEventListener("click", (event) => {
    const n = /** @type {Element} */ (event.target).closest("[data-unsay]")?.getAttribute("data-unsay");
    if (n) socket.send({ type: "unsay", id: commandId(), n: Number(n) });
  }, { signal });
  part("chat-form")?.addEventListener("submit", (event) => {
    event.preventDefault();
    const field = /** @type {HTMLInputElement} */ (part("chat-text"));
    const text = field.value.trim();
    if (!text) return;
    if (socket.send({ type: "say", id: commandId(), text })) field.value = "";
    else say(t("You are offline. Try again when the connection is back."), "error");
  }, { signal });
  window.addEventListener("keydown", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (target.closest("input, textarea, select, dialog") || event.ctrlKey || event.metaKey || event.altKey) return;
    if (target.closest(".cells, .reserve__list")) {
      // On the board arrows walk over cells; the comma and the full stop step everywhere.
      if (event.key === ",") actions.previous();
      else if (event.key === ".") actions.next();
      return;
    }
    if (event.key === "ArrowLeft" || event.key === ",") actions.previous();
    else if (event.key === "ArrowRight" || event.key === ".") actions.next();
    else if (event.key === "ArrowUp") actions.first();
    else if (event.key === "ArrowDown") actions.latest();
    else return;
    event.preventDefault();
  }, { signal });
}
