// "Why not?": rule codes with their facts, made into a sentence and into marks on the board.

import { capital, t } from "../base/i18n.js";
import { bugNoun, ruleSentence } from "./rule_words.js";
import { pieceForms, sideForms } from "./words.js";

/** @typedef {{code: string, params: any}} Reason */
/** @typedef {{q: number, r: number}} Cell */
/** @typedef {import("../base/i18n.js").Params} Params */

const PIECES = ["piece", "next", "cover", "occupant", "left", "right", "thrower"];

/**
 * The facts of a reason as names. @param {Record<string, any>} facts @returns {Params}
 */
function named(facts) {
  /** @type {Params} */
  const params = {};
  for (const [name, value] of Object.entries(facts)) {
    if (PIECES.includes(name)) params[name] = pieceForms(value);
    else if (name === "enemies") params[name] = value.map(pieceForms);
    else if (name === "color") params[name] = sideForms(value);
    else if (name === "bug") params[name] = bugNoun(value);
    else if (typeof value === "number" || typeof value === "string") params[name] = value;
  }
  return params;
}

/**
 * @param {Reason} reason
 * @param {readonly string[]} [throws] what the piece can throw, though it may not go there itself
 * @returns {string}
 */
export function whySentence({ code, params }, throws = []) {
  const isDrawn = code === "GAME_OVER" && params.queens && !params.queens.length;
  const rule = ruleSentence(isDrawn ? "DRAWN" : code, named(params));
  const words = rule === null ? t("That is not allowed here.") : `${capital(rule)}.`;
  if (!throws.length) return words;
  const more = t("But it can throw: choose {pieces:the}.", { pieces: throws.map(pieceForms) });
  return `${words} ${more}`;
}

/** Where the rule book explains it. @param {string} code */
export const ruleAddress = (code) => `/rules/hive#rule-${code.toLowerCase().replaceAll("_", "-")}`;

/**
 * What the board shows for it: the two stacks of a gate, the parts that would fall apart.
 * @param {Reason} reason
 * @param {Cell|null} to
 * @param {readonly {id: string, q: number, r: number}[]} pieces
 * @param {string} [asked] the piece that was lifted
 * @param {readonly string[]} [throws] what it can throw
 * @returns {NonNullable<import("./board/board.js").Props["marks"]>}
 */
export function whyMarks(reason, to, pieces, asked, throws = []) {
  const { code, params: p } = reason;
  const cell = (/** @type {string} */ id) => pieces.find((one) => one.id === id);
  const cells = (/** @type {string[]} */ ids) =>
    ids.map(cell).filter((one) => one !== undefined).map((one) => ({ q: one.q, r: one.r }));
  const pair = (/** @type {number[]} */ [q, r]) => ({ q, r });
  const bad = to ? [to] : [];
  const able = cells([...throws]);
  if (code === "ONE_HIVE" && p.parts) {
    return { bad, able, parts: p.parts.map((/** @type {number[][]} */ part) => part.map(pair)) };
  }
  if (code === "GATE") return { bad, able, gate: cells([p.left, p.right]) };
  if (code === "TOUCHES_ENEMY") return { bad, gate: cells(p.enemies) };
  if (code === "COVERED") return { bad, gate: cells([p.cover]) };
  if (p.thrower) return { bad, gate: cells([p.thrower]) };
  const about = p.piece ?? asked;
  if (about && cell(about)) return { bad, able, free: cells([about]) };
  return { bad, able };
}
