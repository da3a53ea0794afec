// What is told of a move to those who do not look at the board.

import { t } from "../base/i18n.js";
import { rules } from "./game.js";
import { isPlacement } from "./position.js";
import { moveSentence } from "./sentences.js";

/**
 * @param {import("./game.js").HiveTable} now @param {import("./game.js").HiveTable} before
 * @param {ReturnType<typeof import("./position.js").createBoards>} boards
 * @param {import("./words.js").Layout} layout as the board is seen
 * @returns {{words: string, isTheirs: boolean}|null} null: no move was made or taken back
 */
export function newsOf(now, before, boards, layout) {
  if (!rules.isNews(before.drawn, now.drawn)) return null;
  const { moves } = now.drawn;
  if (moves.length < before.drawn.moves.length) return { words: t("A move was taken back."), isTheirs: false };
  const text = moves[moves.length - 1];
  return {
    words: moveSentence(text, isPlacement(boards.at(moves, moves.length - 1), text), layout),
    isTheirs: !now.you.includes((moves.length - 1) % 2),
  };
}
