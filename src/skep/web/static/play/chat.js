// What the people at a table say to each other.

import { el, keyed, svg } from "../base/dom.js";
import { t } from "../base/i18n.js";
import { shownName } from "../base/people.js";

/** @typedef {import("../net/messages.js").Said} Said */
/** @typedef {{lines: readonly Said[], you: number[]}} ChatProps */

const NEAR_END_PX = 40;

/** @param {Said} line @param {boolean} isMine */
function lineOf(line, isMine) {
  const words = el("p", { "data-mine": isMine ? "yes" : null }, el("b", {}, shownName(line.name)), " ", el("span", {}, line.text));
  if (isMine) {
    const cross = svg("svg", { viewBox: "0 0 24 24", width: 16, stroke: "currentColor", "stroke-width": 2, "aria-hidden": "true" }, svg("path", { d: "M5 5l14 14M19 5L5 19" }));
    words.prepend(el("button", { type: "button", class: "icon-button", "data-unsay": line.n, "aria-label": t("Delete this line") }, cross));
  }
  return words;
}

/**
 * @param {HTMLElement} root
 * @param {ChatProps} first
 * @param {{say(text: string): boolean, unsay(n: number): void}} on `say` tells whether it could be sent
 */
export function mountChat(root, first, on) {
  const life = new AbortController();
  const { signal } = life;
  const list = /** @type {HTMLElement} */ (root.querySelector("[data-part=chat]"));
  const field = /** @type {HTMLInputElement} */ (root.querySelector("[data-part=chat-text]"));
  /** @type {readonly Said[]|null} what stands there: to look at its height lays the page out */
  let drawn = null;
  let isAtEnd = true;
  const toEnd = () => {
    if (isAtEnd) list.scrollTop = list.scrollHeight;
  };
  const sizes = new ResizeObserver(toEnd);
  sizes.observe(list);
  list.addEventListener("scroll", () => {
    isAtEnd = list.scrollHeight - list.scrollTop - list.clientHeight < NEAR_END_PX;
  }, { signal });

  list.addEventListener("click", (event) => {
    const n = /** @type {Element} */ (event.target).closest("[data-unsay]")?.getAttribute("data-unsay");
    if (n) on.unsay(Number(n));
  }, { signal });
  root.querySelector("form")?.addEventListener("submit", (event) => {
    event.preventDefault();
    const text = field.value.trim();
    if (text && on.say(text)) field.value = "";
  }, { signal });

  /** @param {ChatProps} props */
  function set({ lines, you }) {
    if (lines === drawn) return;
    drawn = lines;
    keyed(list, lines, (line) => String(line.n), (line) => lineOf(line, you.includes(line.seat)), () => {});
    toEnd();
  }

  set(first);
  return {
    set,
    destroy() {
      life.abort();
      sizes.disconnect();
      list.replaceChildren();
    },
  };
}
