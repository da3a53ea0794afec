// A drawing that is left alone as long as nothing it reads has changed.

/**
 * @template {readonly unknown[]} A
 * @param {(...inputs: A) => void} draw
 * @returns {(...inputs: A) => void}
 */
export function whenChanged(draw) {
  /** @type {A|null} */
  let before = null;
  return (...inputs) => {
    const old = before;
    if (old && inputs.every((input, n) => Object.is(input, old[n]))) return;
    before = inputs;
    draw(...inputs);
  };
}
