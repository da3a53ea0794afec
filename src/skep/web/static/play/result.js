// The panel at the end of a game: what happened, and what one can do now.

import { put, write } from "../base/dom.js";
import { t } from "../base/i18n.js";

/** @typedef {{title: string, reason: string, won: boolean|null}} ResultWords */
/** @typedef {{words: ResultWords|null, isShown: boolean, you: number[], rematch: import("../net/messages.js").Rematch|null}} ResultProps */

/** @param {ResultProps} props */
function rematchWords({ you, rematch }) {
  if (!rematch || rematch.next_game) return t("Rematch");
  return you.includes(rematch.offered_by) ? t("Rematch offered") : t("Accept the rematch");
}

/** @param {HTMLElement} root @param {ResultProps} first */
export function mountResult(root, first) {
  const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (root.querySelector(`[data-part=${name}]`));
  const [title, reason, rematch] = [part("result-title"), part("result-reason"), part("rematch")];

  /** @param {ResultProps} props */
  function set(props) {
    const { words } = props;
    root.hidden = !words || !props.isShown;
    if (!words) return;
    write(title, words.title);
    write(reason, words.reason);
    put(root, { "data-won": words.won === null ? null : words.won ? "yes" : "no" });
    write(rematch, rematchWords(props));
    rematch.hidden = props.you.length === 0;
  }

  set(first);
  return {
    set,
    destroy() {
      root.hidden = true;
    },
  };
}
