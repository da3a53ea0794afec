// What is said when the server refuses something, at any game. A kind has sentences of its own, which come first.

import { t, tn } from "../base/i18n.js";

/** @param {{code: string, params?: Record<string, any>}} refusal */
export function refusalWords(refusal) {
  const seconds = Math.ceil(Number(refusal.params?.wait_ms ?? 1000) / 1000);
  switch (refusal.code) {
    case "STALE":
    case "NOT_DUE":
      return t("The game has moved on. Look again.");
    case "NOT_YOUR_SEAT":
      return t("You watch this game; only its players may do that.");
    case "UNREADABLE_TILE":
      return t("The server refused that move. Choose another one.");
    case "TOO_FAST":
      return tn("That was very quick. Try again in {n} second.", "That was very quick. Try again in {n} seconds.", seconds);
    case "TOO_LARGE":
      return t("That is too long. Make it shorter.");
    case "TOO_SLOW":
      return t("Your request did not arrive in time. Try again.");
    case "STORAGE_FULL":
      return t("The server cannot store moves at the moment. Try again in a while.");
    case "GAME_OVER":
      return t("The game is over.");
    case "BUSY":
      return t("The computer is busy. Try again in a moment.");
    case "NO_ANSWER":
      return t("The computer gave no answer. Try again.");
    case "NOT_FOUND":
      return t("This game is not here any more.");
    case "WRONG_VERSION":
    case "HELLO_EXPECTED":
    case "UNEXPECTED":
    case "UNKNOWN_COMMAND":
    case "UNREADABLE":
    case "INVALID_OPTIONS":
    case "FORBIDDEN":
    case "WRONG_HOST":
    case "WRONG_ORIGIN":
      return t("This page is older than the server. Load it again.");
    default:
      return t("That did not work ({code}). Try again.", { code: refusal.code });
  }
}
