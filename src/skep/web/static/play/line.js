// The connection: a word about it, a bar when it has been lost for a while, and how many watch.

import { put, write } from "../base/dom.js";
import { t, tn } from "../base/i18n.js";

const OFFLINE_AFTER_MS = 2000;

/** @typedef {{connection: string, latency: number|null, lostAt: number|null, spectators: number}} LineProps */

/** @param {{connection: string, latency: number|null}} line */
export function connectionWords(line) {
  if (line.connection !== "open") return t("reconnecting…");
  return line.latency === null ? t("connected") : t("{ms} ms", { ms: line.latency });
}

/**
 * @param {(name: string) => HTMLElement} part
 * @param {LineProps} first
 */
export function mountLine(part, first) {
  let timer = 0;

  /** @param {LineProps} props */
  function set(props) {
    clearTimeout(timer);
    const lostFor = props.connection === "open" || props.lostAt === null ? 0 : Date.now() - props.lostAt;
    const isLost = props.connection !== "open" && props.lostAt !== null;
    part("offline").hidden = !isLost || lostFor < OFFLINE_AFTER_MS;
    if (isLost && lostFor < OFFLINE_AFTER_MS) timer = window.setTimeout(() => set(props), OFFLINE_AFTER_MS - lostFor);
    write(part("connection"), connectionWords(props));
    put(part("connection"), { "data-state": props.connection });
    write(part("spectators"), props.spectators ? tn("{n} watching", "{n} watching", props.spectators) : "");
  }

  set(first);
  return { set, destroy: () => clearTimeout(timer) };
}
