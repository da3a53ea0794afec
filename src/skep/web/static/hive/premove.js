// A move chosen while the other side thinks: kept at this screen, and played as soon as it is my turn.

import { t } from "../base/i18n.js";
import { preferences } from "../base/preferences.js";
import { targetsOf } from "./scene.js";

/** @typedef {import("./board/board.js").Target} Target */
/** @typedef {import("./board/board.js").Props} Props */
/** @typedef {import("../net/questions.js").Line} Line */

/**
 * @param {{looks: ReturnType<typeof import("../net/questions.js").createLooks>, signal: AbortSignal,
 *          say(text: string, kind?: string): void, draw(): void, play(target: Target): void}} table
 */
export function createPremove({ looks, signal, say, draw, play }) {
  /** @type {{piece: string, to: {q: number, r: number}, ply: number}|null} */
  let kept = null;
  let offering = false;
  let ply = 0;

  function cancel() {
    if (!kept) return false;
    kept = null;
    say("");
    draw();
    return true;
  }

  window.addEventListener("keydown", (event) => {
    if (event.key === "Escape") cancel();
  }, { signal });

  return {
    /**
     * What the board shows of it while the other side is to move.
     * @param {boolean} waiting it is the other side's turn @param {Line} line @param {Props} props
     * @returns {Props}
     */
    offer(waiting, line, props) {
      offering = waiting && preferences().premove !== "no";
      ply = line.moves.length;
      if (!offering) return props;
      const passed = { ...line, passed: true };
      const look = looks.get(passed);
      if (!look) {
        void looks.ask(passed).then((found) => {
          if (found && offering) draw();
        });
        return props;
      }
      const from = kept && props.pieces.find((piece) => piece.id === kept?.piece);
      const arrows = kept ? [...(props.arrows ?? []), { from: from ?? kept.to, to: kept.to, kind: "premove" }] : props.arrows;
      return { ...props, targets: targetsOf(look), active: true, ahead: true, confirm: false, arrows };
    },
    /** The board says that a move was chosen: is it one for later? @param {Target} target */
    take(target) {
      if (!offering) return false;
      kept = { piece: target.piece, to: target.to, ply };
      say(t("This will be played when it is your turn. Escape takes it back."));
      draw();
      return true;
    },
    /** Something else was touched: is a move for later meant? */
    refuse() {
      if (!offering) return false;
      cancel();
      return true;
    },
    /** It may be my turn now. @param {readonly string[]} moves @param {any} look what may be played */
    settle(moves, look) {
      if (!kept || moves.length === kept.ply) return;
      if (moves.length === kept.ply + 1 && !look) return; // in a moment
      const { piece, to } = kept;
      const found = moves.length === kept.ply + 1 &&
        targetsOf(look).find((one) => one.piece === piece && one.to.q === to.q && one.to.r === to.r);
      kept = null;
      if (found) {
        say("");
        play(found);
      } else say(t("The move you had chosen is no longer possible."), "error");
    },
  };
}
