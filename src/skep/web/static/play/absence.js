// Who is away on their turn loses time: the other may claim the win after a while. Both see how long it takes.

import { t } from "../base/i18n.js";

/** @typedef {import("./countdown.js").Countdown} Countdown */

/**
 * To who may claim it.
 * @param {Pick<import("./reducer.js").Table<any>, "claim"|"you"|"connection">} table
 * @returns {Countdown|null}
 */
export function claimCountdown({ claim, you, connection }) {
  if (!claim || !you.includes(claim.seat) || connection !== "open") return null;
  return {
    until: claim.from_ms,
    words: (time) => t("Your opponent is away on their turn. You can claim the win in {time}.", { time }),
    past: t("Your opponent has been away for long on their turn. The win is yours if you claim it."),
  };
}

/**
 * To who is away themselves: their page knows it by the lost connection. In the time of this machine.
 * @param {Pick<import("./reducer.js").Table<any>, "claimAfter"|"connection"|"lostAt">} table
 * @param {boolean} isAwaited
 * @returns {Countdown|null}
 */
export function ownAbsence({ claimAfter, connection, lostAt }, isAwaited) {
  if (claimAfter === null || connection === "open" || lostAt === null || !isAwaited) return null;
  return {
    until: lostAt + claimAfter,
    words: (time) => t("It is your turn: in {time} your opponent can claim the win.", { time }),
    past: t("It is your turn: your opponent can claim the win now."),
  };
}
