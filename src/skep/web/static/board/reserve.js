// What a side has still in hand: one button a bug, with its count.

import { el, keyed, put, write } from "../base/dom.js";
import { t, tn } from "../base/i18n.js";
import { BUGS, bugName } from "./words.js";
import { dressTile, looseTile } from "./tiles.js";

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

  return {
    /**
     * @param {{color: string, ids: readonly string[], own: boolean, playable: Set<string>,
     *          selected: string|null, lifted: string|null, queenDue: boolean, labels: string,
     *          orientation: string}} state
     */
    draw(state) {
      const groups = BUGS.map((bug) => {
        const ids = state.ids.filter((id) => id[1] === bug).sort();
        return { bug, ids, next: ids[0] };
      }).filter((group) => group.ids.length > 0);
      put(list, {
        role: state.own ? "toolbar" : "list",
        "aria-label": state.color === "w" ? t("White's reserve") : t("Black's reserve"),
      });
      put(root, { "data-own": state.own ? "yes" : "no", "data-color": state.color });
      const hadFocus = list.contains(document.activeElement);
      const current = list.querySelector('[tabindex="0"]')?.getAttribute("data-key");
      keyed(
        list,
        groups,
        (group) => `${state.own ? "own" : "other"}-${state.color}${group.bug}`,
        (group) =>
          el(
            state.own ? "button" : "div",
            { class: "reserve__piece", type: state.own ? "button" : null },
            looseTile(art, group.next),
            el("span", { class: "reserve__count" }),
          ),
        (node, group) => {
          const playable = state.playable.has(group.next);
          const left = group.ids.length;
          const bug = bugName(group.bug);
          put(node, {
            "data-piece": group.next,
            "data-playable": playable ? "yes" : "no",
            "aria-pressed": state.own ? String(state.selected === group.next) : null,
            "data-lifted": state.lifted === group.next ? "yes" : null,
            role: state.own ? null : "listitem",
            "aria-label": !state.own
              ? tn("{bug}, {n} left", "{bug}, {n} left", left, { bug })
              : playable
                ? tn("{bug}, {n} left", "{bug}, {n} left", left, { bug })
                : tn("{bug}, {n} left, not now", "{bug}, {n} left, not now", left, { bug }),
          });
          const tile = node.querySelector(".tile");
          if (tile) dressTile(tile, "", state.orientation);
          write(node.lastElementChild, left > 1 ? String(left) : "");
        },
      );
      hint.hidden = !state.queenDue;
      root.toggleAttribute("data-empty", groups.length === 0);
      if (state.own) {
        const buttons = [...list.querySelectorAll("button")];
        const keep = buttons.find((b) => b.getAttribute("data-key") === current) ?? buttons[0];
        for (const button of buttons) put(button, { tabindex: button === keep ? 0 : -1 });
        if (hadFocus && !list.contains(document.activeElement)) keep?.focus();
      }
    },
    /** @param {string} bug */
    focus(bug) {
      const button = list.querySelector(`button[data-piece$="${bug}"], button[data-piece*="${bug}"]`);
      if (button instanceof HTMLElement) button.focus();
      return button !== null;
    },
    destroy() {
      list.remove();
      hint.remove();
    },
  };
}
