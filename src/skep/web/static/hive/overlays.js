// What is shown of a position on request: gates, and to who only watches the pinned pieces. It is asked for when
// somebody wants to see it.

import { choicesAhead, choicesNow } from "./choices.js";
import { lineAt } from "./game.js";

const AGAIN_MS = 2000;

/** Is there anything to ask for what is to be seen? @param {import("./screen.js").HiveState} state */
function needsLook({ table, own }) {
  const knowsPins = own.shown === null && (choicesNow(table) ?? choicesAhead(table)) !== null;
  return own.overlays.gates || (own.overlays.pinned && !knowsPins);
}

/**
 * @param {import("./screen.js").Desk} desk
 * @param {ReturnType<typeof import("./looks.js").createLooks>} looks
 * @param {{later(act: () => void): void, signal: AbortSignal}} on `later`: when the position has been drawn
 */
export function createOverlays({ dispatch }, looks, { later, signal }) {
  /** @type {readonly string[]|null} the line that was asked about */
  let asked = null;
  let timer = 0;
  signal.addEventListener("abort", () => clearTimeout(timer), { once: true });

  return {
    /** @param {import("./screen.js").HiveState} state */
    follow(state) {
      const { table, own } = state;
      const line = lineAt(table, own.shown ?? undefined);
      if (!needsLook(state) || looks.get(line)) return;
      if (asked && asked.length === line.moves.length && asked.every((move, n) => move === line.moves[n])) return;
      asked = line.moves;
      later(async () => {
        if (signal.aborted) return;
        if (await looks.ask(line)) dispatch({ type: "answered" });
        else {
          timer = window.setTimeout(() => {
            asked = null;
            dispatch({ type: "answered" });
          }, AGAIN_MS);
        }
      });
    },
  };
}
