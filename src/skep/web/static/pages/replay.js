import { pageData, put, write } from "../base/dom.js";
import { t } from "../base/i18n.js";
import { isStill, preferences } from "../base/preferences.js";
import { mountBoard } from "../board/board.js";
import { drawMoves } from "../game/panels.js";
import { createBoards } from "../game/position.js";
import { sceneAt } from "../game/scene.js";
import { moveSentence } from "../game/sentences.js";
import { createLooks } from "../net/questions.js";

const page = /** @type {HTMLElement|null} */ (document.getElementById("replay"));
const data = pageData("data");

/** @param {HTMLElement} root */
function openReplay(root) {
  const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (root.querySelector(`[data-part="${name}"]`));
  const line = { game_type: data.game_type, opening_queen: data.opening_queen, moves: data.moves };
  const boards = createBoards();
  const looks = createLooks();
  looks.put(line, data.look);
  const end = data.moves.length;
  const asked = /^#(\d+)$/.exec(location.hash);
  let ply = asked ? Math.min(end, Number(asked[1])) : 0;

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
    const query = new URLSearchParams({ game: data.game_string, white: data.names[0], black: data.names[1] });
    put(part("pgn"), { href: `/api/hive/export?format=pgn&${query}` });
    put(part("picture"), { href: `/api/hive/export?format=svg&ply=${ply}&${query}` });
    put(root, { "data-ply": ply, "data-ready": "yes" });
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
    void looks.ask({ ...line, moves: data.moves.slice(0, ply) });
    draw();
  }

  /** @type {Record<string, () => void>} */
  const actions = {
    first: () => go(0),
    previous: () => go(ply - 1),
    next: () => go(ply + 1),
    last: () => go(end),
    sheet: () => {
      const open = root.toggleAttribute("data-sheet");
      put(part("sheet-button"), { "aria-expanded": String(open) });
      draw();
    },
    link: () => {
      const url = new URL("/replay", location.href);
      url.search = new URLSearchParams({ game: data.game_string }).toString();
      url.hash = String(ply);
      navigator.clipboard?.writeText(url.href).then(
        () => write(part("live"), t("Link copied.")),
        () => {},
      );
      history.replaceState(null, "", url);
    },
  };
  root.addEventListener("click", (event) => {
    const target = /** @type {Element} */ (event.target);
    const step = target.closest("[data-ply]:not(#replay)")?.getAttribute("data-ply");
    if (step) go(Number(step));
    const action = target.closest("[data-action]")?.getAttribute("data-action");
    if (action) actions[action]?.();
  });
  window.addEventListener("keydown", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (target.closest("input, textarea, .cells")) return;
    const keys = { ArrowLeft: "previous", ArrowRight: "next", ArrowUp: "first", ArrowDown: "last", Home: "first", End: "last" };
    const action = keys[/** @type {keyof typeof keys} */ (event.key)];
    if (!action) return;
    event.preventDefault();
    actions[action]();
  });
  void looks.ask({ ...line, moves: data.moves.slice(0, ply) });
  draw();
}

if (page && data) openReplay(page);
