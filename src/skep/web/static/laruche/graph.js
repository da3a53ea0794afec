// How many tiles each player had, over the time of a round; misses and races are marked.

import { put, svg } from "../base/dom.js";

/**
 * @typedef {object} GraphProps
 * @property {readonly (readonly {t: number, count: number}[])[]} lines by seat
 * @property {readonly {t: number, seat: number, count: number, kind: "miss"|"race", words: string}[]} marks
 * @property {number} from @property {number} to in ms
 * @property {number} at
 */

const [WIDTH, HEIGHT, ROOM] = [1000, 200, 12];

/** @param {HTMLElement} root @param {{seek(t: number): void}} on */
export function mountGraph(root, on) {
  const life = new AbortController();
  const [grid, lines, marks] = [svg("g", { class: "graph__grid" }), svg("g"), svg("g")];
  const cursor = svg("line", { class: "graph__cursor", y1: 0, y2: HEIGHT });
  const picture = svg("svg", { class: "graph", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" }, grid, lines, marks, cursor);
  root.replaceChildren(picture);
  /** @type {GraphProps|null} */
  let drawn = null;
  let [from, to] = [0, 1];

  const x = (/** @type {number} */ t) => ROOM + ((t - from) / Math.max(1, to - from)) * (WIDTH - 2 * ROOM);

  root.addEventListener("pointerdown", (event) => root.setPointerCapture(event.pointerId), { signal: life.signal });
  root.addEventListener("pointermove", (event) => event.buttons && seek(event), { signal: life.signal });
  root.addEventListener("pointerup", seek, { signal: life.signal });

  /** @param {PointerEvent} event */
  function seek(event) {
    const box = picture.getBoundingClientRect();
    const share = (((event.clientX - box.left) / box.width) * WIDTH - ROOM) / (WIDTH - 2 * ROOM);
    on.seek(from + Math.max(0, Math.min(1, share)) * (to - from));
  }

  return {
    /** @param {GraphProps} props */
    set(props) {
      if (drawn?.lines !== props.lines) {
        [from, to] = [props.from, props.to];
        const most = Math.max(1, ...props.lines.flatMap((line) => line.map(({ count }) => count)));
        const y = (/** @type {number} */ count) => HEIGHT - ROOM - (count / most) * (HEIGHT - 2 * ROOM);
        grid.replaceChildren(...[0, 0.5, 1].map((share) => svg("line", { x1: 0, x2: WIDTH, y1: y(most * share), y2: y(most * share) })));
        lines.replaceChildren(...props.lines.map((line, seat) => {
          const path = line.map(({ t, count }, n) => `${n ? `H${x(t).toFixed(1)}V` : `M${x(t).toFixed(1)} `}${y(count).toFixed(1)}`).join("");
          return svg("path", { class: "graph__line", "data-player": seat, d: `${path}H${x(to).toFixed(1)}` });
        }));
        marks.replaceChildren(...props.marks.map(({ t, seat, count, kind, words }) =>
          svg("path", {
            class: `graph__mark graph__mark--${kind}`,
            "data-player": seat,
            transform: `translate(${x(t).toFixed(1)} ${y(count).toFixed(1)})`,
            d: kind === "miss" ? "M-7-12 7 12M7-12-7 12" : "M0-14 8 0 0 14-8 0Z",
          }, svg("title", {}, words))));
      }
      put(cursor, { x1: x(props.at).toFixed(1), x2: x(props.at).toFixed(1) });
      drawn = props;
    },
    destroy() {
      life.abort();
      root.replaceChildren();
    },
  };
}
