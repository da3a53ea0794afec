import { pageData } from "../base/dom.js";
import { isStill } from "../base/preferences.js";
import { mountBoard } from "../hive/board/board.js";
import { rules } from "../hive/game.js";
import { createLooks } from "../hive/looks.js";
import { createBoards } from "../hive/position.js";
import { preferredLook } from "../hive/props.js";
import { sceneAt } from "../hive/scene.js";
import { ask } from "../net/questions.js";
import { openSocket } from "../net/socket.js";
import { createReducer } from "../play/reducer.js";
import { mountClockFields } from "../lobby/clock_fields.js";
import { mountTables } from "../lobby/tables.js";

const STEP_MS = 1400;
const LAST_MOVES = 24; // of a finished game: the part where something happens
const PAUSE_STEPS = 3;

/** @param {HTMLElement} root @param {any} shown */
function openShowcase(root, shown) {
  const options = { game_type: shown.game_type, opening_queen: shown.opening_queen };
  const boards = createBoards();
  const looks = createLooks(ask);
  /** @type {readonly string[]} */
  let moves = shown.moves;
  /** @type {import("../net/messages.js").PlayedWay|null} of the last move, where the server told it */
  let way = null;
  let ply = moves.length;

  const board = mountBoard(root, props());
  function props() {
    const scene = sceneAt({ line: { ...options, moves }, ply, boards, looks, way });
    return {
      pieces: scene.pieces,
      reserves: scene.reserves,
      targets: [],
      active: false,
      turn: scene.turn,
      own: /** @type {"w"} */ ("w"),
      last: scene.last,
      ...preferredLook(),
      labels: "none",
    };
  }

  /** @param {number} next */
  function show(next) {
    ply = next;
    board.set(props());
    root.dataset.ply = String(ply);
  }

  /** Draw a ply, and ask how the next move may go, so that it walks along its real way. @param {number} next */
  function step(next) {
    show(next);
    void looks.ask({ ...options, moves: moves.slice(0, ply) });
  }

  function replay() {
    const first = Math.max(0, moves.length - LAST_MOVES);
    let pause = 0;
    step(first);
    board.fit();
    setInterval(() => {
      if (document.hidden) return;
      if (ply < moves.length) step(ply + 1);
      else if (++pause > PAUSE_STEPS) {
        pause = 0;
        step(first);
        board.fit();
      }
    }, STEP_MS);
  }

  function follow() {
    const reducer = createReducer(rules);
    let table = reducer.first(shown);
    openSocket(`game/${shown.live}`, {
      key: "",
      hello: { choices: true },
      have: () => table.head,
      waiting: () => [],
      state() {},
      /** @param {import("../net/messages.js").ServerFrame} frame */
      frame(frame) {
        table = reducer.reduce(table, frame);
        if (table.confirmed.moves === moves) return;
        ({ moves, way } = table.confirmed);
        show(moves.length);
      },
    });
    show(moves.length);
  }

  if (shown.live) follow();
  else if (!isStill()) replay();
  root.dataset.state = "ready";
  root.classList.remove("skeleton");
}

const root = document.getElementById("showcase");
const shown = pageData("data")?.show;
if (root && shown) openShowcase(root, shown);

/** @param {HTMLElement} root */
function followTables(root) {
  const token = /** @type {HTMLInputElement} */ (root.querySelector("[name=csrf]")).value;
  const tables = mountTables(root, token);
  openSocket("lobby", {
    key: "",
    have: () => null,
    waiting: () => [],
    state() {},
    /** @param {import("../net/messages.js").LobbyFrame} frame */
    frame(frame) {
      if (frame.type === "tables") tables.set(frame.tables);
    },
  });
}

mountClockFields(document, new AbortController().signal);
const list = document.getElementById("tables");
if (list) followTables(list);
