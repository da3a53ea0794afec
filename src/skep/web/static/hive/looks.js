// Questions about a position: what may be played, why not, how the engine sees it. Whoever makes these gives
// the way to ask; the server keeps nothing.

/** @typedef {(path: string, body: object) => Promise<any>} Ask */
/** @typedef {import("../net/messages.js").Look} Look */
/** @typedef {import("../net/messages.js").Scored} Scored */
/**
 * @typedef {{game_type: string, opening_queen: string, moves: readonly string[], passed?: boolean}} Line
 *   `passed`: as if the side to move had passed
 */

const MOST_KNOWN = 200;

/** @param {Line} line */
const keyOfLine = (line) => `${line.game_type};${line.opening_queen};${line.moves.join(";")}${line.passed ? ";?" : ""}`;

/** What was asked lately, so that stepping back and forth asks nothing twice. @param {Ask} ask */
export function createLooks(ask) {
  /** @type {Map<string, Look>} */
  const known = new Map();
  /** @type {Map<string, Promise<Look|null>>} */
  const asked = new Map();

  /** @param {Line} line @param {Look} look */
  function put(line, look) {
    known.set(keyOfLine(line), look);
    if (known.size > MOST_KNOWN) known.delete(known.keys().next().value ?? "");
  }

  return {
    put,
    /** @param {Line} line */
    get: (line) => known.get(keyOfLine(line)) ?? null,
    /** @param {Line} line @returns {Promise<Look|null>} */
    ask(line) {
      const key = keyOfLine(line);
      const found = known.get(key);
      if (found) return Promise.resolve(found);
      const waiting = asked.get(key);
      if (waiting) return waiting;
      const question = ask("/api/hive/look", line)
        .then((look) => {
          put(line, look);
          return look;
        })
        .catch(() => null)
        .finally(() => asked.delete(key));
      asked.set(key, question);
      return question;
    },
  };
}

/**
 * @param {Ask} ask @param {Line} line @param {string} piece @param {{q: number, r: number}} to
 * @returns {Promise<{reason: {code: string, params: any}|null, throws: readonly string[]}>} `throws`: what the piece can throw
 */
export const askWhy = (ask, line, piece, to) => ask("/api/hive/why", { ...line, piece, to: [to.q, to.r] });

/** @param {Ask} ask @param {Line} line @returns {Promise<Scored>} */
export const askScore = (ask, line) => ask("/api/hive/score", line);
