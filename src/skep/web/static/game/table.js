// A game at the page: joins the socket, the state and the board.

import { createServerClock } from "../base/clock.js";
import { put, write } from "../base/dom.js";
import { t, tn } from "../base/i18n.js";
import { isStill, prefer, preferences } from "../base/preferences.js";
import { createStore } from "../base/store.js";
import { mountBoard } from "../board/board.js";
import { around, keyOf } from "../board/hexes.js";
import { askWhy, createLooks } from "../net/questions.js";
import { commandId, openSocket } from "../net/socket.js";
import { drawChat, drawClock, drawMoves, drawPlayer } from "./panels.js";
import { createBoards } from "./position.js";
import { createPremove } from "./premove.js";
import { sceneAt, targetsOf } from "./scene.js";
import { moveSentence, outcomeWords, refusalWords } from "./sentences.js";
import { sound } from "./sounds.js";
import { firstState, reduce, shownMoves } from "./state.js";
import { whyMarks, whySentence } from "./why.js";

const OFFLINE_AFTER_MS = 2000;

/**
 * @param {HTMLElement} page
 * @param {any} data
 */
export function openTable(page, data) {
  const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (page.querySelector(`[data-part="${name}"]`));
  const life = new AbortController();
  const { signal } = life;
  const store = createStore(firstState(data), reduce);
  const clock = createServerClock();
  const looks = createLooks();
  const boards = createBoards();
  const options = { game_type: data.game.options.game_type ?? "Base+MLP", opening_queen: data.game.options.opening_queen ?? "allowed" };
  const lineOf = (/** @type {readonly string[]} */ moves) => ({ ...options, moves });
  if (data.look) looks.put(lineOf(data.view.moves), data.look);

  let overlays = { pinned: false, gates: false, liberties: false };
  let rotation = 0;
  let flipped = false;
  let mirror = false;
  /** @type {any} */
  let marks = null;
  /** @type {any[]} */
  let hints = [];
  let thinking = false;
  let offlineSince = 0;
  let saidPly = data.view.moves.length;
  let wasOver = Boolean(data.view.status.outcome);
  let resultClosed = false;
  /** @type {string|null} */
  let selected = null;

  const mySeats = () => store.get().you;
  const isHotseat = () => mySeats().length === 2;
  const isLive = () => Boolean(store.get().game.status === "live" || store.get().head > 0) && !store.get().status.outcome;
  const playsAlone = () => store.get().game.seats.some((/** @type {any} */ s) => s.who === "engine") || isHotseat();
  const ownColor = () => {
    const seats = mySeats();
    let color = seats.length === 1 && seats[0] === 1 ? "b" : "w";
    if (isHotseat()) color = shownMoves(store.get()).length % 2 ? "b" : "w";
    if (flipped) color = color === "w" ? "b" : "w";
    return /** @type {"w"|"b"} */ (color);
  };

  // --- board

  function boardProps() {
    const state = store.get();
    const moves = shownMoves(state);
    const ply = state.shown ?? moves.length;
    const scene = sceneAt({ line: lineOf(moves), ply, boards, looks });
    const mayMove = state.shown === null && isLive() && !state.pending.some((one) => one.command.kind === "play") &&
      mySeats().includes(moves.length % 2);
    const waiting = state.pending.find((one) => one.command.kind === "play");
    const preference = preferences();
    const thinksOver = state.shown === null && isLive() && !mayMove && mySeats().length === 1 && mySeats()[0] !== moves.length % 2;
    return premove.offer(thinksOver, lineOf(moves), {
      pieces: scene.pieces,
      reserves: scene.reserves,
      targets: mayMove ? targetsOf(scene.look) : [],
      active: mayMove && scene.look !== null,
      turn: scene.turn,
      own: ownColor(),
      last: scene.last,
      pending: waiting && state.shown === null ? waiting.command.move.split(" ")[0] : null,
      pinned: scene.pinned,
      gates: scene.gates,
      overlays,
      marks,
      arrows: state.shown === null ? hints : [],
      queenDue: scene.queenDue,
      orientation: /** @type {"pointy"|"flat"} */ (preference.cells === "flat" ? "flat" : "pointy"),
      rotation,
      mirror,
      labels: preference.labels ?? "numbers",
      confirm: preference.confirm === "yes",
      still: isStill(),
    });
  }

  const premove = createPremove({
    looks,
    signal,
    say,
    draw,
    play: (target) => command({ kind: "play", move: target.move, ply: shownMoves(store.get()).length }),
  });

  const board = mountBoard(part("board"), boardProps(), {
    move(target) {
      if (premove.take(target)) return;
      marks = null;
      say("");
      command({ kind: "play", move: target.move, ply: shownMoves(store.get()).length });
      store.flush();
      if (preferences().sound === "yes") sound("move");
    },
    refuse: (piece, to) => premove.refuse() || explain(piece, to),
    select(piece) {
      selected = piece;
      if (piece && marks) {
        marks = null;
        say("");
        queueMicrotask(draw);
      }
    },
  });

  /** @param {string} piece @param {{q: number, r: number}|null} to */
  async function explain(piece, to) {
    const moves = shownMoves(store.get());
    const scene = sceneAt({ line: lineOf(moves), ply: moves.length, boards, looks });
    const there = scene.pieces.find((one) => one.id === piece);
    // Asked about the piece itself: take a free cell beside it, the reason lies in the piece.
    const taken = new Set(scene.pieces.map((one) => keyOf(one.q, one.r)));
    const near = there ? around(there) : [];
    const aim = to ?? near.find((cell) => !taken.has(keyOf(cell.q, cell.r))) ?? near[0] ?? { q: 0, r: 0 };
    try {
      const reason = await askWhy(lineOf(moves), piece, aim);
      if (!reason || shownMoves(store.get()) !== moves) return;
      marks = whyMarks(reason, to, scene.pieces, piece);
      say(whySentence(reason), "why");
      put(page, { "data-why": reason.code });
      draw();
    } catch {
      say(t("No answer from the server. Try again."), "error");
    }
  }

  // --- commands

  /** @param {any} what */
  function command(what) {
    const id = commandId();
    store.dispatch({ type: "do", id, command: what });
    socket.send({ type: "do", id, command: what });
  }

  const socket = openSocket(data.game.id, {
    key: data.key ?? "",
    have: () => store.get().head,
    waiting: () => store.get().pending.map(({ id, command: what }) => ({ type: "do", id, command: what })),
    state(state) {
      if (state === "open") offlineSince = 0;
      else if (!offlineSince) offlineSince = Date.now();
      store.dispatch({ type: "connection", state });
    },
    frame,
  });

  /** @param {any} frame */
  function frame(frame) {
    if (frame.at_ms && frame.type === "heartbeat") clock.sample(frame.at_ms, frame.latency_ms ?? null);
    else if (frame.at_ms && frame.type === "welcome") clock.sample(frame.at_ms, 400);
    store.dispatch(frame);
    if (store.get().gap) socket.send({ type: "resync", have: store.get().head });
    if (frame.type === "analysis") showAnalysis(frame);
    if (frame.type === "refused") {
      if (frame.params?.rule) say(t("The server refused that move."), "error");
      else say(refusalWords(frame), "error");
      thinking = false;
    }
    if (frame.type === "rematch" && frame.next_game) location.assign(`/g/${frame.next_game}`);
    if (frame.type === "game" && data.reload_when_full) location.reload();
  }

  // --- what happens at the buttons

  /** @type {Record<string, () => void>} */
  const actions = {
    takeback: () => command({ kind: "offer_takeback", ply: store.get().moves.length }),
    draw: () => command({ kind: "offer_draw", ply: store.get().moves.length }),
    resign: () => ask(part("resign")),
    "resign-yes": () => {
      close();
      command(store.get().moves.length < 2 ? { kind: "abort" } : { kind: "resign" });
    },
    claim: () => command({ kind: "claim" }),
    "accept-takeback": () => command({ kind: "answer_takeback", accept: true, ply: store.get().moves.length }),
    "decline-takeback": () => command({ kind: "answer_takeback", accept: false, ply: store.get().moves.length }),
    "accept-draw": () => command({ kind: "answer_draw", accept: true, ply: store.get().moves.length }),
    "decline-draw": () => command({ kind: "answer_draw", accept: false, ply: store.get().moves.length }),
    pass: () => command({ kind: "play", move: "pass", ply: store.get().moves.length }),
    hint: askHint,
    first: () => show(0),
    previous: () => show((store.get().shown ?? shownMoves(store.get()).length) - 1),
    next: () => show((store.get().shown ?? Infinity) + 1),
    latest: () => show(null),
    rematch: () => socket.send({ type: "want_rematch", id: commandId() }),
    "close-result": () => {
      resultClosed = true;
      close();
      draw();
    },
    more: () => ask(part("more")),
    close,
    rotate: () => {
      rotation = (rotation + 1) % 6;
      draw();
    },
    mirror: () => {
      mirror = !mirror;
      draw();
    },
    flip: () => {
      flipped = !flipped;
      draw();
    },
    fit: () => board.fit(),
    sheet: () => {
      const open = page.toggleAttribute("data-sheet");
      put(part("sheet-button"), { "aria-expanded": String(open) });
      draw();
      if (open) part("moves").querySelector("button")?.focus();
    },
    "copy-link": () => copy(part("link")),
    notice: () => {
      marks = null;
      say("");
      draw();
    },
    reconnect: () => socket.hurry(),
    sound: () => {
      prefer("sound", preferences().sound === "yes" ? "no" : "yes");
      draw();
    },
  };

  function askHint() {
    if (thinking) return;
    thinking = true;
    hints = [];
    say(t("Thinking…"));
    socket.send({ type: "analyse", id: commandId(), ply: store.get().moves.length, seconds: 1.5 });
  }

  /** @param {any} answer */
  function showAnalysis(answer) {
    const moves = store.get().moves;
    if (answer.ply !== moves.length) return;
    const scene = sceneAt({ line: lineOf(moves), ply: moves.length, boards, looks });
    const best = targetsOf(scene.look).find((target) => target.move === answer.line[0]);
    if (best) {
      const from = scene.pieces.find((piece) => piece.id === best.piece);
      hints = [{ from: from ?? best.to, to: best.to, kind: "hint" }];
      const line = answer.line.slice(0, 4).join(", ");
      say(t("Depth {depth}: {line}", { depth: answer.depth, line }), "hint");
    }
    if (answer.done) {
      thinking = false;
      if (!best) say(t("No hint for this position."));
    }
    draw();
  }

  /** @param {number|null} ply */
  function show(ply) {
    marks = null;
    store.dispatch({ type: "show", ply: ply === Infinity ? null : ply });
    const state = store.get();
    const at = state.shown ?? shownMoves(state).length;
    const line = lineOf(shownMoves(state));
    if (at > 0) void looks.ask({ ...line, moves: line.moves.slice(0, at - 1) });
    void looks.ask({ ...line, moves: line.moves.slice(0, at) }).then(draw);
  }

  /** @type {Element|null} */
  let opener = null;

  /** @param {HTMLElement} dialog */
  function ask(dialog) {
    opener = document.activeElement;
    if (dialog instanceof HTMLDialogElement && !dialog.open) dialog.showModal();
  }

  function close() {
    for (const dialog of page.querySelectorAll("dialog[open]")) /** @type {HTMLDialogElement} */ (dialog).close();
    if (opener instanceof HTMLElement) opener.focus();
    opener = null;
  }

  /** @param {HTMLElement} field */
  async function copy(field) {
    const text = field instanceof HTMLInputElement ? field.value : field.textContent ?? "";
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // Without https there is no clipboard: select it, so that one key copies it.
      if (field instanceof HTMLInputElement) field.select();
      return;
    }
    say(t("Link copied."));
  }

  /** @param {string} text @param {string} [kind] */
  function say(text, kind = "note") {
    const notice = part("notice");
    write(part("notice-text"), text);
    put(notice, { "data-kind": kind, hidden: text === "" });
    if (kind !== "why") page.removeAttribute("data-why");
  }

  page.addEventListener("click", (event) => {
    const target = /** @type {Element} */ (event.target);
    const ply = target.closest("[data-ply]")?.getAttribute("data-ply");
    if (ply) show(Number(ply));
    const action = target.closest("[data-action]")?.getAttribute("data-action");
    if (action) actions[action]?.();
  }, { signal });
  page.addEventListener("change", (event) => {
    const box = event.target;
    if (box instanceof HTMLInputElement && box.dataset.overlay) {
      overlays = { ...overlays, [box.dataset.overlay]: box.checked };
      draw();
    }
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

  // --- drawing

  function draw() {
    const state = store.get();
    const moves = shownMoves(state);
    const status = state.status;
    const live = isLive();
    const over = Boolean(status.outcome);
    const own = ownColor() === "w" ? 0 : 1;
    board.set(boardProps());
    for (const [name, seat] of /** @type {[string, number][]} */ ([["top", 1 - own], ["bottom", own]])) {
      drawPlayer(part(name), {
        seat,
        info: state.game,
        status,
        present: state.you.includes(seat) || state.present.includes(seat),
        turn: moves.length % 2 === seat,
        live,
        hotseat: isHotseat(),
        thinking: state.game.seats[seat].who === "engine",
        now: clock.now(),
      });
    }
    drawMoves(part("moves"), moves, state.shown ?? moves.length);
    const empty = part("no-moves");
    if (empty) empty.hidden = moves.length > 0;
    if (part("chat")) drawChat(part("chat"), state.chat, state.you);

    const mine = state.you.length > 0;
    const myTurn = live && mine && state.you.includes(moves.length % 2);
    const look = looks.get(lineOf(moves));
    toggle("takeback", live && mine && moves.length > 0);
    toggle("hint", live && mine && playsAlone() && myTurn);
    toggle("draw", live && mine && moves.length > 1);
    toggle("resign", live && mine);
    toggle("claim", live && mine && !playsAlone() && !state.present.includes(1 - state.you[0]));
    part("pass").hidden = !(myTurn && look?.must_pass && state.shown === null);
    part("behind").hidden = state.shown === null;
    part("offer-takeback").hidden = !(live && status.takeback_offer !== null && status.takeback_offer !== undefined && !state.you.includes(status.takeback_offer) && mine);
    part("offer-draw").hidden = !(live && status.draw_offer !== null && status.draw_offer !== undefined && !state.you.includes(status.draw_offer) && mine);
    drawConnection(state);
    drawResult(over);

    const words = state.spectators ? tn("{n} watching", "{n} watching", state.spectators) : "";
    write(part("spectators"), words);
    document.title = `${myTurn ? `● ${t("Your move")} · ` : ""}skep`;
    put(page, {
      "data-seq": state.head,
      "data-ply": moves.length,
      "data-shown": state.shown ?? moves.length,
      "data-pending": state.pending.length || null,
      "data-my-turn": myTurn ? "yes" : "no",
      "data-over": over ? status.outcome.reason : null,
      "data-connection": state.connection,
      "data-look": look ? "yes" : "no",
    });
    announce(moves);
    premove.settle(moves, look);
    if (!look && moves.length) void looks.ask(lineOf(moves)).then(draw);
    else if (!look) void looks.ask(lineOf(moves)).then(draw);
  }

  /** @param {string} action @param {boolean} on */
  function toggle(action, on) {
    for (const button of page.querySelectorAll(`[data-action="${action}"]`)) {
      /** @type {HTMLButtonElement} */ (button).disabled = !on;
    }
  }

  /** @param {import("./state.js").State} state */
  function drawConnection(state) {
    const offline = state.connection !== "open" && offlineSince && Date.now() - offlineSince > OFFLINE_AFTER_MS;
    part("offline").hidden = !offline;
    const shown = part("connection");
    const word = state.connection === "open" ? (state.latency === null ? t("connected") : t("{ms} ms", { ms: state.latency })) : t("reconnecting…");
    write(shown, word);
    put(shown, { "data-state": state.connection });
  }

  /** @param {boolean} over */
  function drawResult(over) {
    const panel = part("result");
    const state = store.get();
    panel.hidden = !over || resultClosed || state.shown !== null;
    if (!over) {
      wasOver = false;
      resultClosed = false;
      return;
    }
    const words = outcomeWords(state.status.outcome, state.you);
    write(part("result-title"), words.title);
    write(part("result-reason"), words.reason);
    put(panel, { "data-won": words.won === null ? null : words.won ? "yes" : "no" });
    const offered = state.rematch && !state.rematch.next_game;
    const theirs = offered && !state.you.includes(state.rematch.offered_by);
    write(part("rematch"), theirs ? t("Accept the rematch") : offered ? t("Rematch offered") : t("Rematch"));
    /** @type {HTMLButtonElement} */ (part("rematch")).hidden = state.you.length === 0;
    if (!wasOver) {
      wasOver = true;
      write(part("live"), `${words.title}. ${words.reason}`);
      if (preferences().sound === "yes") sound("end");
    }
  }

  /** @param {readonly string[]} moves */
  function announce(moves) {
    if (moves.length === saidPly) return;
    if (moves.length > saidPly) {
      const text = moves[moves.length - 1];
      const before = boards.at(moves, moves.length - 1);
      const placed = !before.pieces.some((piece) => piece.id === text.split(" ")[0]);
      write(part("live"), moveSentence(text, placed));
      const mine = mySeats().includes((moves.length - 1) % 2);
      if (!mine) {
        if (preferences().sound === "yes") sound("theirs");
        if (document.hidden && preferences().notify === "yes") notify(moveSentence(text, placed));
      }
    } else write(part("live"), t("A move was taken back."));
    saidPly = moves.length;
    hints = [];
    thinking = false;
    if (marks) {
      marks = null;
      say("");
    }
    if (part("notice").getAttribute("data-kind") === "hint") say("");
  }

  /** @param {string} text */
  function notify(text) {
    if (!("Notification" in window) || Notification.permission !== "granted") return;
    new Notification(t("Your move"), { body: text, tag: data.game.id });
  }

  const stop = store.subscribe(draw);
  const ticking = setInterval(() => {
    const state = store.get();
    if (state.status.clock) {
      const own = ownColor() === "w" ? 0 : 1;
      const now = clock.now();
      drawClock(part("top"), { status: state.status, seat: 1 - own, now });
      drawClock(part("bottom"), { status: state.status, seat: own, now });
    }
    if (state.connection !== "open") drawConnection(state);
  }, 100);
  if (mySeats().length && part("chat") && !playsAlone()) {
    fetch(`/api/games/${data.game.id}/chat`)
      .then((answer) => (answer.ok ? answer.json() : { lines: [] }))
      .then((body) => body.lines.forEach((/** @type {any} */ line) => store.dispatch({ ...line, type: "said" })))
      .catch(() => {});
  }
  draw();
  put(page, { "data-ready": "yes" });

  return {
    store,
    board,
    get selected() {
      return selected;
    },
    destroy() {
      life.abort();
      stop();
      clearInterval(ticking);
      socket.destroy();
      board.destroy();
      store.destroy();
    },
  };
}
