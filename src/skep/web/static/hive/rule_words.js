// Written by `make words` from skep/hive/names.py and reasons.py: change it there, not here.

import { forms, t } from "../base/i18n.js";

/** @param {string} name @param {string} [number] */
export function bugNoun(name, number) {
  switch (name) {
    case "Q":
      return forms("bug", "queen | the: the queen | a: a queen | your: your queen", number);
    case "S":
      return forms("bug", "spider | the: the spider | a: a spider | your: your spider", number);
    case "B":
      return forms("bug", "beetle | the: the beetle | a: a beetle | your: your beetle", number);
    case "G":
      return forms("bug", "grasshopper | the: the grasshopper | a: a grasshopper | your: your grasshopper", number);
    case "A":
      return forms("bug", "ant | the: the ant | a: an ant | your: your ant", number);
    case "M":
      return forms("bug", "mosquito | the: the mosquito | a: a mosquito | your: your mosquito", number);
    case "L":
      return forms("bug", "ladybug | the: the ladybug | a: a ladybug | your: your ladybug", number);
    case "P":
      return forms("bug", "pillbug | the: the pillbug | a: a pillbug | your: your pillbug", number);
    default:
      return { "": name };
  }
}

/** @param {string} name @param {string} [number] */
export function sideNoun(name, number) {
  switch (name) {
    case "w":
      return forms("side", "white", number);
    case "b":
      return forms("side", "black", number);
    default:
      return { "": name };
  }
}

/** @param {string} name @param {string} [number] */
export function pieceNoun(name, number) {
  switch (name) {
    case "wQ":
      return forms("piece", "white queen | the: the white queen", number);
    case "wS":
      return forms("piece", "white spider | the: the white spider", number);
    case "wB":
      return forms("piece", "white beetle | the: the white beetle", number);
    case "wG":
      return forms("piece", "white grasshopper | the: the white grasshopper", number);
    case "wA":
      return forms("piece", "white ant | the: the white ant", number);
    case "wM":
      return forms("piece", "white mosquito | the: the white mosquito", number);
    case "wL":
      return forms("piece", "white ladybug | the: the white ladybug", number);
    case "wP":
      return forms("piece", "white pillbug | the: the white pillbug", number);
    case "bQ":
      return forms("piece", "black queen | the: the black queen", number);
    case "bS":
      return forms("piece", "black spider | the: the black spider", number);
    case "bB":
      return forms("piece", "black beetle | the: the black beetle", number);
    case "bG":
      return forms("piece", "black grasshopper | the: the black grasshopper", number);
    case "bA":
      return forms("piece", "black ant | the: the black ant", number);
    case "bM":
      return forms("piece", "black mosquito | the: the black mosquito", number);
    case "bL":
      return forms("piece", "black ladybug | the: the black ladybug", number);
    case "bP":
      return forms("piece", "black pillbug | the: the black pillbug", number);
    default:
      return { "": name };
  }
}

/** @param {string} name @param {string} [number] */
export function ownNoun(name, number) {
  switch (name) {
    case "Q":
      return forms("piece", "your queen | the: your queen", number);
    case "S":
      return forms("piece", "your spider | the: your spider", number);
    case "B":
      return forms("piece", "your beetle | the: your beetle", number);
    case "G":
      return forms("piece", "your grasshopper | the: your grasshopper", number);
    case "A":
      return forms("piece", "your ant | the: your ant", number);
    case "M":
      return forms("piece", "your mosquito | the: your mosquito", number);
    case "L":
      return forms("piece", "your ladybug | the: your ladybug", number);
    case "P":
      return forms("piece", "your pillbug | the: your pillbug", number);
    default:
      return { "": name };
  }
}

