// A solitaire under way: joins its table, hand and words with what every live game has.

import { copyText } from "../base/copying.js";
import { put, write } from "../base/dom.js";
import { t } from "../base/i18n.js";
import { preferences } from "../base/preferences.js";
import { createDragging } from "../laruche/dragging.js";
import { poseIn } from "../laruche/hand.js";
import { mountTableHelp } from "../laruche/help.js";
import { mountHand } from "../laruche/hand_view.js";
import { mountSpots } from "../laruche/spot_list.js";
import { mountTable } from "../laruche/table.js";
import { createTileSet } from "../laruche/tiles.js";
import { ask, look } from "../net/questions.js";
import { sounded } from "../play/news.js";
import { createReducer } from "../play/reducer.js";
import { openTable } from "../play/table.js";
import { celebrate } from "../solitaire/celebration.js";
import { createGestures } from "../solitaire/gestures.js";
import { mountHeld } from "../solitaire/held.js";
import { createLamp } from "../solitaire/lamp.js";
import { mountLaid } from "../solitaire/laid_list.js";
import { remember, remembered } from "../solitaire/memory.js";
import { isGold, isOver, mayPlay, mayTurn, rules, timeMs } from "../solitaire/model.js";
import { figures, handProps, spotsProps, tableProps } from "../solitaire/props.js";
import { screen } from "../solitaire/screen.js";
import { firstWords, headline, lampSentence, lampWords, newsWords, outcomeWords, refusalWords } from "../solitaire/sentences.js";
import { challengeLink, drawSymbols, shareText, todayOffset } from "../solitaire/sharing.js";
import { isStuck, orderBack } from "../solitaire/spots.js";
import { drawStandings } from "../solitaire/standings.js";
import { mountTimer } from "../solitaire/timer.js";

/** @typedef {import("../solitaire/model.js").Solo} Solo */
/** @typedef {import("../solitaire/screen.js").Screen} Screen */
/** @typedef {import("../solitaire/screen.js").ScreenAction} ScreenAction */
/** @typedef {import("../play/table.js").State<Solo, Screen>} State */
/** @typedef {import("../play/table.js").Handle<Solo, Screen, ScreenAction>} Handle */

const NOTE_MS = 5000;
const MOST_UNDER_WAY = 6;

/**
 * @param {HTMLElement} page
 * @param {import("../play/reducer.js").GamePage} data
 * @param {typeof import("../net/socket.js").openSocket} [open]
 */
export function openSolitaire(page, data, open) {
  const first = createReducer(rules).first(data);
  const kept = remembered(data.game.id);
  return openTable(page, data, {
    rules,
    own: screen.first(first, kept ? { hint: kept.hint, lifted: kept.lifted, lamp: kept.isLampOn ? "asking" : "off" } : {}),
    reduce: screen.reduce,
    refusalWords,
    offerNews: () => null,
    mount: mountSolitaire,
  }, open);
}

/** What lies over the table in px: notes above, the tile that is held, the button that shows all. @param {{width: number, height: number}} view */
function overTable({ width, height }) {
  return [
    { left: 0, top: 0, right: width, bottom: 40 },
    { left: 0, top: height - 92, right: 86, bottom: height },
    { left: width - 56, top: height - 56, right: width, bottom: height },
  ];
}

