// What the school says beside the words of its lessons.

import { listWords, t, tn } from "../base/i18n.js";
import { layoutOf } from "../hive/props.js";
import { moveSentence, moveWords } from "../hive/sentences.js";
import { plainForms } from "../hive/words.js";
import { whySentence } from "../hive/why.js";
import { colorNoun, ruleSentence } from "../laruche/rule_words.js";
import { letterOf } from "./hive_stage.js";

/** @typedef {NonNullable<import("../net/messages.js").Judged["verdict"]>} Verdict */
/** @typedef {import("./lesson.js").LessonState} LessonState */

const OF_THE_SCHOOL = new Set([
  "OTHER_ACTION", "OTHER_PIECE", "NOT_THE_TASK", "NOT_THERE", "FOUND_ALREADY", "WIN_GONE", "OTHER_ANSWER", "NOT_IN_HAND", "DEAD_END",
  "NO_SUCH_PLAYER", "NOT_THE_LEADER",
]);

/** Why it was wrong, or what is still to be done. @param {LessonState} state @returns {string} */
export function verdictWords(state) {
  const { verdict } = state;
  const step = state.told.steps[state.at];
  if (state.remark) return state.remark.words;
  if (!verdict) return "";
  if (verdict.kind === "done") return step.done || t("Right!");
  if (verdict.kind === "right") return goOnWords(verdict);
  return wrongWords(verdict, step, state.actions.length);
}

/** Of a spot that stays empty for ever. @param {string} color */
export const deadWords = (color) => t("Nothing ever fits here. It would need one colour twice: {color}.", { color: colorNoun(color)[""] });

/** @param {Verdict} verdict */
function goOnWords(verdict) {
  const left = Number(verdict.facts?.left ?? 0);
  if (verdict.answered?.length) return t("Good. The other side has answered: go on.");
  return left ? tn("Right. {n} more.", "Right. {n} more.", left) : t("Right, go on.");
}

/** @param {Verdict} verdict @param {import("../net/messages.js").StepTold} step @param {number} done how many actions were right before */
function wrongWords(verdict, step, done) {
  const facts = verdict.facts ?? {};
  switch (verdict.code) {
    case "NOT_THE_TASK":
      return step.miss || t("That is allowed, but it is not the task.");
    case "WIN_GONE":
      if (done && facts.moves === 1) return t("That is allowed, but there is a move that wins at once.");
      return (!done && step.miss) || t("That is allowed, but it does not win in time.");
    case "OTHER_PIECE":
      return t("This step is about another bug.");
    case "NOT_THERE":
      if (typeof facts.twice === "string") return deadWords(facts.twice);
      if (Array.isArray(facts.asked)) return t("No colour is needed twice here: {colors}.", { colors: listWords(facts.asked.map((one) => colorNoun(one)[""])) });
      return becauseWords(facts) ?? t("Not this one.");
    case "FOUND_ALREADY":
      return t("You have found that one.");
    case "OTHER_ANSWER":
      return becauseWords(facts) ?? t("Not quite. Look once more.");
    case "OTHER_ACTION":
      return facts.wanted === "choose" ? t("Choose one of the answers below.") : t("Tap the cells on the board.");
    case "NOT_IN_HAND":
      return ruleSentence("NOT_YOUR_TILE") ?? "";
    case "DEAD_END":
      return t("It fits, but then the rest of your tiles cannot all be laid.");
    case "NOT_THE_LEADER":
      return t("Somebody else is closer to winning.");
    case "TOO_FEW_NEIGHBOURS":
      return tn("It has to touch {n} tile.", "It has to touch {n} tiles.", Number(facts.needed ?? 2));
    case "MISMATCH":
      return typeof facts.twice === "string" ? deadWords(facts.twice) : t("This face does not fit there, whichever way it is turned.");
    case "TAKEN":
    case "TOO_MANY_NEIGHBOURS":
    case "BEE_DOWN":
      return ruleSentence(verdict.code) ?? "";
    default:
      return verdict.code ? whySentence({ code: verdict.code, params: facts }) : "";
  }
}

