// Sliders beside the fields of a clock: the field takes any number, the slider the usual ones.

import { put } from "../base/dom.js";

/** The place of the step that is nearest to a value. @param {readonly number[]} steps @param {number} value */
export function nearestStep(steps, value) {
  let best = 0;
  steps.forEach((step, n) => {
    if (Math.abs(step - value) < Math.abs(steps[best] - value)) best = n;
  });
  return best;
}

/** @param {HTMLInputElement} slider it names its steps and its field @param {AbortSignal} signal */
function join(slider, signal) {
  const field = /** @type {HTMLInputElement} */ (document.getElementById(slider.dataset.field ?? ""));
  const steps = (slider.dataset.steps ?? "").split(" ").map(Number);

  function follow() {
    slider.value = String(nearestStep(steps, Number(field.value)));
    put(slider, { "aria-valuetext": field.value });
  }

  put(slider, { min: 0, max: steps.length - 1, step: 1 });
  slider.addEventListener("input", () => {
    field.value = String(steps[Number(slider.value)]);
    put(slider, { "aria-valuetext": field.value });
  }, { signal });
  field.addEventListener("input", follow, { signal });
  follow();
  slider.hidden = false;
}

/** @param {ParentNode} root @param {AbortSignal} signal */
export function mountClockFields(root, signal) {
  for (const slider of root.querySelectorAll("input[data-steps]")) join(/** @type {HTMLInputElement} */ (slider), signal);
}
