// The panel at the end of a game: what happened, and what one can do now.

import { put, write } from "../base/dom.js";
import { t } from "../base/i18n.js";
import { outcomeWords } from "../hive/sentences.js";

/** @param {(name: string) => HTMLElement} part @param {{ended(words: string): void}} on */
export function createResult(part, on) {
  /** @type {boolean|null} null: nothing was drawn yet */
  let wasOver = null;
  let closed = false;
  return {
    close() {
      closed = true;
    },
    /** @param {import("./state.js").State} state */
    draw(state) {
      const { outcome } = state.status;
      const panel = part("result");
      panel.hidden = !outcome || closed || state.shown !== null;
      if (!outcome) {
        wasOver = false;
        closed = false;
        return;
      }
      const words = outcomeWords(outcome, state.you);
      write(part("result-title"), words.title);
      write(part("result-reason"), words.reason);
      put(panel, { "data-won": words.won === null ? null : words.won ? "yes" : "no" });
      const offer = state.rematch && !state.rematch.next_game ? state.rematch : null;
      const theirs = offer && !state.you.includes(offer.offered_by);
      write(part("rematch"), theirs ? t("Accept the rematch") : offer ? t("Rematch offered") : t("Rematch"));
      part("rematch").hidden = state.you.length === 0;
      if (wasOver === false) on.ended(`${words.title}. ${words.reason}`);
      wasOver = true;
    },
  };
}
