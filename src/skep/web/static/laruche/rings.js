// Rings that run out: around a hand, a player, the table. They show what the server's times say.

/** @typedef {{until: number, total: number, tell?: (leftMs: number) => void}} Span `tell`: how long it still takes, 0 at its end */

const TICK_MS = 80;

/** How much of a span is left, from 0 to 1. @param {Span|null} span @param {number} now */
export function leftOf(span, now) {
  if (!span || span.total <= 0) return 0;
  return Math.max(0, Math.min(1, (span.until - now) / span.total));
}

/** @param {() => number} now server time */
export function createRings(now) {
  /** @type {Map<HTMLElement, Span>} */
  const spans = new Map();
  let ticking = 0;

  function tick() {
    for (const [node, span] of spans) {
      const left = leftOf(span, now());
      span.tell?.(left > 0 ? span.until - now() : 0);
      node.style.setProperty("--left", left.toFixed(3));
      node.toggleAttribute("data-ring", left > 0);
      if (!left) spans.delete(node);
    }
    if (!spans.size) {
      clearInterval(ticking);
      ticking = 0;
    }
  }

  return {
    /** @param {HTMLElement} node @param {Span|null} span null: none */
    set(node, span) {
      if (leftOf(span, now()) > 0) spans.set(node, /** @type {Span} */ (span));
      else if (!spans.has(node)) return;
      else spans.set(node, { ...spans.get(node), until: 0, total: 1 });
      tick();
      if (spans.size && !ticking) ticking = window.setInterval(tick, TICK_MS);
    },
    destroy: () => clearInterval(ticking),
  };
}
