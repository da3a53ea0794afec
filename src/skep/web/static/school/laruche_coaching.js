// Joins the coach with the page of a match: what it sees, where it speaks, what it remembers.

import { put, write } from "../base/dom.js";
import { prefer, preferences } from "../base/preferences.js";
import { contacts, hasBee, wantedAt } from "../laruche/fit.js";
import { giftsFor, ownSeat } from "../laruche/model.js";
import { nameOf } from "../laruche/words.js";
import { adviceWords, afterRemark, fitIn, helpNow, NOTHING_SEEN, praiseWords, quietWords, remarkNow } from "./laruche_coach.js";

/** @typedef {import("../laruche/props.js").LaRucheState} LaRucheState */
/** @typedef {import("./laruche_coach.js").Seen} Seen */

const FIRST_LEVEL = 1;
const STUCK_MS = 20_000;

/** Does somebody play bots alone here, and wants to be told? @param {Pick<LaRucheState["table"], "game"|"you">} table @param {boolean} [isNew] to the game */
export function isCoached({ game, you }, isNew = false) {
  const { coach = "auto" } = preferences();
  if (coach === "no" || you.length !== 1) return false;
  const others = game.seats.filter((_, seat) => seat !== you[0]);
  return others.length > 0 && others.every(({ who, level }) => who === "bot" && (coach === "yes" || isNew || level === FIRST_LEVEL));
}

/** What the tiles of the person here were like, that have come since. @param {Seen} seen @param {LaRucheState} now @param {LaRucheState} before @returns {Seen} */
export function seenAfter(seen, { table }, before) {
  const me = ownSeat(table);
  let next = seen;
  for (const { effects } of table.confirmed.news.filter(({ seq }) => seq > before.table.head)) {
    for (const effect of effects) {
      if (!("seat" in effect) || effect.seat !== me) continue;
      if (effect.kind === "missed") next = { ...next, misses: next.misses + 1 };
      if (effect.kind !== "laid" || !("by_table" in effect) || effect.by_table) continue;
      const { cell, pose } = /** @type {{cell: any, pose: string}} */ (effect);
      const touching = contacts(wantedAt(table.confirmed.table, cell[0] ?? cell.q, cell[1] ?? cell.r));
      const isFlipped = before.table.confirmed.status.hand.every((tile) => !hasBee(pose, tile));
      next = { ...next, lays: next.lays + 1, flips: next.flips + Number(isFlipped), threes: next.threes + Number(touching >= 3) };
    }
  }
  return next;
}

/** What was seen of a match lives as long as the tab. @param {string} game */
function memoryOf(game) {
  const name = `skep_coach_${game}`;
  return {
    /** @returns {Seen} */
    read() {
      try {
        return { ...NOTHING_SEEN, ...JSON.parse(sessionStorage.getItem(name) ?? "{}") };
      } catch {
        return NOTHING_SEEN;
      }
    },
    /** @param {Seen} seen */
    keep(seen) {
      try {
        sessionStorage.setItem(name, JSON.stringify(seen));
      } catch {
        // A browser that keeps nothing only hears a remark once more.
      }
    },
  };
}

/**
 * @param {{page: HTMLElement, part: (name: string) => HTMLElement, state: () => LaRucheState, dispatch: (action: any) => void, signal: AbortSignal}} desk
 * @param {boolean} isNew
 */
