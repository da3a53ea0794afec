// The form for a free deal: what is chosen, and what goes together.

/** @typedef {Record<string, string|number|boolean>} Options */

/** Silhouettes that have a shape of their own, of twelve cells. @param {string} silhouette */
const hasShape = (silhouette) => silhouette !== "none" && silhouette !== "shadow";

/** What a form asks for, as the server takes it. @param {FormData} form @returns {Options} */
export function dealOptions(form) {
  const silhouette = String(form.get("silhouette") ?? "none");
  return {
    size: hasShape(silhouette) ? 12 : Number(form.get("size") ?? 12),
    reading: String(form.get("reading") ?? "third"),
    strict: form.get("strict") === "on",
    silhouette,
    grade: silhouette === "none" ? String(form.get("grade") ?? "any") : "any",
  };
}

/**
 * Shows what is chosen and closes what does not go with it.
 * @param {HTMLFormElement} form @param {HTMLElement} sizeText @param {AbortSignal} signal
 */
export function mountDealForm(form, sizeText, signal) {
  let wished = "";

  function draw() {
    const { silhouette } = dealOptions(new FormData(form));
    const size = /** @type {HTMLInputElement} */ (form.elements.namedItem("size"));
    const isShaped = hasShape(String(silhouette));
    if (isShaped && !size.disabled) wished = size.value;
    if (!isShaped && size.disabled) size.value = wished;
    size.disabled = isShaped;
    if (isShaped) size.value = "12";
    sizeText.textContent = size.value;
    for (const field of form.querySelectorAll("[name=grade]")) /** @type {HTMLInputElement} */ (field).disabled = silhouette !== "none";
  }
  form.addEventListener("input", draw, { signal });
  draw();
}