/** @param {string} name @param {string} [number] */
export function anyNoun(name, number) {
  switch (name) {
    case "S":
      return forms("piece", "a spider | the: a spider", number);
    case "B":
      return forms("piece", "a beetle | the: a beetle", number);
    case "G":
      return forms("piece", "a grasshopper | the: a grasshopper", number);
    case "A":
      return forms("piece", "an ant | the: an ant", number);
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
    case "GAME_OVER":
      return t("the game is over", params);
    case "CANNOT_PASS":
      return t("{color} may not pass while it has a legal move", params);
    case "NOT_IN_SET":
      return t("{piece:the} is not in the set {game_type}", params);
    case "NOT_YOUR_TURN":
      return t("{piece:the} cannot be played, because {color} is to move", params);
    case "QUEEN_BY_FOURTH":
      return t("{color} must place its queen by its fourth turn", params);
    case "QUEEN_NOT_PLACED":
      return t("{color} may not move before its queen is in play", params);
    case "NOT_IN_RESERVE":
      return t("{piece:the} is already in play", params);
    case "NUMBER_ORDER":
      return t("{next:the} comes into play before {piece:the}", params);
    case "QUEEN_ON_FIRST_TURN":
      return t("the queen may not be the first piece of {color} in this game", params);
    case "FIRST_AT_ORIGIN":
      return t("the first piece of the game goes into the middle", params);
    case "TOUCHES_ENEMY":
      return t("a new piece may not touch the other colour, here {enemies:the}", params);
    case "TOUCHES_NO_FRIEND":
      return t("a new piece must touch a piece of its own colour", params);
    case "NOT_IN_PLAY":
      return t("{piece:the} is not in play yet", params);
    case "NOT_THERE":
      return t("{piece:the} does not lie on {cell}", params);
    case "SAME_CELL":
      return t("{piece:the} lies there already", params);
    case "COVERED":
      return t("{piece:the} cannot move under {cover:the}", params);
    case "JUST_MOVED":
      return t("{piece:the} was moved on the last turn and must rest on this one", params);
    case "ONE_HIVE":
      return t("without {piece:the} the hive would fall apart", params);
    case "TOUCHES_NOTHING":
      return t("{piece:the} would touch no other bug there", params);
    case "CELL_OCCUPIED":
      return t("{piece:the} needs an empty cell, but {occupant:the} lies there", params);
    case "GATE":
      return t("{piece:the} does not fit between {left:the} and {right:the}", params);
    case "LOST_CONTACT":
      return t("{piece:the} would lose touch with the hive on the way", params);
    case "NO_WAY":
      return t("{piece:the} finds no way there, because the hive closes it off", params);
    case "ONE_STEP":
      return t("{piece:the} moves as {bug:a}: one step only", params);
    case "NOT_THREE_STEPS":
      return t("{piece:the} moves as a spider: exactly three steps, and this way takes {steps}", params);
    case "NOT_STRAIGHT":
      return t("{piece:the} moves as a grasshopper: in a straight line only", params);
    case "NOTHING_TO_JUMP":
      return t("{piece:the} moves as a grasshopper: over at least one piece", params);
    case "GAP_IN_LINE":
      return t("{piece:the} moves as a grasshopper: over pieces without a gap, to the first empty cell", params);
    case "LADYBUG_STEPS":
      return t("{piece:the} moves as a ladybug: two steps on top of the hive, then one down", params);
    case "MOSQUITO_ONLY_MOSQUITOES":
      return t("{piece:the} touches only mosquitoes and has nothing to copy", params);
    case "THROWER_COVERED":
      return t("{thrower:the} cannot throw under {cover:the}", params);
    case "THROWER_JUST_MOVED":
      return t("{thrower:the} was moved on the last turn and cannot throw on this one", params);
    case "THROW_OF_STACK":
      return t("{thrower:the} throws only a piece that is alone on its cell", params);
    case "THROW_TOO_FAR":
      return t("{thrower:the} throws only to a cell beside itself", params);
    case "DRAWN":
      return t("the game is drawn, because this position has stood three times", params);
    default:
      return null;
  }
}