/** What is to be seen on the board against a wrong answer. @param {Record<string, any>} facts @returns {string|null} */
function becauseWords({ because, white, black }) {
  switch (because) {
    case "NO_BUG":
      return t("There is no bug on that cell.");
    case "OTHER_SIDE":
      return t("Not this one: it belongs to the other side.");
    case "NOT_PINNED":
      return t("No: without that bug the hive would still hold together.");
    case "COMES_IN":
      return t("No: a bug that comes in cannot tear the hive apart.");
    case "NOT_COVERED":
      return t("No: nothing sits on top of that bug.");
    case "NOT_BESIDE":
      return t("No: it does not touch that queen.");
    case "NOT_BESIDE_MOSQUITO":
      return t("No: it does not touch the mosquito.");
    case "ALLOWED":
      return t("No: that move is allowed.");
    case "SIDES":
      return t("Count: {white} of 6 sides of the white queen are taken, and {black} of the black one.", { white, black });
    case "CAN_PLAY":
      return t("No: there is still something to play.");
    case "CANNOT_PLAY":
      return t("But nothing can move, and nothing can be placed.");
    case "NO_GRASSHOPPER":
      return t("No: only a grasshopper has to go straight.");
    case "NOT_NEW":
      return t("No: that holds for new bugs alone.");
    case "NO_ENEMY_THERE":
      return t("No: it would not touch the other colour there.");
    case "FRIEND_THERE":
      return t("No: it would touch its own colour there.");
    case "IS_ONE_STEP":
      return t("No: it is one step only.");
    case "IN_TOUCH":
      return t("No: it would touch the hive there.");
    case "CELL_FREE":
      return t("No: that cell is free.");
    case "CLIMBS":
      return t("No: a beetle may climb onto other bugs.");
    case "NOT_JUST_MOVED":
      return t("No: that bug did not move on the last turn.");
    case "QUEEN_NOT_DUE":
      return t("No: she need not be placed before the fourth turn.");
    case "JUMPS":
      return t("No: it jumps, and narrow ways do not stop it.");
    case "NO_GATE":
      return t("No: the way there is wide enough.");
    default:
      return null;
  }
}

/** Where the rule book speaks of it; null for what no rule forbids. @param {LessonState} state */
export function ruleAddress({ verdict, remark, told: { game } }) {
  const code = remark ? remark.reason?.code : verdict?.kind === "wrong" ? verdict.code : null;
  return code && !OF_THE_SCHOOL.has(code) ? `/rules/${game}#rule-${code.toLowerCase().replaceAll("_", "-")}` : null;
}

/** The hint that helps now: not the one to a beginning that is behind. @param {LessonState} state @param {"dealt"|"right"|"wrong"} faces how the tiles of La Ruche lie */
export function hintWords(state, faces) {
  const { told, at, actions } = state;
  const step = told.steps[at];
  if (step.task === "win" && actions.length) return winWords(step.par - actions.length);
  if (faces === "dealt") return stepWords(state).hint;
  const isOneOf = state.stage.game === "laruche" && state.stage.hand.length > 1;
  if (faces === "wrong") return isOneOf ? t("Turn the glowing tile over, then lay it.") : t("Turn the tile over first.");
  return isOneOf ? t("The glowing tile is next.") : t("It lies on the right face. Now find its spot.");
}

/** @param {number} moves that are left */
const winWords = (moves) => moves === 1
  ? t("Count the free sides of the other queen. Who can fill the last one?")
  : t("Look for a move after which the last side cannot be kept open.");

/** What a step is called and says; an exercise says it by its number. @param {LessonState} state */
export function stepWords({ told, at }) {
  const step = told.steps[at];
  if (told.course !== "practice") return { title: told.title, say: step.say, hint: step.hint };
  const { par: moves } = step;
  const isWhite = step.stage.game === "hive" && step.stage.turn === "w";
  return {
    title: t("Win in {moves}, number {number}", { moves, number: told.title }),
    say: exerciseWords(moves, isWhite),
    hint: winWords(moves),
  };
}

