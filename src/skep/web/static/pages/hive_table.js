// A live game of Hive: joins its board, its state and its words with what every live game has.

import { afterFrame, put, write } from "../base/dom.js";
import { t } from "../base/i18n.js";
import { mountBoard } from "../hive/board/board.js";
import { mountBugHelp } from "../hive/bug_help.js";
import { areKnown } from "../hive/choices.js";
import { commandActions, createSteps, enabled, offersOf } from "../hive/controls.js";
import { drawEvaluation } from "../hive/evaluation.js";
import { createExplaining } from "../hive/explaining.js";
import { isMyTurn, playsAlone, rules } from "../hive/game.js";
import { givingUpWords } from "../hive/giving_up.js";
import { hintSentence } from "../hive/hint_words.js";
import { createLooks } from "../hive/looks.js";
import { newsOf } from "../hive/news.js";
import { firstMoveCountdown, offerNews } from "../hive/offers.js";
import { createOverlays } from "../hive/overlays.js";
import { createBoards, writeMove } from "../hive/position.js";
import { createPremove } from "../hive/premove.js";
import { boardProps, isAhead, layoutOf, movesProps, namedCells, placeProps } from "../hive/props.js";
import { purposeWords } from "../hive/purpose.js";
import { moveRow, rowLook } from "../hive/rows.js";
import { FIRST_SCREEN, reduceScreen } from "../hive/screen.js";
import { nothingChosenWords, outcomeWords, refusalWords } from "../hive/sentences.js";
import { createThinking, shownThought } from "../hive/thinking.js";
import { ask } from "../net/questions.js";
import { commandId } from "../net/socket.js";
import { graceCountdown } from "../play/clocks.js";
import { listenToQuestionMark } from "../play/keys.js";
import { mountLooksPanel } from "../play/looks_panel.js";
import { notify, sounded } from "../play/news.js";
import { mountOffers } from "../play/offers.js";
import { mountSeat, seatProps } from "../play/seats.js";
import { openTable } from "../play/table.js";
import { createCoach, isCoached } from "../school/coach.js";
import { mountMoves } from "../tree/moves.js";
import { listenToSteps, toggleSheet } from "../tree/steps.js";

/** @typedef {import("../hive/game.js").HiveGame} HiveGame */
/** @typedef {import("../hive/screen.js").Screen} Screen */
/** @typedef {import("../hive/screen.js").ScreenAction} ScreenAction */
/** @typedef {import("../play/table.js").State<HiveGame, Screen>} State */
/** @typedef {import("../play/table.js").Handle<HiveGame, Screen, ScreenAction>} Handle */

/**
 * @param {HTMLElement} page
 * @param {import("../play/reducer.js").GamePage & {reload_when_full?: boolean}} data
 * @param {typeof import("../net/socket.js").openSocket} [open] the gallery gives another one
 */
export function openHiveTable(page, data, open) {
  return openTable(page, data, {
    rules,
    own: FIRST_SCREEN,
    reduce: reduceScreen,
    refusalWords,
    offerNews,
    kept: ({ premove }) => premove && { type: "premove", premove },
    hello: { choices: true },
    mount: mountHive,
  }, open);
}

