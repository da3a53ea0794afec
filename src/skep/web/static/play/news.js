// What is said, sounded and notified when a game moves on.

import { t } from "../base/i18n.js";
import { preferences } from "../base/preferences.js";
import { sound } from "./sounds.js";

/** @param {"move"|"theirs"|"end"} what */
export function sounded(what) {
  if (preferences().sound === "yes") sound(what);
}

/** What a phone lets one feel. @param {number|number[]} pattern in ms: on, off, on … */
export function felt(pattern) {
  if (preferences().vibrate === "yes") navigator.vibrate?.(pattern);
}

/**
 * A notice of the system, if it is allowed; browsers want https for that. Without it the title of the
 * page says whose move it is, and the sound.
 * @param {string} text @param {string} game
 */
export function notify(text, game) {
  if (!document.hidden || preferences().notify !== "yes") return;
  if (!("Notification" in window) || Notification.permission !== "granted") return;
  try {
    new Notification(t("Your move"), { body: text, tag: game });
  } catch {
    // some phones allow notices from service workers only
  }
}
