// Fingers, pens and mice: a tap, something dragged, a pan, a pinch. It knows no rules.

const SLACK = { mouse: 5, pen: 8, touch: 10 };
const LONG_PRESS_MS = 450;

/**
 * @typedef {object} Hands
 * @property {number} [slack] px before a press is a drag, where it is the same for all pointers
 * @property {(x: number, y: number) => string|null} pieceAt what may be lifted there
 * @property {(x: number, y: number, type: string) => void} tap
 * @property {(id: string, event: PointerEvent) => void} lift a drag begins
 * @property {(x: number, y: number, type: string) => void} carry
 * @property {() => void} drop
 * @property {() => void} cancel
 * @property {(dx: number, dy: number) => void} pan
 * @property {(factor: number, x: number, y: number) => void} zoom
 * @property {(x: number, y: number) => void} hover
 * @property {(x: number, y: number) => void} longPress
 * @property {(x: number, y: number, phase: "start"|"end") => void} draw with the right button
 */

/**
 * @param {SVGElement} surface
 * @param {Hands} hands
 * @param {AbortSignal} signal
 */
export function createPointer(surface, hands, signal) {
  /** @type {Map<number, {x: number, y: number}>} */
  const down = new Map();
  /** @type {{id: number, x: number, y: number, type: string, piece: string|null,
   *          doing: "wait"|"drag"|"pan"|"done"}|null} */
  let lead = null;
  let pinch = 0;
  let timer = 0;

  const local = (/** @type {PointerEvent|WheelEvent} */ event) => {
    const box = surface.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };

  function stopTimer() {
    if (timer) clearTimeout(timer);
    timer = 0;
  }

  function abandon() {
    stopTimer();
    if (lead?.doing === "drag") hands.cancel();
    if (lead) lead.doing = "done";
  }

  /** @param {PointerEvent} event @param {string|null} piece */
  function start(event, piece) {
    const at = local(event);
    down.set(event.pointerId, at);
    if (down.size === 2) {
      abandon();
      pinch = spread();
      return;
    }
    if (down.size > 2) return;
    lead = { id: event.pointerId, ...at, type: event.pointerType, piece, doing: "wait" };
    stopTimer();
    timer = window.setTimeout(() => {
      if (lead?.doing === "wait") hands.longPress(at.x, at.y);
    }, LONG_PRESS_MS);
  }

  function spread() {
    const [a, b] = [...down.values()];
    return Math.hypot(a.x - b.x, a.y - b.y);
  }

  /** @param {PointerEvent} event */
  function move(event) {
    const at = local(event);
    const before = down.get(event.pointerId);
    if (!before) {
      if (event.pointerType === "mouse" && event.target instanceof Node && surface.contains(event.target)) {
        hands.hover(at.x, at.y);
      }
      return;
    }
    down.set(event.pointerId, at);
    if (down.size === 2 && pinch) {
      const now = spread();
      const [a, b] = [...down.values()];
      // First the shift of the middle, so that what lay between the fingers stays there.
      hands.pan((at.x - before.x) / 2, (at.y - before.y) / 2);
      hands.zoom(now / pinch, (a.x + b.x) / 2, (a.y + b.y) / 2);
      pinch = now;
      return;
    }
    if (!lead || lead.id !== event.pointerId) return;
    const slack = hands.slack ?? SLACK[/** @type {keyof typeof SLACK} */ (lead.type)] ?? 8;
    if (lead.doing === "wait" && Math.hypot(at.x - lead.x, at.y - lead.y) > slack) {
      stopTimer();
      lead.doing = lead.piece ? "drag" : "pan";
      if (lead.piece) hands.lift(lead.piece, event);
    }
    if (lead.doing === "drag") hands.carry(at.x, at.y, lead.type);
    else if (lead.doing === "pan") hands.pan(at.x - before.x, at.y - before.y);
  }

  /** @param {PointerEvent} event */
  function end(event) {
    const at = local(event);
    if (!down.delete(event.pointerId)) return;
    stopTimer();
    pinch = 0;
    if (!lead || lead.id !== event.pointerId) return;
    const { doing, type } = lead;
    lead = null;
    if (doing === "drag") hands.drop();
    else if (doing === "wait") hands.tap(at.x, at.y, type);
  }

  surface.addEventListener(
    "pointerdown",
    (event) => {
      if (event.button === 2) {
        const at = local(event);
        hands.draw(at.x, at.y, "start");
        return;
      }
      if (event.button !== 0) return;
      const at = local(event);
      start(event, hands.pieceAt(at.x, at.y));
    },
    { signal },
  );
  window.addEventListener("pointermove", move, { signal });
  window.addEventListener(
    "pointerup",
    (event) => {
      if (event.button === 2) {
        const at = local(event);
        hands.draw(at.x, at.y, "end");
        return;
      }
      end(event);
    },
    { signal },
  );
  window.addEventListener(
    "pointercancel",
    (event) => {
      if (!down.delete(event.pointerId)) return;
      abandon();
      lead = null;
    },
    { signal },
  );
  surface.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      const at = local(event);
      const step = event.deltaMode === 1 ? event.deltaY * 24 : event.deltaY;
      hands.zoom(Math.exp(-Math.max(-120, Math.min(120, step)) * 0.0022), at.x, at.y);
    },
    { signal, passive: false },
  );
  surface.addEventListener("contextmenu", (event) => event.preventDefault(), { signal });

  return {
    /** A press that began outside of the surface. */
    start,
    abandon,
    destroy: stopTimer,
  };
}
