// A page's line to its game: frames become actions, gaps are mended, what waits is sent again.

import { commandId, openSocket } from "../net/socket.js";

/** @typedef {import("../net/messages.js").ServerFrame} ServerFrame */

const WELCOME_TRIP_MS = 400; // how old a welcome may be: it has no measured round trip

/**
 * @template C
 * @param {{game: {id: string}, key?: string}} data
 * @param {object} on
 * @param {() => import("./reducer.js").Table<C>} on.table
 * @param {(action: import("./reducer.js").TableAction) => void} on.dispatch
 * @param {() => void} on.came an event was taken in
 * @param {ReturnType<typeof import("../base/clock.js").createServerClock>} on.clock
 * @param {object} [on.hello] what a kind asks for when it greets
 * @param {(frame: ServerFrame) => void} [on.frame] after it was taken in
 * @param {typeof openSocket} open
 */
export function connect(data, on, open = openSocket) {
  const socket = open(`game/${data.game.id}`, {
    key: data.key ?? "",
    hello: on.hello,
    have: () => on.table().head,
    waiting: () => on.table().pending.map(({ id, command }) => ({ type: "do", id, command })),
    state: (state) => on.dispatch({ type: "connection", state, at: Date.now() }),
    /** @param {ServerFrame} frame */
    frame(frame) {
      if (frame.type === "heartbeat") on.clock.sample(frame.at_ms, frame.latency_ms ?? null);
      else if (frame.type === "welcome") on.clock.sample(frame.at_ms, WELCOME_TRIP_MS);
      on.dispatch(frame);
      if (frame.type === "event") on.came();
      if (on.table().gap) socket.send({ type: "resync", have: on.table().head });
      on.frame?.(frame);
    },
  });
  return {
    send: socket.send,
    hurry: socket.hurry,
    destroy: socket.destroy,
    /** It is drawn as done from now on. @param {import("../net/messages.js").Command} command */
    command(command) {
      const id = commandId();
      on.dispatch({ type: "do", id, command });
      if (!on.table().pending.some((one) => one.id === id)) return; // too many wait already
      socket.send({ type: "do", id, command });
    },
  };
}

/**
 * What was said before, and while the connection was lost.
 * @param {string} game @param {number} after the number of the last line that is known
 * @returns {Promise<import("../net/messages.js").Said[]>}
 */
export async function readChat(game, after) {
  const answer = await fetch(`/api/games/${game}/chat?after=${after}`).catch(() => null);
  if (!answer?.ok) return [];
  const { lines } = await answer.json();
  return lines.map((/** @type {object} */ line) => ({ ...line, type: "said" }));
}
