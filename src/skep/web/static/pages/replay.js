import { copyText } from "../base/copying.js";
import { pageData, put, write } from "../base/dom.js";
import { t } from "../base/i18n.js";
import { isStill, preferences } from "../base/preferences.js";
import { mountBoard } from "../hive/board/board.js";
import { bestArrow, drawEvaluation, evaluationWords } from "../hive/evaluation.js";
import { drawMoves } from "../game/panels.js";
import { createBoards } from "../hive/position.js";
import { sceneAt } from "../hive/scene.js";
import { moveSentence, refusalWords } from "../hive/sentences.js";
import { askScore, createLooks } from "../net/questions.js";

const SETTLE_MS = 250; // stepping quickly through a game asks nothing

/** @typedef {import("../net/messages.js").Scored} Scored */
/**
 * @typedef {{moves: string[], notes: string[], game_type: string, opening_queen: string, names: string[],
 *   game_string: string, scored: boolean, look: import("../net/messages.js").Look}} Record
 */

/** @param {HTMLElement} root @param {Record} data */
function openReplay(root, data) {
  const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (root.querySelector(`[data-part="${name}"]`));
  const line = { game_type: data.game_type, opening_queen: data.opening_queen, moves: data.moves };
  const lineAt = (/** @type {number} */ at) => ({ ...line, moves: data.moves.slice(0, at) });
  const boards = createBoards();
  const looks = createLooks();
  looks.put(line, data.look);
  const end = data.moves.length;
  const linked = () => Math.min(end, Number(/^#(\d+)$/.exec(location.hash)?.[1] ?? 0));
  let ply = linked();

  // The engine's view: asked for at a button, then of every position that is looked at for a moment.
  let scoring = false;
  let settling = 0;
  /** @type {Map<number, Scored>} */
  const scores = new Map();
  /** @type {string} why there is none */
  let trouble = "";

  const props = () => {
    const scene = sceneAt({ line, ply, boards, looks });
    const preference = preferences();
    return {
      pieces: scene.pieces,
      reserves: scene.reserves,
      targets: [],
      active: false,
      turn: scene.turn,
      own: /** @type {"w"} */ ("w"),
      last: scene.last,
      pinned: scene.pinned,
      arrows: scoring ? bestArrow(scores.get(ply) ?? null, scene) : [],
      labels: preference.labels ?? "numbers",
      orientation: /** @type {"pointy"|"flat"} */ (preference.cells === "flat" ? "flat" : "pointy"),
      still: isStill(),
    };
  };
  const board = mountBoard(part("board"), props());

  function draw() {
    board.set(props());
    drawMoves(part("moves"), data.moves, ply, data.notes);
    write(part("note"), data.notes[ply - 1] ?? "");
    const score = scores.get(ply);
    drawEvaluation(part("score"), scoring ? score ?? "waiting" : null, ply);
    if (scoring && !score && trouble) write(part("score-text"), trouble);
    put(part("score-button"), { "aria-pressed": String(scoring) });
    const query = new URLSearchParams({ game: data.game_string, white: data.names[0], black: data.names[1] });
    put(part("pgn"), { href: `/api/hive/export?format=pgn&${query}` });
    put(part("picture"), { href: `/api/hive/export?format=svg&ply=${ply}&${query}` });
    put(root, { "data-ply": ply, "data-ready": "yes", "data-score": scoring && score ? score.score : null });
  }

  function wantScore() {
    clearTimeout(settling);
    trouble = "";
    if (!scoring || scores.has(ply)) return;
    if (looks.get(lineAt(ply))?.outcome) {
      trouble = t("The game is over.");
      return;
    }
    const asked = ply;
    settling = window.setTimeout(async () => {
      try {
        const score = await askScore(lineAt(asked));
        scores.set(asked, score);
        if (asked === ply && scoring) write(part("live"), evaluationWords(score, asked));
      } catch (problem) {
        const refusal = /** @type {{code?: string, params?: object}} */ (problem);
        trouble = refusal.code ? refusalWords({ code: refusal.code, params: refusal.params }) : t("No answer from the server. Try again.");
      }
      draw();
    }, SETTLE_MS);
  }

  /** @param {number} to */
  function go(to) {
    const next = Math.max(0, Math.min(end, to));
    if (next === ply) return;
    ply = next;
    history.replaceState(null, "", `#${ply}`);
    if (ply) {
      const before = boards.at(data.moves, ply - 1);
      const text = data.moves[ply - 1];
      write(part("live"), moveSentence(text, !before.pieces.some((piece) => piece.id === text.split(" ")[0])));
    }
    // What lies ahead is asked for now, so that the next step walks along its real way.
    void looks.ask(lineAt(ply)).then(draw);
    wantScore();
    draw();
  }

  /** @type {{[action: string]: () => void}} */
  const actions = {
    first: () => go(0),
    previous: () => go(ply - 1),
    next: () => go(ply + 1),
    last: () => go(end),
    score: () => {
      if (!data.scored) return; // the game is still played
      scoring = !scoring;
      wantScore();
      draw();
    },
    sheet: () => {
      const open = root.toggleAttribute("data-sheet");
      put(part("sheet-button"), { "aria-expanded": String(open) });
      draw();
      if (!open) part("sheet-button").focus();
    },
    link: async () => {
      const url = new URL("/replay", location.href);
      url.search = new URLSearchParams({ game: data.game_string }).toString();
      url.hash = String(ply);
      // The link stands in the address bar too, where it can be copied by hand.
      history.replaceState(null, "", url);
      const words = (await copyText(url.href)) ? t("Link copied.") : t("The link stands in the address bar now.");
      write(part("live"), words);
      write(part("link"), words);
    },
  };
  root.addEventListener("click", (event) => {
    const target = /** @type {Element} */ (event.target);
    const step = target.closest("button[data-ply]")?.getAttribute("data-ply");
    if (step) go(Number(step));
    const action = target.closest("[data-action]")?.getAttribute("data-action");
    if (action) actions[action]?.();
  });
  window.addEventListener("hashchange", () => go(linked()));
  window.addEventListener("keydown", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (target.closest("input, textarea, .cells")) return;
    const keys = { ArrowLeft: "previous", ArrowRight: "next", ArrowUp: "first", ArrowDown: "last", Home: "first", End: "last" };
    const action = keys[/** @type {keyof typeof keys} */ (event.key)];
    if (!action) return;
    event.preventDefault();
    actions[action]();
  });
  void looks.ask(lineAt(ply)).then(draw);
  draw();
}

const page = document.getElementById("replay");
const record = pageData("data");
if (page && record) openReplay(page, record);