/** @param {Handle} table */
function mountSolitaire(table) {
  const { page, part, state, dispatch, signal } = table;
  const game = state().table.game.id;
  const dragging = createDragging(part("carry"));
  /** A spot or a laid tile that the keyboard is at. @type {string|null} */
  let focused = null;
  /** What is still to be laid again. @type {import("../solitaire/spots.js").Placement[]} */
  let returning = [];
  let passing = 0;
  /** Did the clock stop because the page was not shown? */
  let wasHidden = false;
  let isRankingAsked = false;
  let isEndSent = false;
  let isJustOver = false;

  const board = mountTable(part("board"), tableProps(state(), null, null), createTileSet(state().table.drawn.puzzle.tiles), {
    surface: t("Table"),
    fit: t("Show all of the table"),
  }, overTable);
  const gestures = createGestures(table, { board, dragging, redraw: () => redraw() });
  const hand = mountHand(part("hand"), handProps(state(), null), { choose: gestures.tapTile, press: gestures.press, key: () => {} });
  const onFocus = (/** @type {string|null} */ key) => {
    focused = key;
    redraw();
  };
  const spots = mountSpots(part("spots"), spotsProps(state()), { choose: gestures.tapSpot, focused: onFocus });
  const laid = mountLaid(part("laid"), laidProps(state()), { takeBack: gestures.takeBack, focused: onFocus });
  const held = mountHeld(part("held"), heldProps(state()), { letGo: () => dispatch({ type: "let_go" }), turn: gestures.turn });
  const timer = mountTimer(part("time"), () => timeMs(state().table, table.now()));
  const lamp = createLamp((query) => look("/api/solitaire/lamp", query), game, (found) => dispatch({ type: "lamp", lamp: found }));
  gestures.join({ hand, spots });
  mountTableHelp(page, signal);

  /** @param {State} now */
  function laidProps({ table: { drawn } }) {
    return { table: drawn.table, tiles: drawn.puzzle.tiles, isStrict: drawn.puzzle.isStrict };
  }

  /** @param {State} now */
  function heldProps({ table: now, own }) {
    const tile = gestures.dragged === null ? own.held : null;
    const isTurned = mayTurn(now);
    return { tile, pose: tile === null || !isTurned ? (tile ?? "") : poseIn(own.poses, tile), isTurned };
  }

  /** What follows from the pointer and the state alike. */
  function redraw() {
    const now = state();
    board.set(tableProps(now, gestures.aim, focused, gestures.dragged));
    hand.set(handProps(now, gestures.dragged));
    held.set(heldProps(now));
  }

  // --- what the buttons and keys do

  function undo() {
    const { table: now, own } = state();
    if (!mayPlay(now) || now.drawn.puzzle.isStrict || now.pending.length || returning.length) return;
    const order = own.lifted.length ? orderBack(now.drawn, own.lifted) : null;
    if (order) {
      returning = order;
      layAgain();
    } else if (now.drawn.table.size) table.command({ kind: "take_back" });
    table.flush();
  }

  /** A few at a time: a page has only so many commands under way. */
  function layAgain() {
    while (returning.length && state().table.pending.length < MOST_UNDER_WAY) {
      const [key, pose] = /** @type {import("../solitaire/spots.js").Placement} */ (returning.shift());
      const [q, r] = key.split(",").map(Number);
      board.comesFrom(key, hand.place(pose));
      table.command({ kind: "put", cell: [q, r], pose });
    }
  }

  /** Ask for a hint; once it is there, lay it. */
  function hint() {
    const { table: now, own } = state();
    if (!mayPlay(now) || now.pending.some(({ command }) => command.kind === "ask_hint")) return;
    if (own.hint) gestures.lay(own.hint.tile, own.hint.key);
    else table.command({ kind: "ask_hint" });
    table.flush();
  }

  function toggleLamp() {
    dispatch({ type: "lamp", lamp: state().own.lamp === "off" ? "asking" : "off" });
    table.flush();
  }

  function pause() {
    const { you, drawn } = state().table;
    if (!you.length || isOver(drawn)) return;
    wasHidden = false;
    table.command({ kind: drawn.isStopped ? "start_clock" : "stop_clock" });
    table.flush();
    if (!state().table.drawn.isStopped) hand.focus();
  }

  document.addEventListener("visibilitychange", () => {
    const { you, drawn } = state().table;
    if (!you.length || isOver(drawn)) return;
    if (document.hidden && !drawn.isStopped) {
      wasHidden = true;
      table.command({ kind: "stop_clock" });
      table.flush();
    } else if (!document.hidden && wasHidden) {
      wasHidden = false;
      if (drawn.isStopped) table.command({ kind: "start_clock" });
    }
  }, { signal });

  window.addEventListener("keydown", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (target.closest("input, textarea, select, dialog") || event.ctrlKey || event.metaKey || event.altKey) return;
    const key = event.key.toLowerCase();
    if (event.key === "Escape") dispatch({ type: "let_go" });
    else if (/^\d$/.test(event.key)) spots.go(Number(event.key) || 10);
    else if (key === "u") undo();
    else if (key === "h") hint();
    else if (key === "r") gestures.turn(event.shiftKey ? 1 : -1);
    else if (key === "l") toggleLamp();
    else if (key === "p") pause();
  }, { signal });

  // --- the end

  async function copyResult() {
    const now = state().table.confirmed;
    const isCopied = await copyText(shareText(now, location.origin));
    table.say(isCopied ? t("Copied. Paste it wherever you like.") : t("It could not be copied here."), "note", true);
  }

  async function shareResult() {
    try {
      await navigator.share({ text: shareText(state().table.confirmed, location.origin) });
    } catch {
      // the person changed their mind
    }
  }

  async function copyChallenge() {
    const { origin, searchParams } = new URL(location.href);
    const isCopied = await copyText(challengeLink(origin, game, searchParams.get("key") ?? ""));
    table.say(isCopied ? t("Link copied: whoever opens it gets the same tiles.") : t("It could not be copied here."), "note", true);
  }

  /** @param {Record<string, string|number|boolean>} options */
  async function begin(options) {
    try {
      const made = await ask("/api/games", { game: "solitaire", seats: [{ who: "me" }], options });
      location.assign(`/g/${made.game.id}`);
    } catch (problem) {
      table.say(refusalWords(/** @type {any} */ (problem)) ?? t("That did not work. Try again."), "error");
    }
  }

  async function showRanking() {
    const { puzzle } = state().table.confirmed;
    if (puzzle.day === null || isRankingAsked) return;
    isRankingAsked = true;
    const told = await look("/api/solitaire/day", { day: puzzle.day, utc_offset_min: todayOffset() }).catch(() => null);
    drawStandings(part("standings"), told);
  }

  /** @param {State} now */
  function drawEnd({ table: { confirmed, you } }) {
    if (!isOver(confirmed)) return;
    const isMine = you.length > 0;
    if (isMine) put(part("share"), { hidden: !navigator.canShare?.({ text: "x" }) });
    put(part("again"), { hidden: confirmed.puzzle.day !== null || !isMine });
    drawSymbols(part("symbols"), confirmed.status.share ?? "");
    void showRanking();
  }

  /** Nothing fits, but what lies can be taken back. @param {State} now */
  const isDeadEnd = ({ table: now, own }) => mayPlay(now) && !now.confirmed.puzzle.isStrict && isStuck(now.drawn, own.spots);

  /** Strict takes nothing back: where nothing fits, it is over. @param {State} now */
  function endIfFailed({ table: now, own }) {
    if (isEndSent || !mayPlay(now) || now.pending.length || !now.confirmed.puzzle.isStrict || !isStuck(now.drawn, own.spots)) return;
    isEndSent = true;
    table.command({ kind: "give_up" });
  }

  // --- drawing

  /** @param {import("../play/reducer.js").Notice|null} notice */
  function letPass(notice) {
    clearTimeout(passing);
    if (notice?.isPassing) passing = window.setTimeout(() => state().table.notice === notice && table.say(""), NOTE_MS);
  }

  /** @param {State} now @param {State} before */
  function tell(now, before) {
    const words = newsWords(before.table.confirmed, now.table.confirmed);
    if (words) table.announce(words);
    if (now.own.hint && now.own.hint !== before.own.hint) table.announce(t("A hint is shown. H lays it."));
    if (now.table.drawn.table.size > before.table.drawn.table.size) {
      sounded("move");
      if (preferences().sound === "yes") navigator.vibrate?.(12);
    }
    if (now.own.lamp !== before.own.lamp && now.own.lamp !== "asking") table.announce(lampSentence(now.own.lamp));
    if (isOver(now.table.confirmed) && !isOver(before.table.confirmed)) isJustOver = true;
    if (isDeadEnd(now) && !isDeadEnd(before)) table.say(t("Nothing fits any more: take a tile back."), "note", true);
  }

  /** @param {import("../solitaire/screen.js").Lamp} light */
  function drawLamp(light) {
    if (!part("lamp")) return;
    write(part("lamp-words"), lampWords(light));
    put(part("lamp"), { "data-lamp": light, "aria-pressed": String(light !== "off") });
  }

  /** @param {Solo} solo */
  function finish({ status }) {
    isJustOver = false;
    board.fit();
    if (status.solved) celebrate(part("board"));
  }

  /** @param {State} now @param {State} before */
  function draw(now, before) {
    const { confirmed, drawn } = now.table;
    tell(now, before);
    if (now.table.notice !== before.table.notice) letPass(now.table.notice);
    if (returning.length) layAgain();
    redraw();
    if (isJustOver) finish(confirmed);
    spots.set(spotsProps(now));
    laid.set(laidProps(now));
    timer.draw();
    const shown = figures(now.table);
    write(part("laid-figure"), shown.laid);
    write(part("joins"), shown.joins);
    write(part("undos"), String(shown.undos));
    write(part("hints"), String(shown.hints));
    write(part("headline"), headline(confirmed));
    write(part("hint-words"), now.own.hint ? t("Lay it") : t("Hint"));
    const isPaused = drawn.isStopped && !isOver(drawn);
    part("paused").hidden = !isPaused || now.table.connection !== "open";
    drawLamp(now.own.lamp);
    put(page, {
      "data-laid": drawn.table.size,
      "data-hinted": now.own.hint?.key ?? null,
      "data-lifted": now.own.lifted.length || null,
      "data-held": now.own.held,
      "data-paused": isPaused ? "yes" : null,
      "data-over": isOver(confirmed) ? (confirmed.status.solved ? "solved" : "unsolved") : null,
      "data-gold": isGold(confirmed) ? "yes" : null,
    });
    drawEnd(now);
    endIfFailed(now);
    lamp.follow({ isOn: now.own.lamp !== "off" && mayPlay(now.table), head: now.table.head, table: confirmed.table });
    const kept = { hint: now.own.hint, lifted: now.own.lifted, isLampOn: now.own.lamp !== "off" };
    if (now.own !== before.own) remember(game, kept);
  }

  if (mayTurn(state().table)) table.say(firstWords(state().table.drawn), "note", true);

  return {
    draw,
    /** @param {State} now */
    result: ({ table: now }) => outcomeWords(now.confirmed),
    isResultShown: () => true,
    due: () => null,
    countdown: () => null,
    /** @param {State} now @returns {Record<string, boolean>} */
    enabled({ table: now, own }) {
      const isPlaying = mayPlay(now);
      return {
        undo: isPlaying && !now.drawn.puzzle.isStrict && (now.drawn.table.size > 0 || own.lifted.length > 0),
        hint: isPlaying,
        lamp: isPlaying,
        pause: now.you.length > 0 && !isOver(now.drawn),
        "give-up": now.you.length > 0 && !isOver(now.drawn),
      };
    },
    actions: {
      undo,
      hint,
      lamp: toggleLamp,
      pause,
      "give-up": () => table.dialogs.open(part("ending")),
      "give-up-yes": () => {
        table.dialogs.close();
        table.command({ kind: "give_up" });
      },
      "copy-result": () => void copyResult(),
      "share-result": () => void shareResult(),
      "copy-challenge": () => void copyChallenge(),
      "another-deal": () => {
        const { size, reading, strict, silhouette, grade } = state().table.game.options;
        void begin(/** @type {any} */ ({ size, reading, strict, silhouette, grade }));
      },
      sheet: () => {
        const isOpen = page.toggleAttribute("data-sheet");
        put(part("sheet-button"), { "aria-expanded": String(isOpen) });
      },
    },
    destroy() {
      clearTimeout(passing);
      for (const one of [board, hand, spots, laid, held, timer, lamp, dragging]) one.destroy();
    },
  };
}
