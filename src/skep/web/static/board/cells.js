// The board for keyboards and screen readers: every cell that matters is a button with a name.

import { keyed, put, svg } from "../base/dom.js";
import { t } from "../base/i18n.js";
import { around, cellOf, centreOf, corners, keyOf, neighbourTowards } from "./hexes.js";
import { liftOf } from "./tiles.js";
import { kindName, pieceName } from "./words.js";

// Degrees on the screen. The block of Home, End, Page up and Page down has the four slants.
const KEYS = {
  ArrowRight: 0,
  PageUp: 60,
  ArrowUp: 90,
  Home: 120,
  ArrowLeft: 180,
  End: 240,
  ArrowDown: 270,
  PageDown: 300,
  6: 0,
  9: 60,
  7: 120,
  4: 180,
  1: 240,
  3: 300,
};

/**
 * @param {SVGElement} layer
 * @param {{activate(key: string): void, cancel(): void, letter(bug: string, back: boolean): boolean,
 *          focused(key: string|null): void}} on
 * @param {AbortSignal} signal
 */
export function createCells(layer, on, signal) {
  let current = keyOf(0, 0);
  let leaning = 15;
  const stones = svg("g");
  const spots = svg("g");
  layer.append(stones, spots);
  /** @type {any} */
  let scene = null;

  layer.addEventListener(
    "keydown",
    (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || !scene) return;
      const key = event.key;
      const degrees = KEYS[/** @type {keyof typeof KEYS} */ (key)];
      if (degrees !== undefined) {
        event.preventDefault();
        const upright = degrees === 90 || degrees === 270;
        const next = neighbourTowards(scene.layout, cellOf(current), degrees, upright ? leaning : 1);
        if (upright) leaning = -leaning;
        if (scene.reach.has(keyOf(next.q, next.r))) go(keyOf(next.q, next.r));
      } else if (key === "Enter" || key === " ") {
        event.preventDefault();
        on.activate(current);
      } else if (key === "Escape") {
        on.cancel();
      } else if (key.length === 1 && /[a-z]/i.test(key) && on.letter(key.toUpperCase(), event.shiftKey)) {
        event.preventDefault();
      }
    },
    { signal },
  );
  layer.addEventListener(
    "click",
    (event) => {
      if (event.detail !== 0 || (event instanceof PointerEvent && event.pointerType)) return;
      const key = /** @type {Element} */ (event.target).closest("[data-key]")?.getAttribute("data-key");
      if (key) on.activate(key);
    },
    { signal },
  );
  layer.addEventListener(
    "focusin",
    (event) => {
      const key = /** @type {Element} */ (event.target).getAttribute("data-key");
      if (key) {
        current = key;
        on.focused(key);
        for (const node of layer.querySelectorAll("[tabindex='0']")) put(node, { tabindex: -1 });
        put(/** @type {Element} */ (event.target), { tabindex: 0 });
      }
    },
    { signal },
  );
  layer.addEventListener("focusout", () => on.focused(null), { signal });

  /** @param {string} key */
  function go(key) {
    current = key;
    draw(scene);
    const node = layer.querySelector(`[data-key="${key}"]`);
    if (node instanceof SVGElement) node.focus({ preventScroll: true });
  }

  /** @param {any} next */
  function draw(next) {
    scene = next;
    const { layout, stacks, targets, props, selected } = scene;
    /** @type {Set<string>} */
    const reach = new Set(stacks.keys());
    for (const key of stacks.keys()) for (const cell of around(cellOf(key))) reach.add(keyOf(cell.q, cell.r));
    for (const key of targets.keys()) reach.add(key);
    if (reach.size === 0) reach.add(keyOf(0, 0));
    scene.reach = reach;
    const hadFocus = layer.contains(document.activeElement);
    if (!reach.has(current)) current = targets.keys().next().value ?? reach.values().next().value ?? "0,0";
    const points = corners(layout, 0.93);
    const make = () => svg("g", { role: "button", tabindex: -1, class: "cell" }, svg("polygon"));
    /** @param {Element} node @param {{key: string, at: {x: number, y: number}}} item */
    const update = (node, { key, at }) => {
      const stack = stacks.get(key) ?? [];
      const lift = liftOf(Math.max(0, stack.length - 1));
      put(/** @type {Element} */ (node.firstElementChild), { points });
      put(node, {
        transform: `translate(${at.x.toFixed(1)} ${(at.y - lift).toFixed(1)})`,
        tabindex: key === current ? 0 : -1,
        "aria-label": nameOf(key, stack, targets.get(key), props),
        "aria-pressed": stack.length ? String(stack[stack.length - 1].id === selected) : null,
      });
    };
    const inReadingOrder = (/** @type {Iterable<string>} */ keys) =>
      [...keys]
        .map((key) => ({ key, at: centreOf(layout, cellOf(key)) }))
        .sort((a, b) => a.at.y - b.at.y || a.at.x - b.at.x);
    keyed(stones, inReadingOrder(stacks.keys()), (item) => item.key, make, update);
    // Empty cells come and go by the dozen: their nodes are kept, renamed and hidden.
    const empty = new Set([...targets.keys(), current].filter((key) => !stacks.has(key)));
    const items = inReadingOrder(empty);
    const focused = spots.contains(document.activeElement) ? document.activeElement : null;
    items.forEach((item, n) => {
      const node = spots.children[n] ?? spots.appendChild(make());
      update(node, item);
      put(node, { "data-key": item.key, display: null });
    });
    for (let n = items.length; n < spots.children.length; n += 1) {
      put(spots.children[n], { display: "none", "data-key": null, "aria-label": null, tabindex: null });
    }
    if (focused && focused.getAttribute("data-key") !== current) {
      const node = layer.querySelector(`[data-key="${current}"]`);
      if (node instanceof SVGElement) node.focus({ preventScroll: true });
    }
    if (hadFocus && !layer.contains(document.activeElement)) {
      const node = layer.querySelector(`[data-key="${current}"]`);
      if (node instanceof SVGElement) node.focus({ preventScroll: true });
    }
  }

  /**
   * "white ant 1, pinned, on black beetle 2"
   * @param {string} key @param {{id: string}[]} stack @param {any} target @param {any} props
   */
  function nameOf(key, stack, target, props) {
    const parts = [];
    if (stack.length) {
      const top = stack[stack.length - 1].id;
      parts.push(pieceName(top));
      if (props.pinned?.includes(top)) parts.push(t("pinned"));
      for (const piece of [...stack].reverse().slice(1)) {
        parts.push(t("on {piece}", { piece: pieceName(piece.id) }));
      }
    } else {
      parts.push(t("empty cell"), beside(key));
    }
    if (target) parts.push(kindName(target.kind));
    return parts.filter(Boolean).join(", ");
  }

  /** Where an empty cell lies, told by a neighbour. @param {string} key */
  function beside(key) {
    const cell = cellOf(key);
    const words = [t("west of {piece}"), t("south-west of {piece}"), t("south-east of {piece}"),
      t("east of {piece}"), t("north-east of {piece}"), t("north-west of {piece}")];
    const near = around(cell);
    for (let n = 0; n < 6; n += 1) {
      const stack = scene.stacks.get(keyOf(near[n].q, near[n].r));
      if (stack) return words[n].replace("{piece}", pieceName(stack[stack.length - 1].id));
    }
    return scene.stacks.size ? "" : t("in the middle");
  }

  return { draw, go, get current() { return current; }, destroy: () => layer.replaceChildren() };
}
