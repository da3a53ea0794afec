// One state of the game page, fed by hand instead of by a server. For development and screenshots.

import { pageData } from "../base/dom.js";
import { openHiveTable } from "./hive_table.js";

const page = /** @type {HTMLElement} */ (document.getElementById("game"));
const data = pageData("data");
const BLINK_MS = 1000;

/** @type {typeof import("../net/socket.js").openSocket} */
function openByHand(_game, on) {
  let blinking = 0;
  queueMicrotask(() => {
    on.state("open");
    for (const frame of data.frames) on.frame(frame);
    if (data.connection === "offline") on.state("lost");
    if (data.connection === "reconnecting") {
      const blink = () => {
        on.state("open");
        on.state("lost");
      };
      blink();
      blinking = window.setInterval(blink, BLINK_MS);
    }
  });
  return { send: () => true, hurry() {}, destroy: () => clearInterval(blinking) };
}

/** The table, when everything has been sent and done to it. */
async function open() {
  const table = openHiveTable(page, data, openByHand);
  await null;
  table.store.flush(); // so that the buttons can be pressed
  for (const name of data.tick) /** @type {HTMLElement} */ (page.querySelector(`[data-part="${name}"]`)).click();
  for (const name of data.press) /** @type {HTMLElement} */ (page.querySelector(`[data-action="${name}"]`)).click();
  table.store.flush();
  page.dataset.state = "ready";
  return table;
}

Object.assign(window, { table: await open(), openTable: open });
