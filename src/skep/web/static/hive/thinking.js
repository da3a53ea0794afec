// Asking the engine about the newest position, and saying what it thinks.

import { t } from "../base/i18n.js";
import { evaluationWords } from "./evaluation.js";
import { isLive, isMyTurn, pendingMove, playsAlone } from "./game.js";
import { isWorthAsking, thoughtAbout } from "./thoughts.js";

const SECONDS = 1.5;

/** @typedef {import("./screen.js").HiveState} HiveState */

/** @param {HiveState} state */
const plyOf = ({ table }) => table.confirmed.moves.length;

/** What stands beside the board. @param {HiveState} state @returns {import("./thoughts.js").Thought|"waiting"|null} */
export function shownThought(state) {
  const { thoughts, shown } = state.own;
  if (!thoughts.isAlways || shown !== null || !isLive(state.table)) return null;
  return thoughtAbout(thoughts, plyOf(state)) ?? (thoughts.asked?.ply === plyOf(state) ? "waiting" : null);
}

/**
 * @param {import("./screen.js").Desk} desk @param {() => string} newId
 * @param {(move: string) => string} advice a move of the newest position as a sentence
 * @param {() => boolean} [isPlain] who learns the game is told no figures
 */
export function createThinking({ state, dispatch, send, say }, newId, advice, isPlain = () => false) {
  /** @param {import("./thoughts.js").Thought} thought */
  function sayHint(thought) {
    if (thought.line.length) say(`${isPlain() ? "" : `${evaluationWords(thought, thought.ply)}. `}${advice(thought.line[0])}`, "hint", true);
    else if (thought.done) say(t("No hint for this position."));
  }

  return {
    askHint() {
      dispatch({ type: "hint" });
      const thought = thoughtAbout(state().own.thoughts, plyOf(state()));
      if (thought) sayHint(thought);
      else say(t("Thinking…"), "hint", true);
    },
    /** Ask what is to be asked, and say what was answered since. @param {HiveState} now @param {HiveState} before */
    follow(now, before) {
      const { table, own: { thoughts } } = now;
      const ply = plyOf(now);
      const { answer } = thoughts;
      if (thoughts.isHint && answer && answer !== before.own.thoughts.answer && answer.ply === ply) sayHint(answer);
      const isFollowed = isLive(table) && playsAlone(table) && table.connection === "open" && isMyTurn(table);
      if (pendingMove(table) || !isWorthAsking(thoughts, ply, isFollowed)) return;
      const id = newId();
      if (send({ type: "analyse", id, ply, seconds: SECONDS })) dispatch({ type: "asked", id, ply });
    },
  };
}
