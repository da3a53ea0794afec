// What a thing is, told to who looks at it for a while: by pointer, by focus, by a long press.

import { el, put, write } from "./dom.js";
import { t } from "./i18n.js";

/** @typedef {{name: string, text: string, address: string, label: string, picture?: string}} Told `label`: of the link, for who listens */

const LOOK_MS = 700; // whoever only passes by is not told
const LEAVE_MS = 300; // time to go over to what is told
const GAP = 8;
const WIDE = 700;
const STILL_PX = 8; // a finger that goes further drags
const GONE_MS = 400; // what is told goes with what it was about

/** @param {HTMLElement} page */
function makeCard(page) {
  const name = el("b");
  const text = el("span");
  const picture = el("img", { alt: "", width: 160, height: 110 });
  const link = el("a", { target: "_blank" }, t("More"));
  const root = el("div", { class: "look-card", role: "note", hidden: true }, picture, el("p", {}, name, " ", text, " ", link));
  page.append(root);
  return { root, name, text, picture, link };
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

/**
 * @param {HTMLElement} page with everything that is looked at
 * @param {{places: string, read: (place: Element) => Told|null}} about `places`: what the pointer or the focus has to be on
 * @param {AbortSignal} signal
 */
export function mountLookCard(page, { places, read }, signal) {
  /** @type {ReturnType<typeof makeCard>|null} made for who looks the first time */
  let card = null;
  let timer = 0;
  let isPressed = false; // a finger has called it up and is not lifted yet
  let isShown = false;
  /** Where a button or a finger went down last. @type {{x: number, y: number}|null} */
  let pressed = null;
  /** What is told about, if it is a thing of the page. @type {Element|null} */
  let subject = null;

  /** @param {Told} told @param {DOMRect} box what it is about */
  function show(told, box) {
    if (subject && !subject.isConnected) return;
    card ??= makeCard(page);
    isShown = true;
    timer = window.setTimeout(watch, GONE_MS);
    write(card.name, told.name);
    write(card.text, told.text);
    put(card.picture, { src: told.picture, hidden: !told.picture });
    put(card.link, { href: told.address, "aria-label": told.label });
    card.root.hidden = false;
    place(card.root, box);
  }

  function watch() {
    if (subject && !subject.isConnected) hide();
    else if (isShown) timer = window.setTimeout(watch, GONE_MS);
  }

  function hide() {
    clearTimeout(timer);
    if (isPressed && isShown) return;
    isShown = false;
    if (card) card.root.hidden = true;
  }

  /** @param {Told|null} told @param {DOMRect|null} box @param {number} [after] */
  function look(told, box, after = LOOK_MS) {
    clearTimeout(timer);
    if (told && box) timer = window.setTimeout(() => show(told, box), after);
    else if (isShown && !isPressed) timer = window.setTimeout(hide, LEAVE_MS);
  }

  /** @param {EventTarget|null} target */
  function lookAt(target) {
    const place = target instanceof Element ? target.closest(places) : null;
    if (!place) return;
    subject = place;
    look(read(place), place.getBoundingClientRect());
  }

  const isInCard = (/** @type {EventTarget|null} */ target) => target instanceof Node && Boolean(card?.root.contains(target));

  /** Has the pointer stayed where it was pressed? What comes to lie under it then is not looked at. @param {Event} event */
  const hasStayed = (event) =>
    event instanceof PointerEvent && pressed !== null && Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) <= STILL_PX;

  /** @param {Event} event */
  function looked(event) {
    const { target } = event;
    // What was chosen by pointer has the focus too: that is no look.
    if (event.type === "focusin" && target instanceof Element && !target.matches(":focus-visible")) return;
    if (isInCard(target)) clearTimeout(timer);
    else if (!hasStayed(event)) lookAt(target);
  }

  /** @param {Event} event */
  function left(event) {
    const { target } = event;
    // A finger has gone nowhere: the board only takes its pointer over.
    if (event instanceof PointerEvent && event.pointerType !== "mouse") return;
    if (target instanceof Element && (isInCard(target) || target.closest(places))) look(null, null);
  }

  for (const kind of ["pointerover", "focusin"]) page.addEventListener(kind, looked, { signal });
  for (const kind of ["pointerout", "focusout"]) page.addEventListener(kind, left, { signal });
  // A finger that stays is looking; one that goes up again has chosen.
  page.addEventListener("pointerdown", (event) => {
    if (isInCard(event.target)) return;
    isPressed = false;
    hide();
    pressed = { x: event.clientX, y: event.clientY };
    if (event.pointerType === "mouse") return;
    isPressed = true;
    lookAt(event.target);
  }, { signal });
  window.addEventListener("pointermove", ({ clientX, clientY }) => {
    if (isPressed && !isShown && pressed && Math.hypot(clientX - pressed.x, clientY - pressed.y) > STILL_PX) clearTimeout(timer);
  }, { signal, passive: true });
  for (const kind of ["pointerup", "pointercancel"]) {
    window.addEventListener(kind, () => {
      if (!isShown) clearTimeout(timer);
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
    /** What the page finds by itself. @param {Told|null} told @param {DOMRect|null} box @param {boolean} [isLong] somebody presses for long */
    look(told, box, isLong = false) {
      subject = null;
      look(told, box, isLong ? 0 : LOOK_MS);
    },
    hide,
  };
}
