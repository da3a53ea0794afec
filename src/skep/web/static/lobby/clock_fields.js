// Sliders beside the fields of a clock: the field takes any number, the slider the usual ones.

import { put, write } from "../base/dom.js";
import { t, tn } from "../base/i18n.js";

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

/** The clock that a form asks for, in few words. @param {{pace: string, minutes: string, seconds: string, days: string}} wish */
export function clockWords({ pace, minutes, seconds, days }) {
  if (pace === "daily") return tn("{n} day a move", "{n} days a move", Number(days));
  if (pace !== "timed") return t("no clock");
  return Number(seconds) ? t("{minutes} min + {seconds} s", { minutes, seconds }) : t("{minutes} min", { minutes });
}

/** @param {Element} chosen shows what its form asks for @param {AbortSignal} signal */
function showChosen(chosen, signal) {
  const form = /** @type {HTMLFormElement} */ (chosen.closest("form"));
  const show = () => {
    const wish = Object.fromEntries(["pace", "minutes", "seconds", "days"].map((name) => [name, String(new FormData(form).get(name) ?? "")]));
    write(chosen, clockWords(/** @type {any} */ (wish)));
  };
  form.addEventListener("input", show, { signal });
  show(); // a page that comes back has its fields filled
}

/** @param {ParentNode} root @param {AbortSignal} signal */
export function mountClockFields(root, signal) {
  for (const chosen of root.querySelectorAll("[data-part=chosen]")) showChosen(chosen, signal);
  for (const slider of root.querySelectorAll("input[data-steps]")) join(/** @type {HTMLInputElement} */ (slider), signal);
}
