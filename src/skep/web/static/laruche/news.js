// What happens at a match is seen and said: tiles that come, slide back and arrive; the last two events for who listens.

import { t } from "../base/i18n.js";
import { poseIn } from "./hand.js";
import { ownSeat } from "./model.js";
import { effectWords, firstWords } from "./sentences.js";
import { nameOf } from "./words.js";

/** @typedef {import("./props.js").LaRucheState} LaRucheState */

const MOST_SAID = 2;

/**
 * @param {{announce(text: string): void, say(text: string, kind?: string, isPassing?: boolean): void}} desk
 * @param {{board: ReturnType<typeof import("./table.js").mountTable>, hand: ReturnType<typeof import("./hand_view.js").mountHand>|null,
 *   strip: ReturnType<typeof import("./strip.js").mountStrip>, dragging: ReturnType<typeof import("./dragging.js").createDragging>|null}} parts
 */
export function createNews(desk, { board, hand, strip, dragging }) {
  /** @type {string[]} */
  let said = [];

  /** @param {readonly string[]} words */
  function announce(words) {
    if (!words.length) return;
    said = [...said, ...words].slice(-MOST_SAID);
    desk.announce(said.join(" "));
  }

  /** Before the table is drawn. @param {LaRucheState} now @param {LaRucheState} before */
  function tell(now, before) {
    const { table, own } = now;
    const words = [];
    /** The time of the person here was up. @type {string|null} */
    let forced = null;
    if (wasPlayedFor(now, before)) {
      const text = t("You were away: a bot played for you. Now you play again.");
      words.push(text);
      desk.say(text, "note", true);
    }
    for (const { effects } of table.confirmed.news.filter(({ seq }) => seq > before.table.head)) {
      for (const effect of effects) {
        if (effect.kind === "laid" && "by_table" in effect && (!table.you.includes(effect.seat) || effect.by_table)) {
          const from = strip.place(effect.seat);
          const cell = /** @type {any} */ (effect.cell);
          if (from) board.comesFrom(`${cell[0]},${cell[1]}`, from);
        }
        const isOwnReturn = effect.kind === "stand_in" && table.you.includes(effect.seat);
        const text = isOwnReturn ? null : effectWords(table, effect);
        if (text) words.push(text);
        const isOthers = OWN_NOTED.has(effect.kind) && !("seat" in effect && table.you.includes(effect.seat));
        const isForced = effect.kind === "laid" && "by_table" in effect && effect.by_table && table.you.includes(effect.seat);
        if (text && isForced) forced = text;
        if (text && NOTED.has(effect.kind) && !isOthers) desk.say(text, "note", true);
      }
    }
    if (forced) desk.say(forced, "note", true);
    if (own.slid && own.slid.n !== before.own.slid?.n) {
      const { tile, key, by } = own.slid;
      const text = forced ?? firstWords(table, by);
      words.push(text);
      desk.say(text, "note", true);
      if (hand && dragging) dragging.fly(poseIn(own.poses, tile), tile, hand.size, board.place(key), hand.place(tile));
    }
    if (own.arrived && own.arrived.n !== before.own.arrived?.n) {
      const { tile, from } = own.arrived;
      const start = strip.place(from);
      desk.say(t("{name} gave you a tile.", { name: nameOf(table.game, from) }), "note", true);
      if (hand && dragging && start) dragging.fly(tile, tile, hand.size, start, hand.place(tile));
    }
    announce(words);
  }

  return { tell };
}

/**
 * Has a bot played for the person here until now? It may be known from the page, or from what comes after a lost connection.
 * @param {LaRucheState} now @param {LaRucheState} before
 */
function wasPlayedFor({ table }, { table: before }) {
  const me = ownSeat(table);
  if (me === null || table.head === before.head || table.confirmed.status.players[me]?.stand_in) return false;
  if (before.confirmed.status.players[me]?.stand_in) return true;
  return table.confirmed.news.some(({ seq, effects }) =>
    seq > before.head && effects.some((effect) => effect.kind === "stand_in" && effect.seat === me && effect.active));
}

/** Of these only what the person here has to do. */
const OWN_NOTED = new Set(["turn", "gift_due", "given", "gift_lapsed"]);

/** What is also written over the table. */
const NOTED = new Set(["dealt", "turn", "play_began", "gift_due", "given", "gift_lapsed", "stand_in", "pause_asked", "resumed", "joined"]);
