// One store a page: frozen state, a pure reducer, one redraw per animation frame.

/**
 * @template S, A
 * @param {S} initial
 * @param {(state: S, action: A) => S} reduce
 */
export function createStore(initial, reduce) {
  let state = initial;
  let frame = 0;
  /** @type {Set<(state: S) => void>} */
  const readers = new Set();

  function draw() {
    if (frame) cancelAnimationFrame(frame);
    frame = 0;
    for (const reader of readers) reader(state);
  }

  return {
    get: () => state,
    /** @param {A} action */
    dispatch(action) {
      const next = reduce(state, action);
      if (next === state) return;
      state = Object.freeze(next);
      if (!frame) frame = requestAnimationFrame(draw);
    },
    /** Draw now instead of with the next frame: what a finger did must be seen at once. */
    flush() {
      if (frame) draw();
    },
    /** @param {(state: S) => void} reader */
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
