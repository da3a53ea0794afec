// The table of a match for a television in the room: it watches, and there is nothing to press.

import { createServerClock } from "../base/clock.js";
import { el, pageData, partsIn, put, write } from "../base/dom.js";
import { t } from "../base/i18n.js";
import { createStore } from "../base/store.js";
import { rules } from "../laruche/model.js";
import { createNews } from "../laruche/news.js";
import { chips, headline, tableProps } from "../laruche/props.js";
import { createRings } from "../laruche/rings.js";
import { createScreen } from "../laruche/screen.js";
import { podium } from "../laruche/sentences.js";
import { mountStrip } from "../laruche/strip.js";
import { mountTable } from "../laruche/table.js";
import { createTileSet } from "../laruche/tiles.js";
import { connect } from "../play/connection.js";
import { createReducer } from "../play/reducer.js";

/** @typedef {import("../laruche/props.js").LaRucheState & {table: import("../play/reducer.js").Table<import("../laruche/model.js").Match>}} State */

/** Whoever opens the screen may sit at the table: their hand is not for the room. @param {any} table */
const watched = (table) => (table.you.length ? { ...table, you: [] } : table);

/** @param {HTMLElement} page @param {any} data */
function openScreen(page, data) {
  const part = partsIn(page);
  const tiles = createTileSet(data.tiles);
  const [reducer, screen, clock] = [createReducer(rules), createScreen(tiles), createServerClock()];
  const first = watched(reducer.first(data));
  const store = createStore(/** @type {State} */ ({ table: first, own: screen.first(first) }), (state, action) => {
    const table = watched(reducer.reduce(state.table, /** @type {any} */ (action)));
    const own = screen.reduce(state.own, action, table, state.table);
    return table === state.table && own === state.own ? state : { table, own };
  });
  const rings = createRings(clock.now);
  const board = mountTable(part("board"), tableProps(store.get(), null, null), tiles, { surface: t("Table"), fit: t("Show all of the table") });
  const strip = mountStrip(part("strip"), chips(store.get(), clock.now()), { give() {} }, rings);
  const news = createNews({ announce: (text) => write(part("live"), text), say() {} }, { board, hand: null, strip, dragging: null });

  /** @param {State} now @param {State} before */
  function draw(now, before) {
    news.tell(now, before);
    board.set(tableProps(now, null, null));
    strip.set(chips(now, clock.now()));
    write(part("headline"), headline(now.table));
    part("podium").hidden = !now.table.confirmed.status.outcome;
    part("podium").replaceChildren(...podium(now.table).map((line) =>
      el("li", { "data-rank": line.rank }, el("span", { class: "podium__place" }, line.place), el("b", {}, line.name), el("span", {}, line.points))));
    put(page, { "data-seq": now.table.head, "data-laid": now.table.drawn.table.size, "data-connection": now.table.connection });
  }

  store.subscribe(draw);
  draw(store.get(), store.get());
  connect(data, {
    table: () => store.get().table,
    dispatch: store.dispatch,
    came: () => document.hidden && store.flush(), // else with the next frame, all that came in it
    clock,
    frame(frame) {
      if (frame.type === "rematch" && frame.next_game) location.assign(`/g/${frame.next_game}/screen`);
    },
  });
  put(page, { "data-ready": "yes" });
}

const page = document.getElementById("main");
const data = pageData("data");
if (page && data) openScreen(page, data);
