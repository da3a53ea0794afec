// What the engine thinks of the newest position: once as a hint, or after every move.

/** @typedef {import("../net/messages.js").AnalysisProgress} Thought */
/**
 * @typedef {object} Thoughts
 * @property {{id: string, ply: number}|null} asked the question under way; the server takes one at a time
 * @property {Thought|null} answer
 * @property {number|null} refused the ply it would not be asked about
 * @property {boolean} isHint a hint is wanted
 * @property {boolean} isAlways every position is to be looked at
 */
/**
 * @typedef {import("../net/messages.js").ServerFrame | {type: "hint"} | {type: "think", isOn: boolean}
 *   | {type: "asked", id: string, ply: number} | {type: "connection", state: string} | {type: "moved"}} ThoughtAction
 */

/** @type {Thoughts} */
export const NO_THOUGHTS = Object.freeze({ asked: null, answer: null, refused: null, isHint: false, isAlways: false });

/** @param {Thoughts} thoughts @param {ThoughtAction} action @returns {Thoughts} */
export function reduceThoughts(thoughts, action) {
  const { asked } = thoughts;
  switch (action.type) {
    case "hint":
      return { ...thoughts, isHint: true, refused: null };
    case "think":
      return { ...thoughts, isAlways: action.isOn };
    case "asked":
      return { ...thoughts, asked: { id: action.id, ply: action.ply } };
    case "analysis":
      return { ...thoughts, answer: action, asked: action.done && action.id === asked?.id ? null : asked };
    case "refused":
      return asked && action.id === asked.id ? { ...thoughts, asked: null, refused: asked.ply } : thoughts;
    case "connection":
      // A new socket: nothing of what was asked will be answered.
      return action.state === "open" || !asked ? thoughts : { ...thoughts, asked: null };
    case "moved":
      return { ...thoughts, answer: null, refused: null, isHint: false };
    default:
      return thoughts;
  }
}

/** @param {Thoughts} thoughts @param {number} ply @returns {Thought|null} */
export const thoughtAbout = ({ answer }, ply) => (answer?.ply === ply && answer.line.length ? answer : null);

/**
 * Is there a question to ask now?
 * @param {Thoughts} thoughts @param {number} ply of the newest position @param {boolean} isFollowed may it be looked at unasked?
 */
export function isWorthAsking({ asked, answer, refused, isHint, isAlways }, ply, isFollowed) {
  if (asked || answer?.ply === ply || refused === ply) return false;
  return isHint || (isAlways && isFollowed);
}
