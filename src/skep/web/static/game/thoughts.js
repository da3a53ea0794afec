// What the engine thinks of the newest position: once as a hint, or after every move.

import { commandId } from "../net/socket.js";

/** @typedef {import("../net/messages.js").AnalysisProgress} Thought */

const SECONDS = 1.5;

/** @param {{send: (frame: import("../net/messages.js").Analyse) => boolean}} on */
export function createThoughts(on) {
  /** @type {{id: string, ply: number}|null} the question under way; the server takes one at a time */
  let asked = null;
  /** @type {number|null} asked for while another was under way */
  let next = null;
  /** @type {Thought|null} */
  let answer = null;
  let hint = false;
  let always = false;

  /** @param {number} ply */
  function ask(ply) {
    if (asked) {
      next = asked.ply === ply ? null : ply;
      return;
    }
    next = null;
    const id = commandId();
    if (on.send({ type: "analyse", id, ply, seconds: SECONDS })) asked = { id, ply };
  }

  function finish() {
    asked = null;
    if (next !== null) ask(next);
  }

  return {
    get always() {
      return always;
    },
    set always(value) {
      always = value;
    },
    get hint() {
      return hint;
    },
    /** @param {number} ply */
    askHint(ply) {
      hint = true;
      if (answer?.ply !== ply) ask(ply);
    },
    /** The newest position is this one, and the person here may want to know about it. @param {number} ply */
    follow(ply) {
      if (always && answer?.ply !== ply && asked?.ply !== ply) ask(ply);
    },
    /** @param {number} ply @returns {Thought|null} */
    about: (ply) => (answer?.ply === ply && answer.line.length ? answer : null),
    /** @param {number} ply */
    isWaiting: (ply) => asked?.ply === ply,
    /** @param {Thought} frame */
    take(frame) {
      answer = frame;
      if (frame.done && frame.id === asked?.id) finish();
    },
    /** @param {string|null|undefined} id */
    refused(id) {
      if (id && id === asked?.id) asked = null;
    },
    forget() {
      answer = null;
      hint = false;
      next = null;
    },
    /** The socket is new: nothing of what was asked will be answered. */
    lost() {
      asked = null;
      next = null;
    },
  };
}