/** @param {number} moves @param {boolean} isWhite */
function exerciseWords(moves, isWhite) {
  if (moves === 1) return isWhite ? t("White wins in one move. Find it.") : t("Black wins in one move. Find it.");
  return isWhite
    ? tn("White wins in {n} move, whatever Black does. Find the first.", "White wins in {n} moves, whatever Black does. Find the first.", moves)
    : tn("Black wins in {n} move, whatever White does. Find the first.", "Black wins in {n} moves, whatever White does. Find the first.", moves);
}

/** @param {LessonState["stage"]} stage */
const piecesOn = (stage) => (stage.game === "hive" ? stage.pieces.map(([id]) => id) : []);

/** The line that would have won. @param {LessonState} state */
export function lineWords({ line, stage }) {
  const nameOf = plainForms([...piecesOn(stage), ...line.map((text) => text.split(" ")[0])]);
  const moves = line.map((text) => moveWords(text, layoutOf(), nameOf));
  return moves.length ? t("It is won like this: {moves}.", { moves: moves.join("; ") }) : "";
}

/** An answer to choose. @param {string} answer a move, a rule code or a word of its own @param {LessonState["stage"]} stage */
export function answerWords(answer, stage) {
  switch (answer) {
    case "own":
      return t("I have won");
    case "other":
      return t("The other side has won");
    case "draw":
      return t("A draw");
    case "nobody":
      return t("Nobody yet");
    case "yes":
      return t("Yes");
    case "no":
      return t("No");
    default:
      return ruleWords(answer) ?? moveSentence(answer, false, layoutOf(), plainForms(piecesOn(stage)));
  }
}

/** The answer with the letter of its cell: the bug, where all is marked on the board. @param {string} answer a move @param {number} n @param {LessonState["stage"]} stage */
export const letteredWords = (answer, n, stage) => `${letterOf(n)}: ${plainForms(piecesOn(stage))(answer.split(" ")[0])[""]}`;

/** A rule in a few words. @param {string} code @returns {string|null} */
function ruleWords(code) {
  switch (code) {
    case "ONE_HIVE":
      return t("The hive would fall apart");
    case "GATE":
      return t("The way is too narrow");
    case "TOUCHES_ENEMY":
      return t("A new bug may not touch the other colour");
    case "TOUCHES_NO_FRIEND":
      return t("A new bug has to touch its own colour");
    case "QUEEN_BY_FOURTH":
      return t("The queen has to be placed first");
    case "QUEEN_NOT_PLACED":
      return t("Nothing moves before the queen is in play");
    case "COVERED":
      return t("A bug sits on top of it");
    case "NOT_STRAIGHT":
      return t("It jumps in a straight line");
    case "NOTHING_TO_JUMP":
      return t("There is nothing to jump over");
    case "GAP_IN_LINE":
      return t("There is a gap in the line");
    case "NOT_THREE_STEPS":
      return t("It goes exactly three steps");
    case "ONE_STEP":
      return t("It goes one step only");
    case "LOST_CONTACT":
      return t("It would lose touch with the hive");
    case "JUST_MOVED":
      return t("It was moved a moment ago");
    case "CELL_OCCUPIED":
      return t("The cell is taken");
    case "LADYBUG_STEPS":
      return t("It goes two steps on top of the hive, then one down");
    case "MOSQUITO_ONLY_MOSQUITOES":
      return t("It has nothing to copy");
    case "THROW_OF_STACK":
      return t("It does not lie alone");
    case "THROWER_JUST_MOVED":
      return t("The thrower was moved a moment ago");
    case "THROWER_COVERED":
      return t("A bug sits on top of the thrower");
    case "THROW_TOO_FAR":
      return t("It throws only to a cell beside itself");
    case "CANNOT_PASS":
      return t("There is a legal move");
    case "GAME_OVER":
      return t("The game is over");
    case "NO_WAY":
      return t("The hive closes the way off");
    case "TOUCHES_NOTHING":
      return t("It would leave the hive");
    default:
      return null;
  }
}
