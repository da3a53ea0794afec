// One store a page: frozen state, a pure reducer, one redraw per animation frame.

/** @template S @param {S} state @returns {S} the state and what it holds, so that only the reducer makes another */
function frozen(state) {
  if (typeof state !== "object" || state === null) return state;
  for (const part of Object.values(state)) if (typeof part === "object" && part !== null) Object.freeze(part);
  return Object.freeze(state);
}

/**
 * @template S, A
 * @param {S} initial
 * @param {(state: S, action: A) => S} reduce
 */
export function createStore(initial, reduce) {
  let state = frozen(initial);
  let drawn = state;
  let frame = 0;
  /** @type {Set<(state: S, before: S) => void>} */
  const readers = new Set();

  function draw() {
    if (frame) cancelAnimationFrame(frame);
    frame = 0;
    const before = drawn;
    drawn = state;
    for (const reader of readers) reader(drawn, before);
  }

  return {
    get: () => state,
    /** @param {A} action */
    dispatch(action) {
      const next = reduce(state, action);
      if (next === state) return;
      state = frozen(next);
      if (!frame) frame = requestAnimationFrame(draw);
    },
    /** Draw now instead of with the next frame: what a finger did must be seen at once. */
    flush() {
      if (frame) draw();
    },
    /** @param {(state: S, before: S) => void} reader gets the state that was drawn last, too */
    subscribe(reader) {
      readers.add(reader);
      return () => readers.delete(reader);
    },
    destroy() {
      if (frame) cancelAnimationFrame(frame);
      readers.clear();
    },
  };
}
