// A game at the page: joins the socket, the state and the board.

import { createServerClock } from "../base/clock.js";
import { canShare } from "../base/copying.js";
import { afterFrame, put, write } from "../base/dom.js";
import { t } from "../base/i18n.js";
import { isStill, preferences } from "../base/preferences.js";
import { createStore } from "../base/store.js";
import { mountBoard } from "../hive/board/board.js";
import { around, keyOf } from "../hexes/geometry.js";
import { askWhy, createLooks } from "../net/questions.js";
import { commandId, openSocket } from "../net/socket.js";
import { listenToControls } from "./controls.js";
import { createDialogs } from "../base/dialogs.js";
import { bestArrow, drawEvaluation, evaluationWords } from "../hive/evaluation.js";
import { notify, sounded } from "./news.js";
import { drawChat, drawClock, drawConnection, drawMoves, drawOffers, drawPlayer, drawSpectators } from "./panels.js";
import { createBoards } from "../hive/position.js";
import { createPremove } from "../hive/premove.js";
import { createResult } from "./result.js";
import { sceneAt, targetsOf } from "../hive/scene.js";
import { moveSentence, refusalWords } from "../hive/sentences.js";
import { firstState, pendingMove, reduce, shownMoves } from "./state.js";
import { createThoughts } from "./thoughts.js";
import { whyMarks, whySentence } from "../hive/why.js";

const LOOK_AGAIN_MS = 2000;

/** @param {import("../net/messages.js").GameInfo} game */
const isFull = (game) => game.seats.every((seat) => seat.who !== "open" && seat.who !== "invited");

/**
 * @param {HTMLElement} page
 * @param {import("./state.js").GamePage & {reload_when_full?: boolean}} data
 * @param {typeof openSocket} open the gallery gives another one
 */