export function createCoach({ page, part, state, dispatch, signal }, isNew) {
  const memory = memoryOf(state().table.game.id);
  let seen = memory.read();
  /** The remark that stands, and with how many own tiles on the table it came. @type {{words: string, marks: boolean, lays: number}|null} */
  let standing = null;
  let isStuck = false; // nothing of one's own was laid for long
  let waiting = 0;

  /** @param {Pick<LaRucheState, "table">} now */
  const isInPlay = ({ table: { confirmed: { status } } }) => status.phase === "play" && !status.paused;

  /** @param {LaRucheState} now @returns {import("./laruche_coach.js").Sight} */
  function sightOf({ table, own }) {
    const { status } = table.confirmed;
    const me = ownSeat(table);
    const others = status.players.map((player, seat) => ({ name: nameOf(table.game, seat), count: player.count, seat })).filter(({ seat }) => seat !== me);
    return {
      isPlay: isInPlay({ table }),
      hand: table.drawn.status.hand,
      held: own.held,
      poses: own.poses,
      spots: own.spots,
      gifts: Math.max(0, ...others.map(({ seat }) => giftsFor(table, seat))),
      rival: others.reduce((fewest, one) => (one.count < fewest.count ? one : fewest), others[0]),
    };
  }

  const ownCount = (/** @type {LaRucheState} */ now) => now.table.confirmed.status.hand.length;

  /** Whoever lays nothing for long is shown a tile and its spot, once until the next tile. */
  function waitAgain() {
    clearTimeout(waiting);
    isStuck = false;
    waiting = window.setTimeout(() => {
      isStuck = true;
      speak(state());
    }, STUCK_MS);
  }
  signal.addEventListener("abort", () => clearTimeout(waiting), { once: true });

  /** @param {LaRucheState} now */
  function speak(now) {
    if (!isCoached(now.table, isNew)) standing = null;
    else {
      if (standing && seen.lays > standing.lays) standing = null;
      const remark = standing ? null : remarkNow(sightOf(now), seen);
      if (remark) {
        standing = { words: remark.words, marks: remark.fit !== null, lays: seen.lays };
        seen = afterRemark(seen, remark);
        memory.keep(seen);
      }
    }
    show(now);
  }

  /** @param {LaRucheState} now */
  function show(now) {
    const isOver = Boolean(now.table.confirmed.status.outcome);
    const isThere = isCoached(now.table, isNew) && !isOver;
    const help = isThere && isStuck ? helpNow(sightOf(now)) : null;
    const remark = isThere && !help ? standing : null;
    const quiet = isThere ? quietWords(now.table.confirmed.status.phase) : "";
    write(part("coach-words"), help?.words ?? remark?.words ?? quiet);
    put(part("coach"), { "data-says": remark ? "yes" : null, "data-helps": help ? "yes" : null, hidden: !isThere });
    put(page, { "data-coached": isThere ? "yes" : null });
    mark(now, help ? help.fit : remark?.marks ? fitIn(sightOf(now)) : null);
    drawEnd(now, isOver);
  }

  /** A spot that somebody else took glows no longer; another may. @param {LaRucheState} now @param {import("./laruche_coach.js").Fit|null} fit */
  function mark({ own }, fit) {
    const known = own.shown;
    if (known?.tile === fit?.tile && known?.spot === fit?.spot) return;
    dispatch({ type: "shown", fit });
  }

  /** @param {LaRucheState} now @param {boolean} isOver */
  function drawEnd({ table }, isOver) {
    const hasEnd = isOver && isCoached(table, isNew);
    part("coach-end").hidden = !hasEnd;
    if (!hasEnd) return;
    const me = ownSeat(table) ?? 0;
    const { outcome, results } = table.confirmed.status;
    const end = { won: outcome?.ranks[me] === 1, left: results.at(-1)?.counts[me] ?? 0 };
    write(part("coach-praise"), praiseWords(seen, end));
    write(part("coach-advice"), adviceWords(seen, end));
    part("next-level").hidden = !end.won;
  }

  waitAgain();
  return {
    /** @param {LaRucheState} now @param {LaRucheState} before */
    draw(now, before) {
      const next = seenAfter(seen, now, before);
      // After a lost connection a tile of one's own may lie there without its event.
      const hasLaid = next.lays !== seen.lays || ownCount(now) < ownCount(before);
      if (hasLaid || !isInPlay(before)) waitAgain();
      if (next !== seen) {
        seen = next;
        memory.keep(seen);
      }
      speak(now);
    },
    actions: {
      "coach-off": () => {
        prefer("coach", "no");
        speak(state());
      },
    },
  };
}
