import { copyText } from "../base/copying.js";
import { painted, save } from "../base/pictures.js";
import { pageData, partsIn, put, write } from "../base/dom.js";
import { pageLanguage, t } from "../base/i18n.js";
import { mountBoard } from "../hive/board/board.js";
import { mountBugHelp } from "../hive/bug_help.js";
import { bestOnBoard, drawEvaluation, evaluationWords } from "../hive/evaluation.js";
import { askScore, createLooks } from "../hive/looks.js";
import { createBoards, isPlacement } from "../hive/position.js";
import { layoutOf, preferredLook } from "../hive/props.js";
import { moveRow, rowLook } from "../hive/rows.js";
import { sceneAt } from "../hive/scene.js";
import { moveSentence, refusalWords as ownRefusalWords } from "../hive/sentences.js";
import { ask } from "../net/questions.js";
import { mountActions } from "../play/actions.js";
import { refusalWords } from "../play/refusals.js";
import { mountMoves } from "../tree/moves.js";
import { listenToSteps, toggleSheet } from "../tree/steps.js";

const PLAY_MS = 1300; // a move, and a moment to look at it
const SETTLE_MS = 250; // stepping quickly through a game asks nothing

/** @typedef {import("../net/messages.js").Scored} Scored */
/**
 * @typedef {{moves: string[], notes: string[], game_type: string, opening_queen: string, names: string[], title: string,
 *   date: string, result: string, game_string: string, scored: boolean, look: import("../net/messages.js").Look}} Record
 */

