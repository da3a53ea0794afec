// What may be played in the newest position: now, or for later while the other side thinks. The one place that
// knows where a live game has it from.

import { optionsOf } from "./game.js";
import { targetsOf } from "./scene.js";

/** @typedef {import("./game.js").HiveTable} HiveTable */
/**
 * @typedef {object} Choices
 * @property {readonly import("./board/board.js").Target[]} targets
 * @property {boolean} mustPass
 */

const AGAIN_MS = 2000;

/** @type {WeakMap<object, Choices>} */
const byLook = new WeakMap();

/** @param {import("../net/messages.js").Look|null} look @returns {Choices|null} */
function choicesOf(look) {
  if (!look) return null;
  let choices = byLook.get(look);
  if (!choices) {
    choices = { targets: targetsOf(look), mustPass: look.must_pass };
    byLook.set(look, choices);
  }
  return choices;
}

/**
 * @param {ReturnType<typeof import("./looks.js").createLooks>} looks
 * @param {{known(): void, later(act: () => void): void, signal: AbortSignal}} on `later`: when the position has been drawn
 */
export function createChoices(looks, { known, later, signal }) {
  /** @type {readonly string[]|null} the moves after which was asked */
  let asked = null;
  let timer = 0;
  signal.addEventListener("abort", () => clearTimeout(timer), { once: true });

  const lineOf = (/** @type {HiveTable} */ table) => ({ ...optionsOf(table.game), moves: table.drawn.moves });

  return {
    /** For the side to move; null: not known yet. @param {HiveTable} table */
    now: (table) => choicesOf(looks.get(lineOf(table))),
    /** For the other side, as if the side to move had passed. @param {HiveTable} table */
    ahead: (table) => choicesOf(looks.get({ ...lineOf(table), passed: true })),
    /** See to it that they will be known. @param {HiveTable} table */
    want(table) {
      const { moves } = table.drawn;
      if (asked === moves) return;
      asked = moves;
      later(async () => {
        if (signal.aborted) return;
        if (await looks.ask(lineOf(table))) known();
        else if (!signal.aborted) {
          timer = window.setTimeout(() => {
            asked = null;
            known();
          }, AGAIN_MS);
        }
      });
    },
    /** @param {HiveTable} table */
    wantAhead(table) {
      void looks.ask({ ...lineOf(table), passed: true }).then((found) => found && known());
    },
  };
}
