// The list of moves of a game. What a row shows is the kind's own.

import { afterFrame, el, keyed, put } from "../base/dom.js";

/**
 * @template {{key: string}} L
 * @typedef {{moves: readonly string[], shown: number, notes?: readonly string[], look: L}} MovesProps `shown`: the ply looked at;
 *   `look`: how the kind writes its rows
 */

/** @param {HTMLElement} list */
function scrollToCurrent(list) {
  const item = list.querySelector('[aria-current="step"]')?.parentElement;
  if (!item) return;
  const top = item.offsetTop - list.offsetTop;
  if (top < list.scrollTop || top + item.offsetHeight > list.scrollTop + list.clientHeight) {
    list.scrollTop = top - list.clientHeight / 2;
  }
}

/**
 * @template {{key: string}} L
 * @param {HTMLElement} root an ol
 * @param {MovesProps<L>} first
 * @param {{row(text: string, look: L): Element[], show(ply: number): void}} on
 */
export function mountMoves(root, first, on) {
  const life = new AbortController();
  let props = first;
  let isWaiting = false;
  let scrolledTo = -1;

  root.addEventListener("click", (event) => {
    const ply = /** @type {Element} */ (event.target).closest("button[data-ply]")?.getAttribute("data-ply");
    if (ply) on.show(Number(ply));
  }, { signal: life.signal });

  /** @param {{text: string, ply: number}} item */
  function make({ text, ply }) {
    const number = el("span", { class: "move__number" }, String(ply));
    return el("li", {}, el("button", { type: "button", class: "move", "data-ply": ply }, number, ...on.row(text, props.look)));
  }

  function draw() {
    isWaiting = false;
    if (life.signal.aborted) return;
    const { moves, shown, notes = [], look } = props;
    keyed(
      root,
      moves.map((text, n) => ({ text, ply: n + 1 })),
      (item) => `${item.ply}:${item.text}:${look.key}`,
      make,
      (node, item) => {
        put(/** @type {Element} */ (node.firstElementChild), { "aria-current": item.ply === shown ? "step" : null });
        const note = notes[item.ply - 1];
        if (note && node.children.length === 1) node.append(el("p", { class: "move__note soft" }, note));
      },
    );
    if (scrolledTo !== shown) afterFrame(scroll);
  }

  /** To measure lays the whole page out. */
  function scroll() {
    if (root.offsetParent === null) return; // hidden: when it is seen
    scrolledTo = props.shown;
    scrollToCurrent(root);
  }

  draw();
  return {
    /** A long list takes the browser longer than a board: so the board is shown first. @param {MovesProps<L>} next */
    set(next) {
      props = next;
      if (isWaiting) return;
      isWaiting = true;
      afterFrame(draw);
    },
    destroy() {
      life.abort();
      root.replaceChildren();
    },
  };
}
