// The first tiles of a round come quickly: their symbols are turned while the page has nothing else to do.

import { copied, DIRECTIONS } from "./drawing.js";
import { COLORS } from "./tiles.js";

/** Where a browser does not tell when it is idle, one at a time. @param {IdleRequestCallback} act */
const soon = (act) => setTimeout(() => act({ didTimeout: false, timeRemaining: () => 0 }));

export function turnAhead() {
  const names = ["ruche-", "ruche-small-"].flatMap((kind) => [...COLORS, "bee", "blank"].map((part) => kind + part));
  const wanted = names.flatMap((name) => DIRECTIONS.map((direction) => ({ name, direction })));
  const idle = window.requestIdleCallback ?? soon;
  const turn = (/** @type {IdleDeadline} */ deadline) => {
    do {
      const next = wanted.pop();
      if (!next) return;
      copied(next.name, next.direction);
    } while (deadline.timeRemaining() > 1);
    idle(turn);
  };
  idle(turn);
}