/** @param {Handle} table */
function mountHive(table) {
  const { page, part, state, dispatch, signal, dialogs } = table;
  const looks = createLooks(ask);
  const boards = createBoards();
  const sources = { boards, looks };
  const premove = createPremove(table, play);
  const overlays = createOverlays(table, looks, { later: afterFrame, signal });
  const explaining = createExplaining(table, ask, boards);
  const thinking = createThinking(table, commandId, (move) => {
    const { table: { confirmed: { moves: line } }, own } = state();
    const now = boards.at(line, line.length);
    const told = { own: line.length % 2 ? "b" : "w", layout: layoutOf(own) };
    return `${hintSentence(move, now.pieces, told)} ${purposeWords(now.pieces, move)}`.trim();
  }, () => isCoached(state().table));
  const steps = createSteps(table, looks);
  const coach = createCoach(table, ask);

  const help = mountBugHelp(page, signal);

  const board = mountBoard(part("board"), boardProps(state(), sources), {
    look: help.look,
    move(target) {
      if (isAhead(state())) {
        premove.choose(target);
        return;
      }
      explaining.stop();
      play(target);
      table.flush();
      sounded("move");
    },
    refuse(piece, to) {
      if (isAhead(state())) premove.forget();
      else void explaining.explain(piece, to);
    },
    act() {
      help.hide();
      explaining.stop();
      if (state().table.notice?.kind === "idle") table.say("");
    },
    idle() {
      const words = nothingChosenWords(state());
      if (words) table.say(words, "idle", true);
    },
  });
  const seatAt = (/** @type {State} */ now, /** @type {boolean} */ isFront) => seatProps(now.table, placeProps(now, isFront));
  const beyond = mountSeat(part("top"), seatAt(state(), false), table);
  const front = mountSeat(part("bottom"), seatAt(state(), true), table);
  const moves = mountMoves(part("moves"), movesProps(state()), { row: moveRow, show: steps.show });
  const offers = mountOffers(part, offersOf(state()));

  const looksPanel = mountLooksPanel(part("settings"), { changed: () => dispatch({ type: "answered" }) });

  listenToSteps(steps, signal);
  listenToQuestionMark(part("keys"), dialogs, signal);
  window.addEventListener("keydown", (event) => {
    if (event.key === "Escape") premove.forget();
  }, { signal });
  // Whatever is pressed next, the marks of a refused move have been seen.
  page.addEventListener("click", (event) => {
    if (/** @type {Element} */ (event.target).closest("[data-action], .move")) explaining.stop();
  }, { signal, capture: true });
  page.addEventListener("change", (event) => {
    const box = event.target;
    if (!(box instanceof HTMLInputElement)) return;
    if (box.dataset.overlay) dispatch({ type: "overlay", name: box.dataset.overlay, isOn: box.checked });
    if (box.dataset.part === "think") dispatch({ type: "think", isOn: box.checked });
  }, { signal });

  /** @param {import("../hive/board/board.js").Target} target */
  function play({ piece, to, kind }) {
    const { moves: line } = state().table.drawn;
    const { pieces } = boards.at(line, line.length);
    dispatch({ type: "going", kind });
    table.command({ kind: "play", move: writeMove(pieces, piece, to), ply: line.length });
  }

  /** @param {State} now @param {State} before */
  function tellNews(now, before) {
    const news = newsOf(now.table, before.table, boards, layoutOf(now.own));
    if (!news) return;
    table.announce(news.words);
    if (!news.isTheirs) return;
    sounded("theirs");
    if (now.table.you.length) notify(news.words, now.table.game.id);
  }

  /** The address names the move, so that no picture of an earlier one is kept. @param {State} now */
  function pictureOf({ table: { game, drawn } }) {
    const address = new URL(`/g/${game.id}/preview.png`, location.href);
    address.search = location.search;
    address.searchParams.set("ply", String(drawn.moves.length));
    return address.pathname + address.search;
  }

  /** @param {State} now */
  function drawGivingUp({ table: now }) {
    if (!now.you.length) return;
    const { title, text, yes } = givingUpWords(now);
    write(part("resign-title"), title);
    write(part("resign-text"), text);
    write(part("resign-yes"), yes);
    write(part("resign-button"), yes);
  }

  /** @param {State} now @param {State} before */
  function draw(now, before) {
    const ply = now.table.drawn.moves.length;
    tellNews(now, before);
    board.set(boardProps(now, sources));
    beyond.set(seatAt(now, false));
    front.set(seatAt(now, true));
    moves.set(movesProps(now));
    part("no-moves").hidden = ply > 0;
    offers.set(offersOf(now));
    drawEvaluation(part("score"), shownThought(now), now.table.confirmed.moves.length, rowLook(layoutOf(now.own)));
    drawGivingUp(now);
    const { draw: canDraw } = enabled(now);
    part("ending").hidden = !now.table.you.length;
    write(part("no-draw"), typeof canDraw === "string" ? canDraw : "");
    if (now.table.confirmed.status.outcome) put(part("picture"), { href: pictureOf(now) });
    part("think-choice").hidden = !playsAlone(now.table);
    put(page, {
      "data-ply": ply,
      "data-shown": now.own.shown ?? ply,
      "data-my-turn": isMyTurn(now.table) ? "yes" : "no",
      "data-over": now.table.confirmed.status.outcome?.reason,
      "data-look": areKnown(now.table) ? "yes" : "no",
      "data-why": now.own.why?.code,
    });
    coach.draw(now, page, part);
    thinking.follow(now, before);
    premove.settle();
    overlays.follow(now);
  }

  return {
    draw,
    /** @param {State} now */
    result({ table: now }) {
      const { outcome } = now.confirmed.status;
      return outcome ? outcomeWords(outcome, now.you) : null;
    },
    /** @param {State} now */
    isResultShown: ({ own }) => own.shown === null,
    /** @param {State} now */
    due: ({ table: now }) => (isMyTurn(now) ? t("Your move") : null),
    /** @param {State} now */
    countdown: ({ table: now }) =>
      firstMoveCountdown(now) ?? graceCountdown(now.confirmed.status.clock ?? null, now.graceUntil, table.now()),
    enabled,
    actions: {
      ...commandActions(table, { openResign: () => dialogs.open(part("resign")), closeDialogs: dialogs.close }),
      hint: thinking.askHint,
      previous: steps.previous,
      next: steps.next,
      latest: steps.last,
      notice: () => {
        explaining.stop();
        table.say("");
      },
      ...coach.actions,
      keys: () => dialogs.open(part("keys")),
      settings: () => dialogs.open(part("settings")),
      rotate: () => dispatch({ type: "rotate" }),
      mirror: () => dispatch({ type: "mirror" }),
      flip: () => dispatch({ type: "flip" }),
      sheet: () => {
        toggleSheet(page, part);
        moves.set(movesProps(state()));
      },
    },
    /** @param {State} now */
    named: (now) => board.boxesOf(namedCells(boardProps(now, sources))),
    /** @param {State} now @param {import("../play/notice.js").Box} note */
    reveal: (now, note) => board.reveal(namedCells(boardProps(now, sources)), note),
    destroy() {
      for (const one of [looksPanel, board, beyond, front, moves, offers]) one.destroy();
    },
  };
}
