// Commands that are under way. What is confirmed comes from the server alone; what is drawn is that with
// these applied to it again, in their order.

/** @typedef {import("./messages.js").Command} Command */
/** @typedef {{id: string, command: Command, seq?: number}} Pending `seq`: it is stored, its event is on the way */

export const MOST_PENDING = 8;

/** @type {readonly Pending[]} */
export const NOTHING_PENDING = Object.freeze([]);

/** @param {readonly Pending[]} pending @param {readonly Pending[]} left */
const changed = (pending, left) => (left.length === pending.length ? pending : left);

/**
 * One more; the same list where it is full.
 * @param {readonly Pending[]} pending @param {string} id @param {Command} command
 */
export function withCommand(pending, id, command) {
  return pending.length >= MOST_PENDING ? pending : [...pending, { id, command }];
}

/**
 * It is stored for good. It stays until its event is here: the two may come in any order.
 * @param {readonly Pending[]} pending @param {string} id @param {number|null|undefined} seq @param {number} head
 */
export function acknowledged(pending, id, seq, head) {
  if (!seq || seq <= head) return without(pending, id);
  return pending.some((one) => one.id === id) ? pending.map((one) => (one.id === id ? { ...one, seq } : one)) : pending;
}

/** It was refused. @param {readonly Pending[]} pending @param {string|null|undefined} id */
export function without(pending, id) {
  return changed(pending, pending.filter((one) => one.id !== id));
}

/**
 * After news: what is known by now waits no longer.
 * @param {readonly Pending[]} pending @param {number} head @param {(command: Command) => boolean} stands may it still come about?
 */
export function stillPending(pending, head, stands) {
  return changed(pending, pending.filter(({ command, seq }) => (seq ?? Infinity) > head && stands(command)));
}

/**
 * The confirmed state with all that is pending. What does not fit any more is left out, and named.
 * @template C
 * @param {C} confirmed @param {readonly Pending[]} pending
 * @param {(state: C, command: Command) => C|null} apply null: it does not fit
 * @returns {{drawn: C, misfits: readonly Pending[]}}
 */
export function reapplied(confirmed, pending, apply) {
  let drawn = confirmed;
  /** @type {readonly Pending[]} */
  let misfits = NOTHING_PENDING;
  for (const one of pending) {
    const next = apply(drawn, one.command);
    if (next === null) misfits = [...misfits, one];
    else drawn = next;
  }
  return { drawn, misfits };
}
