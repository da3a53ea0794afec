// Questions about a position: what may be played, and why not. The server answers; nothing is kept there.

/**
 * @typedef {{game_type: string, opening_queen: string, moves: readonly string[], passed?: boolean}} Line
 *   `passed`: as if the side to move had passed
 * @typedef {import("./messages.js").Look} Look
 * @typedef {import("./messages.js").Scored} Scored
 */

/** @param {string} path @param {object} body */
async function post(path, body) {
  const response = await fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const answer = await response.json();
  if (!response.ok) throw Object.assign(new Error(answer.message), answer);
  return answer;
}

/** @param {Line} line */
export const keyOfLine = (line) => `${line.game_type};${line.opening_queen};${line.moves.join(";")}${line.passed ? ";?" : ""}`;

/** What was asked lately, so that stepping back and forth asks nothing twice. */
export function createLooks() {
  /** @type {Map<string, Look>} */
  const known = new Map();
  /** @type {Map<string, Promise<Look|null>>} */
  const asked = new Map();
  return {
    /** @param {Line} line */
    get: (line) => known.get(keyOfLine(line)) ?? null,
    /** @param {Line} line @param {Look} look */
    put(line, look) {
      known.set(keyOfLine(line), look);
      if (known.size > 200) known.delete(known.keys().next().value ?? "");
    },
    /** @param {Line} line @returns {Promise<Look|null>} */
    ask(line) {
      const key = keyOfLine(line);
      const found = known.get(key);
      if (found) return Promise.resolve(found);
      const waiting = asked.get(key);
      if (waiting) return waiting;
      const question = post("/api/hive/look", line)
        .then((look) => {
          this.put(line, look);
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
 * @param {Line} line @param {string} piece @param {{q: number, r: number}} to
 * @returns {Promise<{code: string, params: any}|null>}
 */
export async function askWhy(line, piece, to) {
  const answer = await post("/api/hive/why", { ...line, piece, to: [to.q, to.r] });
  return answer.reason;
}

/** @param {Line} line @returns {Promise<Scored>} */
export const askScore = (line) => post("/api/hive/score", line);
