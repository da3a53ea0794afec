// A live match of La Ruche: joins its table, hand and words with what every live game has.

import { canShare, copyText, share } from "../base/copying.js";
import { put, write } from "../base/dom.js";
import { t, tn } from "../base/i18n.js";
import { createPieces } from "../base/pieces.js";
import { createDragging } from "../laruche/dragging.js";
import { createGestures } from "../laruche/gestures.js";
import { mountTableHelp } from "../laruche/help.js";
import { mountHand } from "../laruche/hand_view.js";
import { mountHeld } from "../laruche/held.js";
import { poseIn } from "../laruche/hand.js";
import { isRunning, mayLay, ownSeat, readyMs, rules, stallUntil } from "../laruche/model.js";
import { createNews } from "../laruche/news.js";
import { chips, handProps, headline, helpOf, tableProps, glowingSpots } from "../laruche/props.js";
import { mountEnds } from "../laruche/ends.js";
import { createRings } from "../laruche/rings.js";
import { createScreen } from "../laruche/screen.js";
import { outcomeWords, refusalWords } from "../laruche/sentences.js";
import { mountSpots } from "../laruche/spot_list.js";
import { mountStrip } from "../laruche/strip.js";
import { mountTable } from "../laruche/table.js";
import { createTileSet } from "../laruche/tiles.js";
import { turnAhead } from "../laruche/turning_ahead.js";
import { nameOf, secondsWords } from "../laruche/words.js";
import { listenToQuestionMark } from "../play/keys.js";
import { mountLooksPanel } from "../play/looks_panel.js";
import { felt, sounded } from "../play/news.js";
import { createReducer } from "../play/reducer.js";
import { openTable } from "../play/table.js";
import { createCoach } from "../school/laruche_coaching.js";

/** @typedef {import("../laruche/model.js").Match} Match */
/** @typedef {import("../laruche/screen.js").Screen} Screen */
/** @typedef {import("../laruche/screen.js").ScreenAction} ScreenAction */
/** @typedef {import("../play/table.js").State<Match, Screen>} State */
/** @typedef {import("../play/table.js").Handle<Match, Screen, ScreenAction>} Handle */
/** @typedef {import("../play/reducer.js").GamePage & {tiles: string[], reload_when_full?: boolean, is_new?: boolean}} PageData `is_new`: who is here has learned and played nothing of it yet */

const STALL_WARNING_MS = 15_000;
const NOTE_MS = 5000; // what is noted over the table goes by itself: it lies where tiles do

/**
 * @param {HTMLElement} page
 * @param {PageData} data
 * @param {typeof import("../net/socket.js").openSocket} [open]
 */
export function openMatch(page, data, open) {
  const tiles = createTileSet(data.tiles);
  const screen = createScreen(tiles);
  return openTable(page, data, {
    rules,
    own: screen.first(createReducer(rules).first(data)),
    reduce: screen.reduce,
    refusalWords: (refusal, state) => refusalWords(refusal, state.table, state.own.slid),
    offerNews: () => null,
    nameOf: (seat, table) => nameOf(table.game, seat),
    comesInBursts: true,
    mount: (table) => mountMatch(table, tiles, data.is_new ?? false),
  }, open);
}

/** A panel tells what there is to say: what was noted while tiles were laid is over. @param {import("../laruche/model.js").Match["status"]} status */
const standsStill = ({ phase, paused }) => paused || phase === "break" || phase === "over";

/** What lies over the table in px: notes above, the tile that is held, the button that shows all. @param {{width: number, height: number}} view */
function overTable({ width, height }) {
  return [
    { left: 0, top: 0, right: width, bottom: 44 },
    { left: 0, top: height - 94, right: 150, bottom: height },
    { left: width - 56, top: height - 56, right: width, bottom: height },
  ];
}

