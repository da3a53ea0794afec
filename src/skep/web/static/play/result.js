// The panel at the end of a game: what happened, and what one can do now.

import { put, write } from "../base/dom.js";
import { rematchWords } from "./rematch.js";

/** @typedef {{title: string, reason: string, won: boolean|null, isCalledOff?: boolean}} ResultWords `isCalledOff`: nothing was played that one could play again */
/** @typedef {{words: ResultWords|null, isShown: boolean, you: number[], rematch: import("../net/messages.js").Rematch|null, nameOf?: (seat: number) => string|null, present?: number[]}} ResultProps */

/** @param {HTMLElement} root @param {ResultProps} first */
export function mountResult(root, first) {
  const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (root.querySelector(`[data-part=${name}]`));
  const [title, reason, rematch] = [part("result-title"), part("result-reason"), part("rematch")];
  const [refuse, said] = [part("refuse-rematch"), part("rematch-words")];

  /** @param {ResultProps} props */
  function set(props) {
    const { words } = props;
    root.hidden = !words || !props.isShown;
    if (!words) return;
    write(title, words.title);
    write(reason, words.reason);
    put(root, { "data-won": words.won === null ? null : words.won ? "yes" : "no" });
    const again = rematchWords(props.rematch, props.you, props.nameOf, props.present);
    write(rematch, again.ask);
    put(rematch, { hidden: props.you.length === 0 || (words.isCalledOff ?? false), disabled: !again.canAsk });
    write(refuse, again.refuse ?? "");
    refuse.hidden = again.refuse === null;
    write(said, again.words);
  }

  set(first);
  return {
    set,
    destroy() {
      root.hidden = true;
    },
  };
}
