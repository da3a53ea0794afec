// How many lines of chat have not been seen: where the chat lies behind a button, the button says so.

import { write } from "../base/dom.js";
import { t, tn } from "../base/i18n.js";
import { shownName } from "../base/people.js";

/** @typedef {import("../net/messages.js").Said} Said */
/** @typedef {{lines: readonly Said[], you: number[]}} UnreadProps */

/** @param {readonly Said[]} lines @param {number[]} you @param {number} seen the number of the last line that was seen */
export const unreadLines = (lines, you, seen) => lines.filter((line) => line.n > seen && !you.includes(line.seat));

/** What a tab has seen outlives a reload of it. @param {string} game */
function memoryOf(game) {
  const key = `skep-chat-seen-${game}`;
  return {
    read() {
      try {
        return Number(sessionStorage.getItem(key) ?? 0);
      } catch {
        return 0;
      }
    },
    /** @param {number} n */
    write(n) {
      try {
        sessionStorage.setItem(key, String(n));
      } catch {
        // the reader's browser keeps nothing: then everything is new again after a reload
      }
    },
  };
}

/**
 * @param {HTMLElement} badge
 * @param {Element} chat seen while it is on the screen
 * @param {UnreadProps} first
 * @param {{game: string, announce(text: string): void}} on
 */
export function mountUnread(badge, chat, first, on) {
  const life = new AbortController();
  const memory = memoryOf(on.game);
  const [count, words] = [...badge.children];
  let props = first;
  let seen = memory.read();
  let announced = seen;
  let isOnScreen = false;

  function draw() {
    const newest = props.lines.at(-1)?.n ?? 0;
    if (isOnScreen && !document.hidden && newest > seen) {
      seen = announced = newest;
      memory.write(seen);
    }
    const unread = unreadLines(props.lines, props.you, seen);
    badge.hidden = unread.length === 0;
    write(count, unread.length > 99 ? "99+" : String(unread.length));
    write(words, tn("{n} new message", "{n} new messages", unread.length));
    const last = unread.at(-1);
    if (last && last.n > announced) {
      announced = last.n;
      on.announce(t("{name} says: {text}", { name: shownName(last.name), text: last.text }));
    }
  }

  const observer = new IntersectionObserver((entries) => {
    isOnScreen = entries.some((entry) => entry.isIntersecting);
    draw();
  });
  observer.observe(chat);
  document.addEventListener("visibilitychange", draw, { signal: life.signal });

  /** @param {UnreadProps} next */
  function set(next) {
    if (next.lines === props.lines) return;
    props = next;
    draw();
  }

  return {
    set,
    destroy() {
      life.abort();
      observer.disconnect();
    },
  };
}
