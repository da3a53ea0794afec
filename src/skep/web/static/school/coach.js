// The coach beside a game against the computer: asks what there is to say, and shows it until the next move.

import { put, write } from "../base/dom.js";
import { fill, t } from "../base/i18n.js";
import { prefer, preferences } from "../base/preferences.js";
import { isHotseat, isMyTurn, optionsOf, pendingMove, playsAlone } from "../hive/game.js";
import { bugNoun } from "../hive/rule_words.js";
import { outcomeWords } from "../hive/sentences.js";
import { BUGS, SYMBOLS } from "../hive/words.js";

/** @typedef {import("../hive/screen.js").HiveState} HiveState */
/** @typedef {import("../net/messages.js").Told} Told */

const FIRST_LEVEL = 1;

/** Does somebody play the computer here, and wants to be told? @param {HiveState["table"]} table */
export function isCoached(table) {
  const { coach = "auto" } = preferences();
  if (coach === "no" || !playsAlone(table) || isHotseat(table)) return false;
  return coach === "yes" || table.game.seats.some(({ who, level }) => who === "engine" && level === FIRST_LEVEL);
}

/** A sentence with its facts in it, bugs in the words of the page. @param {Told} told */
export function coachWords({ sentence, facts }) {
  const bug = BUGS.find((letter) => SYMBOLS[/** @type {keyof SYMBOLS} */ (letter)] === facts.bug);
  const params = /** @type {import("../base/i18n.js").Params} */ (facts);
  return fill(sentence, bug ? { ...params, bug: bugNoun(bug) } : params);
}

/**
 * @param {import("../hive/screen.js").Desk} desk
 * @param {(path: string, body: object) => Promise<any>} ask
 */
export function createCoach({ state, dispatch }, ask) {
  let asked = "";

  /** What was said of another position than this is over. @param {HiveState} now */
  const saidNow = ({ table, own }) =>
    own.coach?.ply === table.drawn.moves.length && own.shown === null && !pendingMove(table) && isCoached(table) ? own.coach : null;

  /** @param {HiveState} now */
  async function listen({ table }) {
    const ended = Boolean(table.confirmed.status.outcome);
    const { moves } = table.confirmed;
    const key = `${ended} ${moves.join(";")}`;
    if (!isCoached(table) || pendingMove(table) || !(ended || isMyTurn(table)) || key === asked) return;
    asked = key;
    const pupil = table.you[0] === 0 ? "w" : "b";
    try {
      const coach = await ask("/api/school/coach", { ...optionsOf(table.game), moves, pupil, ended });
      if (key === asked) dispatch({ type: "coach", coach: { ...coach, ply: moves.length } });
    } catch {
      // A game can be played without a coach.
    }
  }

  return {
    /** @param {HiveState} now @param {HTMLElement} page @param {(name: string) => HTMLElement} part */
    draw(now, page, part) {
      void listen(now);
      const said = saidNow(now);
      const { remark, praise, advice } = said ?? {};
      const { outcome } = now.table.confirmed.status;
      const isThere = isCoached(now.table) && !outcome;
      put(page, { "data-coached": isThere ? "yes" : null });
      put(part("coach"), { hidden: !isThere, "data-says": remark ? "yes" : null });
      write(part("coach-words"), remark ? coachWords(remark) : isThere ? t("I watch your game, and speak when it matters.") : "");
      if (part("next-level")) part("next-level").hidden = !outcome || !outcomeWords(outcome, now.table.you).won;
      part("coach-end").hidden = !praise;
      write(part("coach-praise"), praise ? coachWords(praise) : "");
      write(part("coach-advice"), advice ? coachWords(advice) : "");
    },
    actions: {
      "coach-off": () => {
        prefer("coach", "no");
        dispatch({ type: "coach", coach: null });
      },
    },
  };
}
