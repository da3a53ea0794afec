import { pageData } from "../base/dom.js";
import { t } from "../base/i18n.js";
import { isStill, preferences } from "../base/preferences.js";
import { mountBoard } from "../board/board.js";
import { createBoards } from "../game/position.js";
import { sceneAt } from "../game/scene.js";
import { createLooks } from "../net/questions.js";

const STEP_MS = 1400;

const root = document.getElementById("showcase");
const shown = pageData("data")?.show;
if (root && shown) {
  const line = { game_type: shown.game_type, opening_queen: shown.opening_queen, moves: shown.moves };
  const boards = createBoards();
  const looks = createLooks();
  const last = shown.moves.length;
  let ply = isStill() ? last : Math.min(last, Math.max(0, last - 24));

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
      labels: "none",
      orientation: /** @type {"pointy"|"flat"} */ (preferences().cells === "flat" ? "flat" : "pointy"),
      still: isStill(),
    };
  };
  const board = mountBoard(root, props());
  root.dataset.state = "ready";
  const caption = document.getElementById("showcase-caption");
  if (caption && shown.live) caption.textContent = t("A game that is being played right now");

  if (!isStill()) {
    let pause = 0;
    const step = () => {
      if (document.hidden) return;
      if (ply < last) ply += 1;
      else if (++pause > 3) {
        pause = 0;
        ply = Math.max(0, last - 24);
      } else return;
      if (ply < last) void looks.ask({ ...line, moves: shown.moves.slice(0, ply) });
      board.set(props());
      if (ply === Math.max(0, last - 24)) board.fit();
    };
    void looks.ask({ ...line, moves: shown.moves.slice(0, ply) });
    setInterval(step, STEP_MS);
  }
}
