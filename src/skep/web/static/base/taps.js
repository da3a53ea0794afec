// A tap as soon as the finger is up, however long it rested: browsers give no click after a long press.

const SLACK_PX = 10;
const CLICK_MS = 700; // within this time the browser's own click tells the same once more

/**
 * @param {HTMLElement} root
 * @param {string} selector of what is tapped
 * @param {(node: Element) => void} act
 * @param {AbortSignal} signal
 */
export function listenToTaps(root, selector, act, signal) {
  /** @type {{id: number, node: Element, x: number, y: number}|null} */
  let pressed = null;
  let tappedMs = -Infinity;
  const nodeOf = (/** @type {Event} */ event) => /** @type {Element} */ (event.target).closest(selector);

  root.addEventListener("pointerdown", (event) => {
    const node = event.pointerType === "mouse" ? null : nodeOf(event);
    pressed = node && { id: event.pointerId, node, x: event.clientX, y: event.clientY };
  }, { signal });
  root.addEventListener("pointerup", (event) => {
    const begun = pressed;
    pressed = null;
    if (begun?.id !== event.pointerId || Math.hypot(event.clientX - begun.x, event.clientY - begun.y) > SLACK_PX) return;
    tappedMs = event.timeStamp;
    act(begun.node);
  }, { signal });
  root.addEventListener("click", (event) => {
    const isSame = event.detail !== 0 && event.timeStamp - tappedMs < CLICK_MS;
    const node = nodeOf(event);
    if (node && !isSame) act(node);
  }, { signal });
}
