// A lesson as it goes: which step, what was right in it, misses and hints. Pure; the server judges.

/** @typedef {import("../net/messages.js").LessonTold} LessonTold */
/** @typedef {import("../net/messages.js").Judged} Judged */
/** @typedef {Judged["stage"]} Stage */
/** @typedef {any} Action what was done, as the server reads it */
/** @typedef {{words: string, reason?: {code: string, params: any}}} Remark with the rule that it is about */
/** @typedef {{step: string, actions: number, misses: number, hints: number}} StepResult */
/**
 * @typedef {object} LessonState
 * @property {LessonTold} told
 * @property {number} at the step
 * @property {readonly Action[]} actions that were right in this step
 * @property {Stage} stage
 * @property {readonly (readonly [number, number])[]} found
 * @property {number} misses
 * @property {number} hints
 * @property {boolean} isDone this step
 * @property {boolean} isAsking an answer is awaited
 * @property {Judged["verdict"]} verdict of the last action
 * @property {readonly number[]} tried answers that were wrong
 * @property {Remark|null} remark what is said to something that was neither right nor wrong
 * @property {Action|null} shown what would be right
 * @property {Action|null} advised what the hint leads to, though it does not show it
 * @property {readonly string[]} line what is shown, to the win: moves of both sides
 * @property {boolean} hasHint the hint is to be seen
 * @property {readonly StepResult[]} results of the steps before
 */

/** After so many misses in a step its hint is given, and after so many the way is shown. */
export const HINT_AFTER = 2;
export const SHOW_AFTER = 3;

/** @typedef {{at: number, results: readonly StepResult[]}} Kept how far somebody came in a lesson */

/** @param {LessonTold} told @param {Kept|null} [kept] @returns {LessonState} */
export const begin = (told, kept = null) => (kept && isOf(told, kept) ? stepAt(told, kept.at, kept.results) : stepAt(told, 0, []));

/** A lesson may have changed since. @param {LessonTold} told @param {Kept} kept */
function isOf(told, { at, results }) {
  return told.steps.length > at && results.length === at && results.every(({ step }, n) => step === told.steps[n].id);
}

/** @param {LessonTold} told @param {number} at @param {readonly StepResult[]} results @returns {LessonState} */
function stepAt(told, at, results) {
  const step = told.steps[at];
  return {
    told, at, results, actions: [], stage: step.stage, found: [], misses: 0, hints: 0, isDone: false, isAsking: false,
    verdict: null, tried: [], remark: null, shown: null, advised: null, line: [], hasHint: false,
  };
}

/** @param {LessonState} state */
export const stepOf = (state) => state.told.steps[state.at];

/** @param {LessonState} state */
export const isLast = (state) => state.at === state.told.steps.length - 1;

/** @param {LessonState} state @returns {StepResult} */
const resultOf = (state) => ({
  step: stepOf(state).id, actions: state.actions.length, misses: state.misses, hints: state.hints,
});

/** All results, once the last step is done. @param {LessonState} state */
export const resultsOf = (state) => [...state.results, resultOf(state)];

/**
 * @param {LessonState} state
 * @param {{type: "asked"} | {type: "tries"} | {type: "remark", remark: Remark} | {type: "advised", action: Action} | {type: "judged", action: Action, judged: Judged} | {type: "failed"}
 *   | {type: "open", told: LessonTold, kept?: Kept|null} | {type: "hint"} | {type: "shown", action: Action, line?: readonly string[]} | {type: "next"} | {type: "again"}} event
 * @returns {LessonState}
 */
export function reduceLesson(state, event) {
  switch (event.type) {
    case "tries": // anew: what was said before is no longer meant
      if (state.verdict?.kind === "wrong") return { ...state, verdict: null, remark: null };
      return state.remark ? { ...state, remark: null } : state;
    case "remark":
      return { ...state, remark: event.remark, verdict: state.verdict?.kind === "wrong" ? null : state.verdict };
    case "advised":
      return { ...state, advised: event.action };
    case "open":
      return begin(event.told, event.kept);
    case "asked":
      return { ...state, isAsking: true };
    case "failed":
      return { ...state, isAsking: false };
    case "judged":
      return judged(state, event.action, event.judged);
    case "hint":
      return state.hasHint ? state : { ...state, hasHint: true, hints: state.hints + 1 };
    case "shown":
      return { ...state, shown: event.action, line: event.line ?? [] };
    case "again": {
      const fresh = stepAt(state.told, state.at, state.results);
      return { ...fresh, misses: state.misses, hints: state.hints };
    }
    case "next":
      return state.isDone && !isLast(state) ? stepAt(state.told, state.at + 1, resultsOf(state)) : state;
    default:
      return state;
  }
}

/** @param {LessonState} state @param {Action} action @param {Judged} answer @returns {LessonState} */
function judged(state, action, answer) {
  const { verdict } = answer;
  const next = { ...state, isAsking: false, verdict, remark: null };
  if (!verdict) return next;
  if (verdict.kind === "wrong") {
    const misses = state.misses + 1;
    const tried = action.do === "choose" ? [...state.tried, action.answer] : state.tried;
    return { ...next, misses, tried, hasHint: state.hasHint || misses >= HINT_AFTER };
  }
  return {
    ...next,
    actions: [...state.actions, action],
    stage: answer.stage,
    found: answer.found,
    shown: null,
    advised: null,
    line: [],
    isDone: verdict.kind === "done",
  };
}
