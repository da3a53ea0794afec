// Drawing in pieces: what a slow machine has no time for in one frame is drawn with the next.

const PIECE_MS = 3; // of script; style, layout and paint take several times as long
const MOST_WAITED = 4; // frames

/** @param {() => boolean} isBusy has this frame something more urgent to draw? */
export function createPieces(isBusy) {
  /** In the order in which they were asked for. @type {Map<string, () => void>} */
  const due = new Map();
  let frame = 0;
  let waited = 0;

  /** @param {number} most ms */
  function drawFor(most) {
    const begun = performance.now();
    for (const [name, draw] of due) {
      due.delete(name);
      draw();
      if (performance.now() - begun > most) break;
    }
  }

  function step() {
    frame = 0;
    waited += 1;
    if (!isBusy() || waited >= MOST_WAITED) {
      waited = 0;
      drawFor(PIECE_MS);
    }
    if (due.size) frame = requestAnimationFrame(step);
  }

  return {
    /** Draw this in one of the next frames, by what is true then. @param {string} name @param {() => void} draw */
    ask(name, draw) {
      if (!due.has(name)) due.set(name, draw);
      if (!frame) frame = requestAnimationFrame(step);
    },
    /** All that is due, now. */
    finish() {
      drawFor(Infinity);
    },
    destroy() {
      cancelAnimationFrame(frame);
      due.clear();
    },
  };
}
