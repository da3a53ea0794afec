// What a side has still in hand: one button a bug, with its count.

import { el, keyed, put, write } from "../../base/dom.js";
import { t, tn } from "../../base/i18n.js";
import { whenChanged } from "../../base/changes.js";
import { dressTile, looseTile } from "./tiles.js";
import { BUGS, bugName } from "../words.js";

/**
 * @param {HTMLElement} root
 * @param {string} art
 * @param {{pick(id: string): void, press(id: string, event: PointerEvent): void,
 *          leave(): void}} on
 * @param {AbortSignal} signal
 */
export function createReserve(root, art, on, signal) {
  root.classList.add("reserve");
  const list = el("div", { class: "reserve__list" });
  const hint = el("p", { class: "reserve__hint", hidden: true }, t("Queen now"));
  root.append(list, hint);

  list.addEventListener(
    "keydown",
    (event) => {
      const buttons = [...list.querySelectorAll("button")];
      const at = buttons.indexOf(/** @type {HTMLButtonElement} */ (event.target));
      const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
      if (step && at >= 0) {
        event.preventDefault();
        buttons[(at + step + buttons.length) % buttons.length].focus();
      } else if (event.key === "Escape") {
        on.leave();
      }
    },
    { signal },
  );
  list.addEventListener(
    "focusin",
    (event) => {
      for (const button of list.querySelectorAll("button")) {
        put(button, { tabindex: button === event.target ? 0 : -1 });
      }
    },
    { signal },
  );
  list.addEventListener(
    "pointerdown",
    (event) => {
      const button = /** @type {Element} */ (event.target).closest("button");
      const id = button?.getAttribute("data-piece");
      if (id && event.button === 0) on.press(id, event);
    },
    { signal },
  );
  list.addEventListener(
    "click",
    (event) => {
      // A pointer has been dealt with when it went up; this is the keyboard or a screen reader.
      if (event.detail !== 0 || (event instanceof PointerEvent && event.pointerType)) return;
      const id = /** @type {Element} */ (event.target).closest("button")?.getAttribute("data-piece");
      if (id) on.pick(id);
    },
    { signal },
  );

  /** @typedef {{bug: string, count: number, next: string}} Group */

  const drawGroups = whenChanged((
    /** @type {"w"|"b"} */ color,
    /** @type {readonly string[]} */ ids,
    /** @type {boolean} */ own,
    /** @type {readonly unknown[]|null} */ _targets,
    /** @type {string|null} */ hidden,
    /** @type {string|null} */ selected,
    /** @type {string|null} */ lifted,
    /** @type {string|null} */ advised,
    /** @type {string} */ orientation,
    /** @type {(id: string) => boolean} */ canPlay,
  ) => {
    /** @type {Group[]} */
    const groups = [];
    for (const bug of BUGS) {
      const mine = ids.filter((id) => id[1] === bug && id !== hidden).sort();
      if (mine.length) groups.push({ bug, count: mine.length, next: mine[0] });
    }
    put(list, {
      role: own ? "toolbar" : "list",
      "aria-label": color === "w" ? t("White's reserve") : t("Black's reserve"),
    });
    put(root, { "data-own": own ? "yes" : "no", "data-color": color, "data-empty": groups.length === 0 });
    const hadFocus = list.contains(document.activeElement);
    const current = list.querySelector('[tabindex="0"]')?.getAttribute("data-key");
    keyed(
      list,
      groups,
      (group) => `${own ? "own" : "other"}-${color}${group.bug}`,
      (group) =>
        el(
          own ? "button" : "div",
          { class: "reserve__piece", type: own ? "button" : null, role: own ? null : "listitem" },
          looseTile(art, group.next),
          el("span", { class: "reserve__count" }),
        ),
      (node, { bug, count, next }) => {
        const playable = canPlay(next);
        const words = { bug: bugName(bug) };
        put(node, {
          "data-piece": next,
          "data-playable": playable ? "yes" : "no",
          "aria-pressed": own ? String(selected === next) : null,
          "data-lifted": lifted === next ? "yes" : null,
          "data-advised": advised?.slice(0, 2) === next.slice(0, 2) ? "yes" : null,
          "aria-label": playable || !own
            ? tn("{bug}, {n} left", "{bug}, {n} left", count, words)
            : tn("{bug}, {n} left, not now", "{bug}, {n} left, not now", count, words),
        });
        const tile = node.querySelector(".tile");
        if (tile) dressTile(tile, "", orientation);
        write(node.lastElementChild, count > 1 ? String(count) : "");
      },
    );
    if (!own) return;
    const buttons = [...list.querySelectorAll("button")];
    const keep = buttons.find((button) => button.getAttribute("data-key") === current) ?? buttons[0];
    for (const button of buttons) put(button, { tabindex: button === keep ? 0 : -1 });
    if (hadFocus && !list.contains(document.activeElement)) keep?.focus();
  });

  return {
    /**
     * @param {{color: "w"|"b", ids: readonly string[], own: boolean, canPlay(id: string): boolean,
     *          targets: readonly unknown[]|null, hidden: string|null, selected: string|null,
     *          lifted: string|null, advised: string|null, queenDue: boolean, orientation: string}} state
     */
    draw(state) {
      // `targets` stands for what `canPlay` answers; a choice elsewhere changes nothing here.
      const mine = (/** @type {string|null} */ id) => (id && state.ids.includes(id) ? id : null);
      drawGroups(state.color, state.ids, state.own, state.targets, mine(state.hidden), mine(state.selected),
        mine(state.lifted), mine(state.advised), state.orientation, state.canPlay);
      put(hint, { hidden: !state.queenDue });
    },
    /** @param {string} bug */
    focus(bug) {
      const button = list.querySelector(`button[data-piece$="${bug}"], button[data-piece*="${bug}"]`);
      if (button instanceof HTMLElement) button.focus();
      return button !== null;
    },
  };
}
