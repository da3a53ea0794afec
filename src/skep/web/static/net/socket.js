// One socket, at a game or at the list of tables: says hello with what it has, comes back by itself, sends again.

const FIRST_RETRY_MS = 300;
const LONGEST_RETRY_MS = 8000;
const SILENCE_MS = 11_000; // two heartbeats of the server, and a little

/**
 * @template {import("./messages.js").ServerFrame | import("./messages.js").LobbyFrame} F
 * @param {string} where `game/…` or `lobby`
 * @param {{have(): number|null, key: string, hello?: object, waiting(): import("./messages.js").Do[],
 *          frame(frame: F): void, state(state: "connecting"|"open"|"lost"): void}} on
 *   `hello`: what is asked for in the greeting
 */
export function openSocket(where, on) {
  /** @type {WebSocket|null} */
  let socket = null;
  let tries = 0;
  let timer = 0;
  let quiet = 0;
  let heardAt = 0;
  let greeted = false;
  const life = new AbortController();
  const { signal } = life;

  function connect() {
    timer = 0;
    if (signal.aborted) return;
    on.state("connecting");
    greeted = false;
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const mine = new WebSocket(`${scheme}//${location.host}/ws/${where}`);
    socket = mine;
    mine.onopen = () => {
      const have = on.have();
      const hello = { ...on.hello, type: "hello", version: 1, key: on.key, ...(have === null ? {} : { have }) };
      mine.send(JSON.stringify(hello));
    };
    mine.onmessage = (event) => {
      if (mine !== socket) return;
      listen();
      /** @type {F} */
      const frame = JSON.parse(event.data);
      if (frame.type === "heartbeat") mine.send(JSON.stringify({ type: "pong", n: frame.n }));
      if (frame.type === "going_away") {
        drop();
        again(frame.retry_ms);
        return;
      }
      on.frame(frame);
      if ((frame.type === "welcome" || frame.type === "tables") && !greeted) {
        greeted = true;
        tries = 0;
        on.state("open");
        for (const command of on.waiting()) mine.send(JSON.stringify(command));
      }
    };
    mine.onclose = () => {
      if (mine !== socket) return;
      lose();
    };
    listen();
  }

  function listen() {
    clearTimeout(quiet);
    heardAt = Date.now();
    quiet = window.setTimeout(lose, SILENCE_MS);
  }

  /** The line is dead: let go of it and try again by itself. */
  function lose() {
    if (!socket) return;
    drop();
    again(Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** tries) * (0.7 + Math.random() * 0.6));
  }

  /** At once: on a dead line the browser waits a minute for the other end to say goodbye. */
  function drop() {
    clearTimeout(quiet);
    const old = socket;
    socket = null;
    greeted = false;
    if (old) {
      old.onclose = old.onmessage = old.onopen = null;
      old.close();
    }
    on.state("lost");
  }

  /** @param {number} ms */
  function again(ms) {
    if (signal.aborted || timer) return;
    tries += 1;
    timer = window.setTimeout(connect, ms);
  }

  function hurry() {
    if (socket || signal.aborted) return;
    clearTimeout(timer);
    tries = 0;
    connect();
  }
  window.addEventListener("offline", lose, { signal });
  window.addEventListener("online", hurry, { signal });
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) return;
    // A phone that slept kept its timers waiting too.
    if (Date.now() - heardAt > SILENCE_MS) lose();
    hurry();
  }, { signal });

  connect();
  return {
    /** @param {import("./messages.js").ClientFrame} frame @returns {boolean} was it sent? */
    send(frame) {
      if (!socket || !greeted || socket.readyState !== WebSocket.OPEN) return false;
      socket.send(JSON.stringify(frame));
      return true;
    },
    hurry,
    destroy() {
      life.abort();
      clearTimeout(timer);
      drop();
    },
  };
}

let counter = 0;

/** An id for a command; sending it twice is harmless. */
export function commandId() {
  counter += 1;
  const random = crypto.getRandomValues(new Uint32Array(2));
  return `${random[0].toString(36)}${random[1].toString(36)}-${counter}`;
}
