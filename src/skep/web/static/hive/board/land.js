// The cells of a board as they are told to somebody who does not see them.

import { t } from "../../base/i18n.js";
import { around, cellOf, keyOf, STEPS } from "../../hexes/geometry.js";
import { besideName, directionOf, kindName, stackName } from "../words.js";
import { liftOf } from "./tiles.js";

/** @typedef {import("./board.js").Target} Target */

/**
 * @param {import("./view.js").View} view
 * @returns {import("../../hexes/cells.js").Land}
 */
export function createLand(view) {
  /** @type {ReadonlyMap<string, Target>} where the chosen piece may go */
  let goals = new Map();
  /** @type {readonly Target[]|null} */
  let goalsOf = null;

  function readGoals() {
    const { targets } = view;
    if (targets !== goalsOf) {
      goalsOf = targets;
      goals = new Map(targets.map((target) => [keyOf(target.to.q, target.to.r), target]));
    }
    return goals;
  }

  /** @param {string} key */
  function emptyName(key) {
    const cell = cellOf(key);
    for (let n = 0; n < STEPS.length; n += 1) {
      const stack = view.stacks.get(keyOf(cell.q + STEPS[n][0], cell.r + STEPS[n][1]));
      if (stack) return besideName(`${directionOf(view.layout, STEPS[(n + 3) % 6])} ${stack[stack.length - 1].id}`);
    }
    return view.stacks.size ? t("empty cell") : t("empty cell, in the middle");
  }

  /** Where cells are pointed at, empty ones count as well. */
  const cellsBeside = () => [...view.stacks.keys()].flatMap((key) => around(cellOf(key)).map((cell) => keyOf(cell.q, cell.r)));

  return {
    layout: () => view.layout,
    matters: () => new Set([...view.stacks.keys(), ...readGoals().keys(), ...(view.props.taps ? cellsBeside() : [])]),
    describe(key) {
      const stack = view.stacks.get(key);
      const goal = readGoals().get(key);
      const top = stack ? stack[stack.length - 1].id : null;
      const { pinned, throwers } = view.props;
      const what = stack && top ? stackName(stack, pinned?.includes(top) ?? false, throwers?.includes(top)) : emptyName(key);
      return {
        label: goal ? `${what}, ${kindName(goal.kind)}` : what,
        lift: liftOf(stack ? stack.length - 1 : 0),
        pressed: stack ? top === view.selected : null,
      };
    },
    /** On a piece, beside one, and every target. */
    isNear(key) {
      const { stacks } = view;
      if (!stacks.size && key === keyOf(0, 0)) return true;
      return stacks.has(key) || around(cellOf(key)).some((cell) => stacks.has(keyOf(cell.q, cell.r))) || readGoals().has(key);
    },
    first: () => readGoals().keys().next().value ?? view.stacks.keys().next().value ?? keyOf(0, 0),
  };
}