export function openTable(page, data, open = openSocket) {
  const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (page.querySelector(`[data-part="${name}"]`));
  const life = new AbortController();
  const { signal } = life;
  const store = createStore(firstState(data), reduce);
  const clock = createServerClock();
  const looks = createLooks();
  const boards = createBoards();
  const dialogs = createDialogs(page);
  const options = {
    game_type: String(data.game.options.game_type ?? "Base+MLP"),
    opening_queen: String(data.game.options.opening_queen ?? "allowed"),
  };
  const lineOf = (/** @type {readonly string[]} */ moves) => ({ ...options, moves });
  if (data.look) looks.put(lineOf(data.view.moves), data.look);

  /** @type {import("./controls.js").Wishes} */
  const wishes = { overlays: { pinned: false, gates: false, liberties: false }, rotation: 0, flipped: false, mirror: false, marks: null };
  let offlineSince = 0;
  let saidPly = data.view.moves.length;
  let listWaits = false;
  /** @type {readonly string[]|null} the moves after which was asked what may be played */
  let lookedAt = null;

  const mySeats = () => store.get().you;
  const isHotseat = () => mySeats().length === 2;
  const isLive = () => Boolean(store.get().game.status === "live" || store.get().head > 0) && !store.get().status.outcome;
  const playsAlone = () => mySeats().length > 0 && (isHotseat() || store.get().game.seats.some((seat) => seat.who === "engine"));
  const isMyTurn = () => isLive() && mySeats().includes(shownMoves(store.get()).length % 2);
  const ownColor = () => {
    const seats = mySeats();
    let color = seats.length === 1 && seats[0] === 1 ? "b" : "w";
    if (isHotseat()) color = shownMoves(store.get()).length % 2 ? "b" : "w";
    if (wishes.flipped) color = color === "w" ? "b" : "w";
    return /** @type {"w"|"b"} */ (color);
  };

  // --- board

  function boardProps() {
    const state = store.get();
    const moves = shownMoves(state);
    const ply = state.shown ?? moves.length;
    const scene = sceneAt({ line: lineOf(moves), ply, boards, looks });
    const waiting = pendingMove(state);
    const mayMove = state.shown === null && !waiting && isMyTurn();
    const preference = preferences();
    const thinksOver = state.shown === null && isLive() && !mayMove && !waiting && mySeats().length === 1 && mySeats()[0] !== moves.length % 2;
    return premove.offer(thinksOver, lineOf(moves), {
      pieces: scene.pieces,
      reserves: scene.reserves,
      targets: mayMove ? targetsOf(scene.look) : [],
      active: mayMove && scene.look !== null,
      turn: scene.turn,
      own: ownColor(),
      last: scene.last,
      pending: waiting && state.shown === null ? waiting.split(" ")[0] : null,
      pinned: scene.pinned,
      gates: scene.gates,
      overlays: wishes.overlays,
      marks: wishes.marks,
      arrows: state.shown === null && (thoughts.hint || thoughts.always) ? bestArrow(thoughts.about(ply), scene) : [],
      queenDue: scene.queenDue,
      orientation: /** @type {"pointy"|"flat"} */ (preference.cells === "flat" ? "flat" : "pointy"),
      rotation: wishes.rotation,
      mirror: wishes.mirror,
      labels: preference.labels ?? "numbers",
      confirm: preference.confirm === "yes",
      still: isStill(),
    });
  }

  const thoughts = createThoughts({ send: (frame) => socket.send(frame) });
  const premove = createPremove({
    looks,
    signal,
    say,
    draw,
    play: (target) => command({ kind: "play", move: target.move, ply: shownMoves(store.get()).length }),
  });

  const result = createResult(part, {
    ended(words) {
      write(part("live"), words);
      sounded("end");
    },
  });

  const board = mountBoard(part("board"), boardProps(), {
    move(target) {
      if (premove.take(target)) return;
      wishes.marks = null;
      say("");
      command({ kind: "play", move: target.move, ply: shownMoves(store.get()).length });
      store.flush();
      sounded("move");
    },
    refuse: (piece, to) => premove.refuse() || explain(piece, to),
    select(piece) {
      if (piece && wishes.marks) {
        wishes.marks = null;
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
      wishes.marks = whyMarks(reason, to, scene.pieces, piece);
      say(whySentence(reason), "why");
      put(page, { "data-why": reason.code });
      draw();
    } catch {
      say(t("No answer from the server. Try again."), "error");
    }
  }

  // --- commands and frames

  /** @param {import("../net/messages.js").Command} what */
  function command(what) {
    const id = commandId();
    store.dispatch({ type: "do", id, command: what });
    socket.send({ type: "do", id, command: what });
  }

  const socket = open(data.game.id, {
    key: data.key ?? "",
    have: () => store.get().head,
    waiting: () => store.get().pending.map(({ id, command: what }) => ({ type: "do", id, command: what })),
    state(state) {
      if (state === "open") offlineSince = 0;
      else {
        offlineSince ||= Date.now();
        thoughts.lost();
      }
      store.dispatch({ type: "connection", state });
    },
    frame,
  });

  /** @param {import("../net/messages.js").ServerFrame} frame */
  function frame(frame) {
    if (frame.type === "heartbeat") clock.sample(frame.at_ms, frame.latency_ms ?? null);
    else if (frame.type === "welcome") clock.sample(frame.at_ms, 400);
    store.dispatch(frame);
    if (frame.type === "event") store.flush(); // so that the next frame shows it
    if (store.get().gap) socket.send({ type: "resync", have: store.get().head });
    if (frame.type === "analysis") {
      thoughts.take(frame);
      if (thoughts.hint && frame.ply === store.get().moves.length) sayHint(frame);
      draw();
    }
    if (frame.type === "refused") {
      thoughts.refused(frame.id);
      say(refusalWords(frame), "error");
    }
    if (frame.type === "welcome" && part("chat")) void readChat();
    if (frame.type === "rematch" && frame.next_game) location.assign(`/g/${frame.next_game}`);
    // The seat may have been taken before the socket was open, and the game not yet begun then.
    if (data.reload_when_full && "game" in frame && isFull(frame.game)) location.reload();
  }

  /** @param {import("../net/messages.js").AnalysisProgress} thought */
  function sayHint(thought) {
    if (thought.line.length) {
      const words = evaluationWords(thought, thought.ply);
      say(t("{words}. Try {move}.", { words, move: thought.line[0] }), "hint");
    } else if (thought.done) say(t("No hint for this position."));
  }

  /** What was said before, and while the connection was lost. */
  async function readChat() {
    const after = store.get().chat.at(-1)?.n ?? 0;
    const answer = await fetch(`/api/games/${data.game.id}/chat?after=${after}`).catch(() => null);
    if (!answer?.ok) return;
    for (const line of (await answer.json()).lines) store.dispatch({ ...line, type: "said" });
  }

  /** @param {number|null} to */
  function show(to) {
    wishes.marks = null;
    store.dispatch({ type: "show", ply: to });
    const state = store.get();
    const at = state.shown ?? shownMoves(state).length;
    const line = lineOf(shownMoves(state));
    if (at > 0) void looks.ask({ ...line, moves: line.moves.slice(0, at - 1) });
    void looks.ask({ ...line, moves: line.moves.slice(0, at) }).then(draw);
  }

  /** @param {string} text @param {string} [kind] */
  function say(text, kind = "note") {
    const notice = part("notice");
    write(part("notice-text"), text);
    put(notice, { "data-kind": kind, hidden: text === "" });
    if (kind !== "why") page.removeAttribute("data-why");
  }

  // --- drawing

  function draw() {
    const state = store.get();
    const moves = shownMoves(state);
    const { status } = state;
    const live = isLive();
    const myTurn = isMyTurn();
    const mine = state.you.length > 0;
    const own = ownColor() === "w" ? 0 : 1;
    const look = looks.get(lineOf(moves));
    const current = state.moves.length;
    announce(moves);
    if (live && playsAlone() && state.connection === "open" && (myTurn || isHotseat())) thoughts.follow(current);
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
        own: state.you.includes(seat) && name === "bottom",
        page: state,
      });
    }
    if (!listWaits) {
      listWaits = true;
      afterFrame(drawList);
    }
    if (part("chat")) drawChat(part("chat"), state.chat, state.you);

    toggle("takeback", live && mine && moves.length > 0);
    toggle("hint", playsAlone() && myTurn && state.connection === "open");
    toggle("draw", live && mine && moves.length > 1);
    toggle("resign", live && mine);
    toggle("claim", live && state.claim !== null && state.you.includes(state.claim.seat));
    part("think-choice").hidden = !playsAlone();
    part("pass").hidden = !(myTurn && look?.must_pass && state.shown === null);
    part("behind").hidden = state.shown === null;
    drawOffers(part, state, live);
    drawConnection(part, state, offlineSince);
    drawSpectators(part("spectators"), state.spectators);
    const thought = thoughts.about(current) ?? (thoughts.isWaiting(current) ? "waiting" : null);
    drawEvaluation(part("score"), thoughts.always && state.shown === null && live ? thought : null, current);
    result.draw(state);

    document.title = `${myTurn ? `● ${t("Your move")} · ` : ""}skep`;
    put(page, {
      "data-seq": state.head,
      "data-ply": moves.length,
      "data-shown": state.shown ?? moves.length,
      "data-pending": state.pending.length || null,
      "data-my-turn": myTurn ? "yes" : "no",
      "data-over": status.outcome?.reason,
      "data-connection": state.connection,
      "data-look": look ? "yes" : "no",
    });
    premove.settle(moves, look);
    if (!look && !pendingMove(state)) askForLook(moves);
  }

  /** A long list takes the browser longer than the board: so the board is shown first. */
  function drawList() {
    listWaits = false;
    if (signal.aborted) return;
    const state = store.get();
    const moves = shownMoves(state);
    drawMoves(part("moves"), moves, state.shown ?? moves.length);
    part("no-moves").hidden = moves.length > 0;
  }

  /**
   * Not before a move is on the disk, which the server should do first; nor before it is drawn.
   * @param {readonly string[]} moves
   */
  function askForLook(moves) {
    if (lookedAt === moves) return;
    lookedAt = moves;
    afterFrame(async () => {
      if (await looks.ask(lineOf(moves))) draw();
      else setTimeout(askAgain, LOOK_AGAIN_MS);
    });
  }

  function askAgain() {
    lookedAt = null;
    if (!signal.aborted) draw();
  }

  /** @param {string} action @param {boolean} on */
  function toggle(action, on) {
    for (const button of page.querySelectorAll(`[data-action="${action}"]`)) {
      /** @type {HTMLButtonElement} */ (button).disabled = !on;
    }
  }

  /** @param {readonly string[]} moves */
  function announce(moves) {
    if (moves.length === saidPly) return;
    if (moves.length > saidPly) {
      const text = moves[moves.length - 1];
      const before = boards.at(moves, moves.length - 1);
      const words = moveSentence(text, !before.pieces.some((piece) => piece.id === text.split(" ")[0]));
      write(part("live"), words);
      if (!mySeats().includes((moves.length - 1) % 2)) {
        sounded("theirs");
        if (mySeats().length) notify(words, data.game.id);
      }
    } else write(part("live"), t("A move was taken back."));
    saidPly = moves.length;
    thoughts.forget();
    if (wishes.marks) {
      wishes.marks = null;
      say("");
    }
    if (part("notice").getAttribute("data-kind") === "hint") say("");
  }

  listenToControls(page, part, { store, socket, dialogs, thoughts, result, wishes, command, say, sayHint, show, draw }, signal);
  const stop = store.subscribe(draw);
  const ticking = setInterval(() => {
    const state = store.get();
    if (state.status.clock) {
      const own = ownColor() === "w" ? 0 : 1;
      const now = clock.now();
      drawClock(part("top"), { status: state.status, seat: 1 - own, now });
      drawClock(part("bottom"), { status: state.status, seat: own, now });
    }
    if (state.connection !== "open") drawConnection(part, state, offlineSince);
  }, 100);
  const link = /** @type {HTMLInputElement|null} */ (part("link"));
  if (link && part("share")) part("share").hidden = !canShare(link.value);
  draw();
  drawList();
  put(page, { "data-ready": "yes" });

  return {
    store,
    board,
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
