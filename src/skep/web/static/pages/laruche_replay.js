// A finished match of La Ruche to look through: a time line, every hand open, misses and races marked.

import { formatWait } from "../base/clock.js";
import { copyText } from "../base/copying.js";
import { el, keyed, pageData, partsIn, put, write } from "../base/dom.js";
import { t } from "../base/i18n.js";
import { save } from "../base/pictures.js";
import { drawTile, pictureOf } from "../laruche/drawing.js";
import { mountGraph } from "../laruche/graph.js";
import { tablePicture } from "../laruche/picture.js";
import { countsOver, momentAt, momentsOf } from "../laruche/replay.js";
import { differenceWords, effectWords, raceWords } from "../laruche/sentences.js";
import { spotsOf } from "../laruche/spots.js";
import { mountTable } from "../laruche/table.js";
import { createTileSet } from "../laruche/tiles.js";
import { nameOf, pointsWords, tilesLeft } from "../laruche/words.js";
import { mountActions } from "../play/actions.js";
import { listenToSteps } from "../tree/steps.js";

/** @typedef {import("../laruche/replay.js").Moment} Moment */
/** @typedef {{game: import("../net/messages.js").GameInfo, you: number[], tiles: string[]}} PageData */

/** @type {ReadonlySet<string>} */
const NONE = new Set();
const BREATH_MS = 1500; // between two rounds that are played on

