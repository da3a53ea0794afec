// Written by `make words` from skep/laruche/names.py: change it there, not here.

import { forms, t } from "../base/i18n.js";

/** @param {string} name @param {string} [number] */
export function colorNoun(name, number) {
  switch (name) {
    case "R":
      return forms("colour", "red", number);
    case "O":
      return forms("colour", "orange", number);
    case "Y":
      return forms("colour", "yellow", number);
    case "G":
      return forms("colour", "green", number);
    case "B":
      return forms("colour", "blue", number);
    case "V":
      return forms("colour", "violet", number);
    default:
      return { "": name };
  }
}

/** @param {string} name @param {string} [number] */
export function directionNoun(name, number) {
  switch (name) {
    case "0":
      return forms("direction", "east", number);
    case "1":
      return forms("direction", "north-east", number);
    case "2":
      return forms("direction", "north-west", number);
    case "3":
      return forms("direction", "west", number);
    case "4":
      return forms("direction", "south-west", number);
    case "5":
      return forms("direction", "south-east", number);
    default:
      return { "": name };
  }
}

/**
 * null: there is no sentence for it.
 * @param {string} code @param {import("../base/i18n.js").Params} [params]
 */
export function ruleSentence(code, params) {
  switch (code) {
    case "TAKEN":
      return t("A tile lies there already.", params);
    case "MISMATCH":
      return t("It does not fit: {edges}.", params);
    case "TOO_MANY_NEIGHBOURS":
      return t("Here it may touch only one tile.", params);
    case "OUTSIDE_SHAPE":
      return t("Lay it inside of the shape.", params);
    case "BEE_DOWN":
      return t("In the solitaire every tile lies bee up.", params);
    case "DEAD_START":
      return t("Nobody could go on from there. Lay it elsewhere.", params);
    case "NOT_YOUR_TILE":
      return t("That tile is not in your hand.", params);
    case "NOT_YOUR_TURN":
      return t("It is not your turn.", params);
    case "NOT_SOLVABLE":
      return t("From here it cannot be solved any more. Take something back.", params);
    case "EDGE":
      return t("{direction} {own} meets {theirs}", params);
    default:
      return null;
  }
}