/** @param {Handle} table @param {import("../laruche/tiles.js").TileSet} tiles @param {boolean} isNew */
function mountMatch(table, tiles, isNew) {
  const { page, part, state, dispatch, signal } = table;
  const rings = createRings(table.now);
  const dragging = createDragging(part("carry"));
  /** A spot that the keyboard is at. @type {string|null} */
  let focused = null;
  let passing = 0;
  /** Tiles have a frame to themselves; what is told of them waits for the next ones. */
  let drawn = state();
  let drawnIn = document.timeline.currentTime;
  const pieces = createPieces(() => state() !== drawn || drawnIn === document.timeline.currentTime);

  const board = mountTable(part("board"), tableProps(state(), null, null), tiles, { surface: t("Table"), fit: t("Show all of the table") }, overTable,
    (draw) => pieces.ask("spots", draw));
  const gestures = createGestures(table, { board, dragging, redraw: () => redraw(), isCoached: () => page.hasAttribute("data-coached") });
  const hand = mountHand(part("hand"), handProps(state(), null), {
    choose: gestures.tapTile,
    press: gestures.press,
    key: gestures.tileKey,
  });
  const spots = mountSpots(part("spots"), spotsProps(state()), {
    choose: gestures.tapSpot,
    focused(key) {
      focused = key;
      redraw();
    },
  });
  const strip = mountStrip(part("strip"), chips(state(), table.now()), { give: gestures.give }, rings);
  const held = mountHeld(part("held"), heldProps(state()), { flip: gestures.flip, turn: gestures.turn });
  const ends = mountEnds(part, state().table);
  const news = createNews(table, { board, hand, strip, dragging });
  const coach = createCoach(table, isNew);
  const help = mountTableHelp(page, signal);
  const looksPanel = mountLooksPanel(part("settings"), { changed: () => redraw() });
  gestures.join({ hand, strip, spots });
  secondsWords(0); // the first number takes a slow phone 50 ms: not in the middle of a round
  turnAhead();

  const minute = window.setInterval(watchStall, 1000);
  signal.addEventListener("abort", () => clearInterval(minute), { once: true });

  function watchStall() {
    const until = stallUntil(state().table);
    const isNear = until !== null && until - table.now() < STALL_WARNING_MS;
    if (isNear !== state().own.isStallNear) dispatch({ type: "stall_near", isNear });
  }

  /** @param {State} now */
  function spotsProps(now) {
    return { spots: now.own.spots, numbers: now.own.numbers, chosen: now.own.chosen, glowing: glowingSpots(now) };
  }

  /** @param {State} now */
  function heldProps(now) {
    const { held: tile, poses } = now.own;
    return { tile, pose: tile === null ? "" : poseIn(poses, tile), turnsByHand: helpOf(now.table) === "none", isDragged: gestures.dragged !== null };
  }

  /** What follows from the pointer and the state alike. */
  function redraw() {
    drawBoard();
    drawHand();
  }

  function drawBoard() {
    const now = state();
    board.set(tableProps(now, gestures.aim, focused, gestures.dragged));
    held.set(heldProps(now));
  }

  function drawHand() {
    hand.set(handProps(state(), gestures.dragged));
  }

  /** @param {import("../play/reducer.js").Notice|null} notice */
  function letPass(notice) {
    clearTimeout(passing);
    if (!notice) return;
    passing = window.setTimeout(() => {
      if (state().table.notice !== notice) return;
      dispatch({ type: "calm" });
      table.say("");
    }, NOTE_MS);
  }

  /** @param {State} now @param {State} before */
  function sound(now, before) {
    if (now.own.shake && now.own.shake !== before.own.shake) felt([25, 40, 25]);
    if (now.own.slid?.n !== before.own.slid?.n || now.own.arrived?.n !== before.own.arrived?.n) felt(40);
    if (now.table.drawn.table.size <= before.table.drawn.table.size) return;
    const isMine = now.table.drawn.waiting.size > before.table.drawn.waiting.size;
    sounded(isMine ? "move" : "theirs");
    if (isMine) felt(12);
  }

  /** @param {State} now @param {State} before */
  function draw(now, before) {
    news.tell(now, before);
    if (standsStill(now.table.confirmed.status) && !standsStill(before.table.confirmed.status)) table.say("");
    sound(now, before);
    if (now.table.notice !== before.table.notice) letPass(now.table.notice);
    drawBoard();
    coach.draw(now, before);
    if (now.own.held !== before.own.held) help.hide();
    drawn = now;
    drawnIn = document.timeline.currentTime;
    if (now.table === before.table) drawHand(); // what a finger did is seen at once
    else pieces.ask("hand", drawHand);
    pieces.ask("row", () => spots.set(spotsProps(state())));
    pieces.ask("players", () => strip.set(chips(state(), table.now())));
    pieces.ask("around", drawAround);
    if (now === before || document.hidden) pieces.finish();
  }

  function drawAround() {
    const now = state();
    const { status } = now.table.confirmed;
    const me = ownSeat(now.table);
    ends.set(now.table);
    write(part("headline"), headline(now.table));
    part("colors").hidden = !now.own.isAligning;
    const until = me === null ? 0 : readyMs(now.table);
    const total = Number(now.table.game.options.miss_ms ?? 0) || 1500;
    rings.set(part("hand-ring"), until > table.now() ? { until, total: Math.max(total, status.players[me ?? 0]?.handicap_ms ?? 0) } : null);
    put(page, {
      "data-phase": status.paused ? "paused" : status.phase,
      "data-resuming": status.resumes_ms === null ? null : "yes",
      "data-round": status.round,
      "data-laid": now.table.drawn.table.size,
      "data-hand": now.table.drawn.status.hand.length,
      "data-my-turn": mayLay(now.table) ? "yes" : "no",
      "data-over": now.table.confirmed.status.outcome ? "played" : null,
      "data-held": now.own.held,
      "data-help": helpOf(now.table),
    });
    drawWaiting(now);
    const asked = status.pause_asked.filter((seat) => seat !== me);
    part("paused").hidden = !status.paused || status.resumes_ms !== null;
    part("pause-asked").hidden = status.paused || !asked.length || me === null || status.pause_asked.includes(me);
  }

  /** Before the match: who is there, and whether that is enough. @param {State} now */
  function drawWaiting({ table: { game, you } }) {
    if (!part("start")) return;
    const taken = game.seats.filter(({ who }) => who === "person" || who === "bot").length;
    write(part("taken"), t("{n} of {all} seats are taken.", { n: taken, all: game.seats.length }));
    part("start").hidden = taken < 2 || !you.includes(0);
  }

  function askToStart() {
    const free = state().table.game.seats.filter(({ who }) => who === "open" || who === "invited").length;
    write(part("begin-words"), tn("{n} seat is still free. Whoever comes later can join between two rounds.", "{n} seats are still free. Whoever comes later can join between two rounds.", free));
    table.dialogs.open(part("begin"));
  }

  async function start() {
    table.dialogs.close();
    const answer = await fetch(`/api/games/${state().table.game.id}/start`, { method: "POST", headers: { "content-type": "application/json" }, body: "{}" }).catch(() => null);
    if (answer?.ok) location.reload();
    else table.say(t("No answer from the server. Try again."), "error");
  }

  /** The match to look through, for who was there and who was not. */
  async function shareMatch() {
    const { href } = /** @type {HTMLAnchorElement} */ (part("replay-link"));
    if (canShare(href)) await share(href, `La Ruche: ${part("result-title").textContent}`);
    else table.say((await copyText(href)) ? t("Link copied.") : href);
  }

  /** @param {State} now @returns {Record<string, boolean>} */
  function enabled({ table: { confirmed, you } }) {
    const { status } = confirmed;
    const isPlaying = you.length > 0 && isRunning(status);
    return {
      pause: isPlaying && !status.pause_asked.includes(you[0]),
      resume: you.length > 0 && status.paused && status.resumes_ms === null,
      ready: you.length > 0 && status.phase === "break" && !status.ready.includes(you[0]),
      "turn-over": you.length > 0 && status.hand.length > 0,
      tidy: you.length > 0 && status.hand.length > 0,
      align: you.length > 0 && status.hand.length > 0,
    };
  }

  listenToQuestionMark(part("keys"), table.dialogs, signal);
  // The colours to align by go with the next touch of anything else.
  window.addEventListener("pointerdown", ({ target }) => {
    if (state().own.isAligning && !(/** @type {Element} */ (target).closest("[data-part=colors], [data-action=align]"))) dispatch({ type: "offer_colors", isOpen: false });
  }, { signal, capture: true });
  page.addEventListener("click", (event) => {
    const color = /** @type {Element} */ (event.target).closest("[data-color]")?.getAttribute("data-color");
    if (color) dispatch({ type: "align", color });
  }, { signal });

  return {
    draw,
    /** @param {() => void} act */
    later: (act) => (document.hidden ? act() : pieces.ask("page", act)),
    /** @param {State} now */
    result: ({ table: now }) => outcomeWords(now),
    isResultShown: () => true,
    /** @param {State} now */
    due: ({ table: now }) => (now.confirmed.status.turn !== null && mayLay(now) ? t("Your turn") : null),
    /** @param {State} now @returns {import("../play/countdown.js").Countdown|null} */
    countdown(now) {
      const { status } = now.table.confirmed;
      const stall = stallUntil(now.table);
      if (status.resumes_ms !== null) {
        return { until: status.resumes_ms, words: (time) => t("The match goes on in {time}.", { time }) };
      }
      if (now.own.isStallNear && stall !== null) {
        return { until: stall, words: (time) => t("Nothing is laid: the round ends in {time}.", { time }) };
      }
      if (status.phase === "break" && status.next_deadline_ms !== null) {
        return { until: status.next_deadline_ms, words: (time) => t("The next round begins in {time}.", { time }) };
      }
      return null;
    },
    enabled,
    actions: {
      pause: () => table.command({ kind: "ask_pause" }),
      resume: () => table.command({ kind: "resume" }),
      ready: () => table.command({ kind: "ready" }),
      "turn-over": () => dispatch({ type: "turn_over" }),
      tidy: () => dispatch({ type: "tidy" }),
      align: () => dispatch({ type: "offer_colors", isOpen: !state().own.isAligning }),
      start: askToStart,
      "start-yes": () => void start(),
      "share-match": () => void shareMatch(),
      ...coach.actions,
      settings: () => table.dialogs.open(part("settings")),
      keys: () => table.dialogs.open(part("keys")),
      sheet: () => {
        const isOpen = page.toggleAttribute("data-sheet");
        put(part("sheet-button"), { "aria-expanded": String(isOpen) });
      },
    },
    destroy() {
      clearInterval(minute);
      clearTimeout(passing);
      pieces.destroy();
      for (const one of [board, hand, spots, strip, held, ends, dragging, rings, looksPanel]) one.destroy();
    },
  };
}