/** @param {HTMLElement} page @param {PageData} data @param {import("../net/messages.js").MatchReplay} match */
function openReplay(page, data, match) {
  const part = partsIn(page);
  const tiles = createTileSet(data.tiles);
  const game = { ...data.game, seats: match.seats };
  const told = /** @type {import("../laruche/model.js").MatchTable} */ (/** @type {unknown} */ ({ game, you: [] }));
  const { moments, rounds } = momentsOf(match);
  const slider = /** @type {HTMLInputElement} */ (part("time"));
  const end = moments.length - 1;
  const asked = new URLSearchParams(location.search).get("t");
  let at = asked !== null && /^\d{1,9}$/.test(asked) ? Math.min(Number(asked), moments[end].t) : 0;
  let speed = 0;
  let frame = 0;
  /** @type {Map<number, {lines: {t: number, count: number}[][], marks: any[]}>} */
  const graphs = new Map();

  const board = mountTable(part("board"), tableProps(momentAt(moments, at)), tiles, { surface: t("Table"), fit: t("Show all of the table") },
    ({ width }) => [{ left: 0, top: 0, right: width, bottom: 36 }]);
  const graph = mountGraph(part("graph"), { seek: (to) => go(to) });

  /** All is told by names, as to anybody who has the link; who looks finds their own hand. @param {number} seat */
  const listed = (seat) => (data.you.includes(seat) ? `${t("You")} · ${nameOf(game, seat)}` : nameOf(game, seat));
  const roundOf = (/** @type {number} */ n) => rounds.findLast(({ first }) => first <= n) ?? rounds[0];

  /** @param {number} n @returns {import("../laruche/table.js").TableProps} */
  function tableProps(n) {
    const { table, isByOneEdge, laid, missed } = moments[n];
    return {
      tiles: table,
      waiting: NONE,
      spots: n === end ? [] : spotsOf(table, isByOneEdge, tiles),
      numbers: [],
      chosen: missed?.key ?? null,
      glowing: NONE,
      ghost: missed?.pose ? { key: missed.key, pose: missed.pose } : null,
      shaken: null,
      last: laid?.key ?? null,
      isHeld: false,
      label: t("Table: {tiles}", { tiles: tilesLeft(table.size) }),
    };
  }

  /** What happened then. @param {Moment} moment */
  function wordsOf({ effects, missed, race, laid }) {
    const words = effects.flatMap((effect) => effectWords(told, effect) ?? []);
    if (missed?.edges.length) words.push(differenceWords(/** @type {any} */ (missed.edges)));
    if (race && laid) words.push(raceWords(told, race));
    return words.join(" ");
  }

  /** @param {import("../laruche/replay.js").Round} round */
  function graphOf(round) {
    let known = graphs.get(round.round);
    if (!known) {
      const marks = moments.slice(round.first, round.last + 1).flatMap((moment) => {
        const seat = moment.missed?.seat ?? (moment.race ? moment.laid?.seat : undefined);
        if (seat === undefined) return [];
        const kind = /** @type {"miss"|"race"} */ (moment.missed ? "miss" : "race");
        return [{ t: moment.t, seat, count: moment.hands[seat].length, kind, words: wordsOf(moment) }];
      });
      known = { lines: countsOver(moments, round), marks };
      graphs.set(round.round, known);
    }
    return known;
  }

  /** @param {Moment} moment */
  function drawHands({ hands, points, laid, missed }) {
    const seats = hands.map((hand, seat) => ({ hand, seat }));
    keyed(part("hands"), seats, ({ seat }) => String(seat), ({ seat }) => el("li", { class: "open-hand", "data-player": seat },
      el("p", { class: "open-hand__name" }, el("span", { class: "open-hand__mark", "aria-hidden": "true" }), el("b", { translate: "no" }, listed(seat)), el("span", { class: "soft" })),
      el("ul", { class: "open-hand__tiles" })), (item, { hand, seat }) => {
      put(item, { "data-acts": laid?.seat === seat ? "laid" : missed?.seat === seat ? "missed" : null });
      write(item.querySelector(".soft"), `${tilesLeft(hand.length)} · ${pointsWords(points[seat] ?? 0)}`);
      const list = /** @type {Element} */ (item.querySelector("ul"));
      keyed(list, hand, (tile) => tile, (tile) => el("li", {}, pictureOf(tile, tile, true)), (node, tile) =>
        drawTile(/** @type {Element} */ (node.querySelector(".comb")), tile, true, true));
    });
  }

  let shown = -1;
  /** @param {number} [n] which of several moments of one millisecond */
  function draw(n = momentAt(moments, at)) {
    const round = roundOf(n);
    const time = formatWait(at - round.from);
    if (n !== shown) {
      const moment = moments[n];
      board.set(tableProps(n));
      drawHands(moment);
      write(part("words"), wordsOf(moment));
      write(part("headline"), t("Round {n} of {all}", { n: round.round, all: rounds.length }));
      put(part("words"), { "data-kind": moment.missed ? "miss" : moment.race ? "race" : null });
      for (const button of part("rounds").querySelectorAll("button")) put(button, { "aria-pressed": String(Number(button.dataset.round) === round.round) });
      shown = n;
    }
    put(slider, { min: round.from, max: round.to, "aria-valuetext": `${time}. ${wordsOf(moments[n])}` });
    slider.value = String(Math.min(at, round.to));
    write(part("clock"), `${time} / ${formatWait(round.to - round.from)}`);
    graph.set({ ...graphOf(round), from: round.from, to: round.to, at: Math.min(at, round.to) });
    put(page, { "data-t": Math.round(at), "data-moment": n, "data-round": round.round, "data-laid": moments[n].table.size, "data-speed": speed || null });
    for (const button of page.querySelectorAll("[data-speed-of]")) put(button, { "aria-pressed": String(Number(button.getAttribute("data-speed-of")) === speed) });
  }

  /** @param {number} to in ms @param {number} [n] the moment, where that is known */
  function go(to, n) {
    at = Math.max(0, Math.min(moments[end].t, to));
    draw(n);
    const here = new URL(location.href);
    here.searchParams.set("t", String(Math.round(at)));
    if (!speed) history.replaceState(history.state, "", here);
  }

  /** Walk by events. @param {number} by */
  function step(by) {
    halt();
    // From between two moments one step back is the start of the earlier one.
    const next = Math.max(0, Math.min(end, by < 0 && moments[shown].t < at ? shown : shown + by));
    go(moments[next].t, next);
  }

  function halt() {
    cancelAnimationFrame(frame);
    speed = 0;
  }

  /** @param {number} factor 0: stand still */
  function run(factor) {
    halt();
    speed = factor;
    if (!speed) {
      go(at);
      return;
    }
    if (at >= moments[end].t) at = 0;
    let before = performance.now();
    const tick = (/** @type {number} */ now) => {
      const round = roundOf(momentAt(moments, at));
      at += Math.min(200, now - before) * speed;
      before = now;
      // Between rounds nothing is played: a breath, and on it goes.
      const next = rounds.find(({ from }) => from > round.to);
      if (next && at > round.to + BREATH_MS * speed && at < next.from) at = next.from;
      if (at >= moments[end].t) {
        at = moments[end].t;
        run(0);
        return;
      }
      draw();
      frame = requestAnimationFrame(tick);
    };
    frame = requestAnimationFrame(tick);
    draw();
  }

  async function copyLink() {
    go(at);
    const isCopied = await copyText(location.href);
    part("link").style.minInlineSize = `${part("link").offsetWidth}px`; // what stands beside it stays where it is
    write(part("link"), isCopied ? t("Link copied.") : t("The link stands in the address bar now."));
  }

  part("rounds").replaceChildren(...rounds.map(({ round }) =>
    el("button", { type: "button", class: "button button--small", "data-round": round }, t("Round {n}", { n: round }))));
  part("rounds").hidden = rounds.length < 2;
  part("rounds").addEventListener("click", (event) => {
    const round = /** @type {Element} */ (event.target).closest("button")?.dataset.round;
    if (!round) return;
    halt();
    go(rounds.find((one) => one.round === Number(round))?.from ?? 0);
  });
  slider.addEventListener("input", () => {
    halt();
    go(Number(slider.value));
  });
  page.addEventListener("click", (event) => {
    const of = /** @type {Element} */ (event.target).closest("[data-speed-of]")?.getAttribute("data-speed-of");
    if (of) run(speed === Number(of) ? 0 : Number(of));
  });
  const steps = { first: () => go(0), previous: () => step(-1), next: () => step(1), last: () => go(moments[end].t) };
  mountActions(page, {}, {
    ...steps,
    link: () => void copyLink(),
    picture: () => save(tablePicture(moments[momentAt(moments, at)].table, tiles, "La Ruche"), "laruche.svg"),
  });
  listenToSteps(steps, new AbortController().signal);
  window.addEventListener("keydown", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (event.key !== " " || target.closest("input, button, a, select, textarea")) return;
    event.preventDefault();
    run(speed ? 0 : 1);
  });
  draw();
  put(page, { "data-ready": "yes" });
}

/** @param {HTMLElement} page @param {PageData} data */
async function load(page, data) {
  const key = new URLSearchParams(location.search).get("key");
  const query = new URLSearchParams({ format: "json", ...(key ? { key } : {}) });
  const answer = await fetch(`/api/games/${data.game.id}/export?${query}`).catch(() => null);
  const problem = partsIn(page)("problem");
  problem.hidden = Boolean(answer?.ok);
  if (answer?.ok) openReplay(page, data, await answer.json());
}

const page = document.getElementById("replay");
const data = pageData("data");
if (page && data) {
  page.addEventListener("click", (event) => {
    if (/** @type {Element} */ (event.target).closest("[data-action=again]")) void load(page, data);
  });
  void load(page, data);
}
