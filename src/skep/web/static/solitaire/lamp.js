// The lamp: can it still be solved? It asks anew whenever the table has changed, and at most every so often.

/** @typedef {Exclude<import("./screen.js").Lamp, "off">} Light */

const PAUSE_MS = 350; // so long the table has to stay as it is before it is asked about
const AGAIN_MS = 1200;

/**
 * @param {(query: {game: string}) => Promise<import("../net/messages.js").Lamp>} ask
 * @param {string} game
 * @param {(light: Light) => void} show
 */
export function createLamp(ask, game, show) {
  /** What was asked about last. @type {ReadonlyMap<string, string>|null} */
  let asked = null;
  let timer = 0;
  let turn = 0;

  async function question() {
    const mine = turn;
    try {
      const { solvable } = await ask({ game });
      if (mine === turn) show(solvable === null ? "unknown" : solvable ? "yes" : "no");
    } catch {
      if (mine === turn) timer = window.setTimeout(question, AGAIN_MS);
    }
  }

  function stop() {
    turn += 1;
    clearTimeout(timer);
    asked = null;
  }

  return {
    /** @param {{isOn: boolean, head: number, table: ReadonlyMap<string, string>}} now */
    follow({ isOn, table }) {
      if (!isOn) {
        if (asked) stop();
        return;
      }
      if (asked === table) return;
      stop();
      asked = table;
      show("asking");
      timer = window.setTimeout(question, PAUSE_MS);
    },
    destroy: stop,
  };
}