/** @param {HTMLElement} root @param {Record} data */
function openReplay(root, data) {
  const part = partsIn(root);
  const line = { game_type: data.game_type, opening_queen: data.opening_queen, moves: data.moves };
  const lineAt = (/** @type {number} */ at) => ({ ...line, moves: data.moves.slice(0, at) });
  const boards = createBoards();
  const looks = createLooks(ask);
  looks.put(line, data.look);
  const end = data.moves.length;
  // A link names a move. Else a finished game is shown as it ended, any other from its beginning.
  const first = ["WhiteWins", "BlackWins", "Draw"].includes(data.result) ? end : 0;
  const named = () => /^#(\d+)$/.exec(location.hash)?.[1] ?? new URLSearchParams(location.search).get("ply") ?? first;
  const linked = () => Math.min(end, Math.max(0, Number(named()) || 0));
  let ply = linked();
  /** The timer of a game that plays by itself; 0: it does not. */
  let playing = 0;

  // The engine's view: asked for at a button, then of every position that is looked at for a moment.
  let scoring = false;
  let settling = 0;
  /** @type {Map<number, Scored>} */
  const scores = new Map();
  /** @type {string} why there is none */
  let trouble = "";

  const props = () => {
    const scene = sceneAt({ line, ply, boards, looks });
    return {
      pieces: scene.pieces,
      reserves: scene.reserves,
      targets: [],
      active: false,
      turn: scene.turn,
      own: /** @type {"w"} */ ("w"),
      last: scene.last,
      pinned: scene.pinned,
      arrows: bestOnBoard(scoring ? (scores.get(ply) ?? null) : null, scene).arrows,
      ...preferredLook(),
    };
  };
  const layout = layoutOf();
  const movesProps = () => ({ moves: data.moves, shown: ply, notes: data.notes, look: rowLook(layout) });
  const { signal } = new AbortController(); // a replay lives as long as its page
  const help = mountBugHelp(root, signal);
  const board = mountBoard(part("board"), props(), { look: help.look, act: help.hide });
  const list = mountMoves(part("moves"), movesProps(), { row: moveRow, show: (to) => steps.go(to) });

  function draw() {
    board.set(props());
    list.set(movesProps());
    write(part("note"), data.notes[ply - 1] ?? "");
    const score = scores.get(ply);
    drawEvaluation(part("score"), scoring ? score ?? "waiting" : null, ply, rowLook(layout));
    if (scoring && !score && trouble) write(part("score-text"), trouble);
    write(part("where"), t("Move {n} of {all}", { n: ply, all: end }));
    put(part("play-button"), { "aria-pressed": String(playing > 0), disabled: !end });
    put(part("score-button"), { "aria-pressed": String(scoring) });
    put(part("pgn"), { href: exportAt("pgn") });
    put(part("picture"), { href: exportAt("svg") });
    put(root, { "data-ply": ply, "data-ready": "yes", "data-score": scoring && score ? score.score : null });
  }

  /** @param {string} format */
  function exportAt(format) {
    const [white, black] = data.names;
    const query = new URLSearchParams({ format, game: data.game_string, ply: String(ply), white, black, event: data.title, date: data.date, language: pageLanguage() });
    return `/api/hive/export?${query}`;
  }

  async function savePicture() {
    const picture = await painted(exportAt("svg")).catch(() => null);
    if (picture) save(picture, `hive-${ply}.png`);
    else write(part("live"), t("No answer from the server. Try again."));
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
        const score = await askScore(ask, lineAt(asked));
        scores.set(asked, score);
        if (asked === ply && scoring) write(part("live"), evaluationWords(score, asked));
      } catch (problem) {
        trouble = troubleWords(/** @type {{code?: string, params?: object}} */ (problem));
      }
      draw();
    }, SETTLE_MS);
  }

  /** @param {number} to */
  function go(to) {
    const next = Math.max(0, Math.min(end, to));
    if (next === ply) return;
    ply = next;
    const here = new URL(location.href);
    here.searchParams.delete("ply");
    here.hash = String(ply);
    history.replaceState(null, "", here);
    if (ply) {
      const text = data.moves[ply - 1];
      write(part("live"), moveSentence(text, isPlacement(boards.at(data.moves, ply - 1), text), layout));
    }
    // What lies ahead is asked for now, so that the next step walks along its real way.
    void looks.ask(lineAt(ply)).then(draw);
    wantScore();
    draw();
  }

  /** Who steps by hand wants no more to be led. @param {number} to */
  const step = (to) => {
    play(false);
    go(to);
  };
  const steps = { first: () => step(0), previous: () => step(ply - 1), next: () => step(ply + 1), last: () => step(end), go: step };

  /** Move by move by itself, from the beginning where all is shown. @param {boolean} isOn */
  function play(isOn) {
    clearInterval(playing);
    playing = 0;
    if (isOn) {
      if (ply === end) go(0);
      playing = window.setInterval(() => {
        go(ply + 1);
        if (ply === end) play(false);
      }, PLAY_MS);
    }
    draw();
  }

  async function copyLink() {
    const url = new URL("/replay", location.href);
    // In the query, so that the picture beside the link shows the same position.
    url.search = new URLSearchParams({ game: data.game_string, ply: String(ply) }).toString();
    url.hash = "";
    // The link stands in the address bar too, where it can be copied by hand.
    history.replaceState(null, "", url);
    const words = (await copyText(url.href)) ? t("Link copied.") : t("The link stands in the address bar now.");
    write(part("live"), words);
    write(part("link"), words);
  }

  mountActions(root, {}, {
    first: steps.first,
    previous: steps.previous,
    next: steps.next,
    last: steps.last,
    play: () => play(!playing),
    score: () => {
      if (!data.scored) return; // the game is still played
      scoring = !scoring;
      wantScore();
      draw();
    },
    sheet: () => {
      toggleSheet(root, part);
      draw();
    },
    link: copyLink,
    png: () => void savePicture(),
  });
  listenToSteps(steps, signal);
  window.addEventListener("hashchange", () => go(linked()), { signal });
  void looks.ask(lineAt(ply)).then(draw);
  draw();
}

/** @param {{code?: string, params?: object}} problem */
function troubleWords({ code, params }) {
  if (!code) return t("No answer from the server. Try again.");
  return ownRefusalWords({ code, params }) ?? refusalWords({ code, params });
}

const page = document.getElementById("replay");
const record = pageData("data");
if (page && record) openReplay(page, record);
