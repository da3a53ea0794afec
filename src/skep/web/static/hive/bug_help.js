// What a bug is called and how it moves, told to who looks at one for a while: by pointer, by focus, by a long press.

import { el, put, write } from "../base/dom.js";
import { t } from "../base/i18n.js";
import { isStill } from "../base/preferences.js";
import { bugName, bugWay, SYMBOLS } from "./words.js";

const LOOK_MS = 700; // whoever only passes by is not told
const LEAVE_MS = 300; // time to go over to what is told
const GAP = 8;
const WIDE = 700;

const capital = (/** @type {string} */ text) => text.charAt(0).toUpperCase() + text.slice(1);

/** @param {HTMLElement} page */
function makeCard(page) {
  const name = el("b");
  const way = el("span");
  const picture = el("img", { alt: "", width: 160, height: 110 });
  const link = el("a", { target: "_blank" }, t("More"));
  const root = el("div", { class: "bug-help", role: "note", hidden: true }, picture, el("p", {}, name, " ", way, " ", link));
  page.append(root);
  return { root, name, way, picture, link };
}

/** Where there is room beside what it is about, else above or below; never over it. @param {HTMLElement} card @param {DOMRect} box */
function place(card, box) {
  const { width, height } = card.getBoundingClientRect();
  const inside = (/** @type {number} */ at, /** @type {number} */ size, /** @type {number} */ most) => Math.min(Math.max(GAP, at), most - size - GAP);
  let left = box.right + GAP;
  let top = inside(box.top + box.height / 2 - height / 2, height, innerHeight);
  if (left + width + GAP > innerWidth) left = box.left - width - GAP;
  if (left < GAP || innerWidth < WIDE) {
    left = inside(box.left + box.width / 2 - width / 2, width, innerWidth);
    top = box.top - height - GAP > 0 ? box.top - height - GAP : inside(box.bottom + GAP, height, innerHeight);
  }
  card.style.left = `${left}px`;
  card.style.top = `${top}px`;
}

/** Pictures of bugs in reserves and lists, and what a pointer or the focus has to be on for them. */
const PLACES = ".reserve__piece, .move";

/**
 * @param {HTMLElement} page with everything that is looked at
 * @param {AbortSignal} signal
 */
export function mountBugHelp(page, signal) {
  /** @type {ReturnType<typeof makeCard>|null} made for who looks the first time */
  let card = null;
  let timer = 0;
  let isPressed = false; // a finger has called it up and is not lifted yet
  /** @type {string|null} */
  let shown = null;

  /** @param {string} bug @param {DOMRect} box what it is about */
  function show(bug, box) {
    const symbol = SYMBOLS[/** @type {keyof SYMBOLS} */ (bug)];
    card ??= makeCard(page);
    shown = bug;
    write(card.name, `${capital(bugName(bug))}.`);
    write(card.way, bugWay(bug));
    put(card.picture, { src: isStill() ? `/rules/hive/${symbol}.svg` : `/rules/hive/moving/${symbol}.svg` });
    put(card.link, { href: `/rules/hive#${symbol}`, "aria-label": t("More about it: {bug}", { bug: bugName(bug) }) });
    card.root.hidden = false;
    place(card.root, box);
  }

  function hide() {
    clearTimeout(timer);
    if (isPressed && shown) return;
    shown = null;
    if (card) card.root.hidden = true;
  }

  /** @param {string|null} bug @param {DOMRect|null} box @param {number} [after] */
  function look(bug, box, after = LOOK_MS) {
    clearTimeout(timer);
    if (bug && box) timer = window.setTimeout(() => show(bug, box), after);
    else if (shown && !isPressed) timer = window.setTimeout(hide, LEAVE_MS);
  }

  /** @param {EventTarget|null} target */
  function placeOf(target) {
    const place = target instanceof Element ? target.closest(PLACES) : null;
    const bug = place?.querySelector(".tile[data-bug]")?.getAttribute("data-bug") ?? null;
    return { bug, box: place?.getBoundingClientRect() ?? null };
  }

  const isInCard = (/** @type {EventTarget|null} */ target) => target instanceof Node && Boolean(card?.root.contains(target));

  /** @param {Event} event */
  function looked({ target }) {
    if (isInCard(target)) clearTimeout(timer);
    else if (target instanceof Element && target.closest(PLACES)) {
      const { bug, box } = placeOf(target);
      look(bug, box);
    }
  }

  /** @param {Event} event */
  function left(event) {
    const { target } = event;
    // A finger has gone nowhere: the board only takes its pointer over.
    if (event instanceof PointerEvent && event.pointerType !== "mouse") return;
    if (target instanceof Element && (isInCard(target) || target.closest(PLACES))) look(null, null);
  }

  for (const kind of ["pointerover", "focusin"]) page.addEventListener(kind, looked, { signal });
  for (const kind of ["pointerout", "focusout"]) page.addEventListener(kind, left, { signal });
  // A finger that stays is looking; one that goes up again has chosen.
  page.addEventListener("pointerdown", (event) => {
    if (isInCard(event.target)) return;
    isPressed = false;
    hide();
    if (event.pointerType === "mouse") return;
    isPressed = true;
    const { bug, box } = placeOf(event.target);
    look(bug, box);
  }, { signal });
  for (const kind of ["pointerup", "pointercancel"]) {
    window.addEventListener(kind, () => {
      if (!shown) clearTimeout(timer);
      // What the board makes of the press comes first: it does not put away what was asked for.
      setTimeout(() => {
        isPressed = false;
      });
    }, { signal });
  }
  window.addEventListener("keydown", (event) => {
    if (event.key === "Escape") hide();
  }, { signal });
  signal.addEventListener("abort", () => {
    clearTimeout(timer);
    card?.root.remove();
  });

  return {
    /** On the board. @param {string|null} piece @param {DOMRect|null} box @param {boolean} [isLong] somebody presses for long */
    look: (piece, box, isLong = false) => look(piece?.[1] ?? null, box, isLong ? 0 : LOOK_MS),
    hide,
  };
}
